import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject, type Project } from '../../support/project.js'

const schema = (more = '') => `<database name="shop"><table name="book">
  <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  <column name="title" type="VARCHAR" size="100"/>${more}
</table></database>`
const isbn = '<column name="isbn" type="VARCHAR" size="24"/>'

/** What each check found, by its name. */
async function found(project: Project): Promise<[code: number, checks: Record<string, string[]>]> {
  const { code, stdout, stderr } = await project.orm('migration:check', '--format=json')
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr)
  const { checks } = JSON.parse(stdout) as { checks: { check: string; findings: string[] }[] }
  return [code, Object.fromEntries(checks.map(({ check, findings }) => [check, findings]))]
}

for (const database of databases) {
  // One after the other, as each makes scratch databases.
  test.serial(`${database}: migration:check asks three questions, with one exit code`, async (t) => {
    const project = await createProject(t, { schema: schema(), database })
    const folder = join(project.folder, 'generated-migrations')
    await project.orm('migration:diff', 'first')
    t.deepEqual(await found(project), [0, { schema: [], convergence: [], lint: [] }])
    t.is((await project.orm('migrate')).code, 0)
    t.deepEqual(await found(project), [0, { schema: [], convergence: [], lint: [] }])

    await project.write('schema.xml', schema(isbn))
    t.deepEqual(await found(project), [5, { schema: ['book: column isbn is added'], convergence: [], lint: [] }])
    await project.orm('migration:diff', 'isbn')
    t.deepEqual(await found(project), [0, { schema: [], convergence: [], lint: [] }])

    const file = join(folder, (await readdir(folder)).find((name) => name.endsWith('_isbn.sql'))!)
    const text = await readFile(file, 'utf8')
    await writeFile(
      file,
      text.replace(/^.*isbn.*$/im, (line) => `${line.replace(/isbn/i, 'isbm')}`),
    )
    const [code, { convergence, lint }] = await found(project)
    t.is(code, 5)
    t.deepEqual(lint, [])
    t.true(convergence!.some((line) => line.includes('isbm')) && convergence!.some((line) => line.includes('isbn')))

    await writeFile(file, text.replace('-- orm: down', 'DROP TABLE book;\n-- orm: down'))
    const dropped = await found(project)
    t.is(dropped[0], 5)
    t.regex(dropped[1].lint!.join('\n'), /ORM-M101/)
    t.deepEqual(dropped[1].schema, [])
    const { stdout, stderr } = await project.orm('migration:check')
    t.regex(stdout, /^connection "shop": pending migrations may lose rows or block others \(2 findings\)$/m)
    t.regex(stderr, /_isbn\.sql:\d+:1.* ORM-M101/)
  })
}
