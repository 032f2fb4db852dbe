import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { parse } from 'yaml'
import { databases } from '../../support/databases.js'
import type { Project } from '../../support/project.js'
import { query } from '../../support/query.js'
import { root } from '../../support/root.mjs'
import { migrationProject, writeMigrations } from './runners.js'

const page = readFileSync(join(root, 'docs/migrations.md'), 'utf8')

interface Block {
  readonly language: string
  readonly text: string
}

/** The blocks of code below a heading, up to the next one of its level. */
const blocksBelow = (heading: string): Block[] => {
  const text = page.slice(page.indexOf(`\n## ${heading}\n`) + 4).split('\n## ')[0]!
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
    language: language!,
    text: code!,
  }))
}

/** Without what differs from run to run, and from schema to schema. */
const withoutVersions = (text: string): string =>
  text
    .replace(/\d{14}/g, '<version>')
    .replace(/^\d+ (?=statements executed)/gm, '')
    .replace(/in \d[\d.]* s$/gm, 'in <time>')
    .replace(/since .* UTC$/gm, 'since <time>')

/** Runs the lines that begin with `$`, which print at least the lines below them. */
async function type(t: ExecutionContext, project: Project, console: string): Promise<void> {
  for (const part of console.split(/^\$ orm /m).slice(1)) {
    const [command = '', ...lines] = part.trim().split('\n')
    const expected = lines.map(withoutVersions)
    // The project is what init leaves behind.
    if (command === 'init') continue
    const { code, stdout, stderr } = await project.orm(...command.split(' '))
    t.is(code, 0, `${command}\n${stdout}${stderr}`)
    const printed = withoutVersions(stdout).split('\n')
    for (const line of expected) t.true(printed.includes(line), `${command}: ${line}\n${stdout}`)
  }
}

const schema = (columns: string) =>
  `<database name="default" defaultIdMethod="native"><table name="book"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${columns}</table></database>`

/** The text of the newest migration. */
async function newest({ folder }: Project): Promise<string> {
  const directory = join(folder, 'generated-migrations')
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return join(directory, files.at(-1)!)
}

if (databases.includes('pgsql')) {
  test('the first change is what docs/migrations.md shows', async (t) => {
    const project = await migrationProject(t, 'pgsql', 'default')
    const [first, change, file, apply] = blocksBelow('The first change') as [Block, Block, Block, Block]
    const title = '<column name="title" type="varchar" size="100"/>'
    await project.write('schema.xml', schema(title))
    await type(t, project, first.text)
    await project.write('schema.xml', schema(`${title}<column name="isbn" type="varchar" size="24"/>`))
    await type(t, project, change.text)
    t.is(file.language, 'sql')
    t.is((await readFile(await newest(project), 'utf8')).trim(), file.text.trim())
    await type(t, project, apply.text)
  })

  test('a rename without a pause runs as docs/migrations.md shows', async (t) => {
    const project = await migrationProject(t, 'pgsql', 'default')
    const blocks = blocksBelow('Zero-downtime deployment')
    await project.write('schema.xml', schema('<column name="title" type="varchar" size="100"/>'))
    await type(t, project, '$ orm migration:diff first\n$ orm migrate\n')
    await query(project.database, "INSERT INTO book (title) VALUES ('Emma')")
    t.deepEqual(
      blocks.map(({ language }) => language),
      ['xml', '', 'sql', '', 'xml', ''],
    )
    for (const { language, text } of blocks) {
      if (language === 'xml') await project.write('schema.xml', schema(text))
      else if (language === 'sql') await writeFile(await newest(project), text)
      else await type(t, project, text)
    }
    t.deepEqual(await query(project.database, 'SELECT name FROM book'), [{ name: 'Emma' }])
    await type(t, project, '$ orm migration:drift\n')
  })
}

if (databases.includes('mysql')) {
  test('a migration that stopped halfway is given up as docs/migrations.md shows', async (t) => {
    const project = await migrationProject(t, 'mysql', 'default')
    const [, { text }] = blocksBelow('When a migration fails') as [Block, Block]
    await query(project.database, 'CREATE TABLE book (id INTEGER)', 'CREATE TABLE isbn (id INTEGER)')
    const statements = text.split('\n').filter((line) => line.endsWith(';'))
    t.is(statements.length, 3)
    await writeMigrations(project, { '20261115203000_add_isbn.sql': ['-- orm: up', ...statements, ''].join('\n') })
    t.is((await project.orm('migrate')).code, 1)
    await type(t, project, text)
  })
}

if (databases.includes('pgsql')) {
  test('rows are changed in batches as docs/migrations.md shows', async (t) => {
    const project = await migrationProject(t, 'pgsql', 'default')
    const columns = ['title', 'name'].map((name) => `<column name="${name}" type="varchar" size="100"/>`)
    await project.write('schema.xml', schema(columns.join('')))
    await type(t, project, '$ orm migration:diff first\n$ orm migrate\n')
    await query(project.database, "INSERT INTO book (title) SELECT 'Emma ' || n FROM generate_series(1, 2500) n")
    const [create, file] = blocksBelow('Change many rows in batches') as [Block, Block]
    await type(t, project, create.text)
    const made = await readFile(await newest(project), 'utf8')
    const written = file.text.replace(
      /"name" = "title" WHERE :batch.*;/,
      '"title" = "title" WHERE :batch; -- replace the assignment',
    )
    t.is(made.slice(made.indexOf('-- orm: up')).trim(), written.trim())
    await writeFile(await newest(project), file.text)
    const { code, stdout, stderr } = await project.orm('migrate')
    t.is(code, 0, stderr)
    t.regex(stdout, /1 statement \(2500 rows in 3 batches\)/)
    t.deepEqual(await query(project.database, 'SELECT count(*) AS n FROM book WHERE name = title'), [{ n: '2500' }])
    t.is((await project.orm('migration:create', 'x', '--data', '--table=nothing')).code, 2)
    t.is((await project.orm('migration:create', 'x', '--table=book')).code, 2)
  })
}

for (const database of databases) {
  test(`${database}: the jobs of docs/migrations.md for CI run`, async (t) => {
    const jobs = blocksBelow('Check migrations in CI')
    t.is(jobs.length, 2)
    for (const { text } of jobs) {
      const { steps, script = steps } = Object.values(parse(text).jobs ?? parse(text))[0] as Record<
        'steps' | 'script',
        (string | { readonly run?: string })[]
      >
      const lines = script
        .map((step) => (typeof step === 'string' ? step : step.run))
        .filter((line) => line !== undefined)
      const commands = lines.flatMap((line) => /^npx orm (.*)$/.exec(line)?.[1]?.split(' ') ?? [])
      t.deepEqual([lines[0], commands.length], ['npm ci', lines.length - 1])
      const project = await migrationProject(t, database, 'default')
      await project.orm('migration:diff', 'first')
      for (const command of commands) {
        const { code, stdout, stderr } = await project.orm(command)
        t.is(code, 0, `${command}\n${stdout}${stderr}`)
      }
    }
  })
}
