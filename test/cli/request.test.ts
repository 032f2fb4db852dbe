import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from 'orm-cli'
import { until } from '../support/patience.mjs'
import { createProject, type Project } from '../support/project.js'

const schema = (...tables: string[]) =>
  `<database name="shop">${tables.map((name) => `<table name="${name}"><column name="id" type="integer" primaryKey="true"/></table>`).join('')}</database>`

const builds = ['build', 'sql:build', 'model:build', 'config:convert']

const generated = async ({ folder }: Project) =>
  (await readdir(folder, { recursive: true })).filter((name) => name.startsWith('generated-'))

/** Runs a command that watches, and ends it when the work is done. */
async function watching(
  project: Project,
  args: readonly string[],
  work: (output: { stdout: string; stderr: string }) => Promise<void>,
): Promise<number> {
  const output = { stdout: '', stderr: '' }
  const ending = new AbortController()
  const writer = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      output[name] += text
    },
  })
  const before = process.cwd()
  process.chdir(project.folder)
  const running = run([...args, '--watch'], {
    env: process.env,
    stdout: writer('stdout'),
    stderr: writer('stderr'),
    interruption: () => ending.signal,
  })
  try {
    await work(output)
  } finally {
    ending.abort()
    await running
    process.chdir(before)
  }
  return running
}

const changed = (project: Project) => writeFile(join(project.folder, 'schema.xml'), schema('author', 'book'))

for (const command of builds) {
  for (const mode of ['--dry-run', '--check']) {
    test.serial(`${command} ${mode} writes nothing, also while it watches`, async (t) => {
      const project = await createProject(t, { schema: schema('author'), database: 'sqlite' })
      const { code, stdout } = await project.orm(command, mode)
      t.is(code, mode === '--check' ? 5 : 0)
      t.regex(stdout, /created|wrote/)
      t.deepEqual(await generated(project), [])
      const ended = await watching(project, [command, mode], async (output) => {
        await until(() => /built in .*\nwatching/.test(output.stdout))
        t.deepEqual(await generated(project), [])
        if (command === 'config:convert') return
        await changed(project)
        await until(() => output.stdout.split('built in').length > 2)
      })
      t.is(ended, mode === '--check' ? 5 : 0)
      t.deepEqual(await generated(project), [])
      await project.orm(command)
      t.is((await project.orm(command, '--check')).code, 0)
    })
  }
}

test.serial('a watch with --format=json prints one document per line', async (t) => {
  const project = await createProject(t, { schema: schema('author'), database: 'sqlite' })
  const lines: string[] = []
  await watching(project, ['build', '--format=json'], async (output) => {
    const count = (number: number) => until(() => output.stdout.split('\n').length > number)
    await count(1)
    await changed(project)
    await count(2)
    await writeFile(join(project.folder, 'schema.xml'), schema('author').replace('integer', 'integr'))
    await count(3)
    lines.push(...output.stdout.trimEnd().split('\n'))
  })
  const documents = lines.map((line) => JSON.parse(line))
  t.is(documents.length, 3)
  t.true(documents[0].files.length > 5)
  t.true(documents[1].files.some(({ path }: { path: string }) => path.endsWith('Book.php')))
  t.is(documents[2].diagnostics[0].code, 'ORM-S302')
})

test('SQL and classes have the same prefix, vendor and connection by the same options', async (t) => {
  const options = ['--table-prefix=x_', '--platform=mysql', '--connection=shop=pgsql:host=h', '--mysql-engine=MyISAM']
  const [whole, parts] = [
    await createProject(t, { schema: schema('author'), database: 'sqlite' }),
    await createProject(t, { schema: schema('author'), database: 'sqlite' }),
  ]
  t.is((await whole.orm('build', ...options)).code, 0)
  t.is((await parts.orm('sql:build', ...options)).code, 0)
  t.is((await parts.orm('model:build', ...options)).code, 0)
  t.is((await parts.orm('config:convert', ...options.slice(1, 3))).code, 0)
  const names = await generated(whole)
  t.deepEqual((await generated(parts)).sort(), names.sort())
  for (const name of names.filter((path) => /\.\w+$/.test(path))) {
    t.is(await readFile(join(parts.folder, name), 'utf8'), await readFile(join(whole.folder, name), 'utf8'), name)
  }
  t.regex(await readFile(join(parts.folder, 'generated-sql/shop.sql'), 'utf8'), /CREATE TABLE `x_author`[^;]*MyISAM/)
  t.regex(await readFile(join(parts.folder, 'generated-classes/Map/AuthorTableMap.php'), 'utf8'), /'x_author'/)
})

test('an option without a meaning for the command is rejected by its name', async (t) => {
  const project = await createProject(t, { schema: schema('author'), database: 'sqlite' })
  const rejected = {
    'config:convert': ['--table-prefix=x_', '--schema-dir=x', '--strict', '--recursive'],
    build: ['--output-dir=x'],
    'sql:build': ['--output-file=x', '--loader-script-dir=x'],
    'model:build': ['--output-file=x'],
  }
  for (const [command, options] of Object.entries(rejected)) {
    for (const option of options) {
      const { code, stderr } = await project.orm(command, option)
      t.is(code, 2)
      t.true(stderr.startsWith(`orm: ${command} has no option ${option.replace(/=.*/, '')} (`), stderr)
    }
  }
})

test('every build and every command that writes files has --format=json', async (t) => {
  const project = await createProject(t, { schema: schema('author'), database: 'sqlite' })
  for (const command of [...builds, 'schema:diagram', 'graphviz:generate', 'datadictionary:export', 'sql:insert']) {
    const { stdout } = await project.orm(command, '--dry-run', '--format=json')
    t.true(Array.isArray(JSON.parse(stdout).files), command)
    await project.orm(command, '--format=json')
  }
  for (const command of ['schema:diagram', 'graphviz:generate', 'datadictionary:export']) {
    t.is((await project.orm(command, '--check')).code, 0)
    await project.write('schema.xml', schema('author', 'book'))
    t.is((await project.orm(command, '--check')).code, 5)
    await project.write('schema.xml', schema('author'))
  }
})

/** Ways to make a file unreadable, also for root: a directory of its name. */
const unreadable: Readonly<Record<string, (project: Project) => Promise<readonly string[]>>> = {
  'a schema file': async (project) => {
    await mkdir(join(project.folder, 'more.schema.xml'))
    return ['build']
  },
  'the configuration': async (project) => {
    await rm(join(project.folder, 'orm.yaml'))
    await mkdir(join(project.folder, 'orm.yaml'))
    return ['build']
  },
  'an external schema that does not exist': async (project) => {
    await project.write('schema.xml', schema('a').replace('<table', '<external-schema filename="other.xml"/><table'))
    return ['build']
  },
  'an external schema': async (project) => {
    await mkdir(join(project.folder, 'other.xml'))
    await project.write('schema.xml', schema('a').replace('<table', '<external-schema filename="other.xml"/><table'))
    return ['build']
  },
  'sqldb.map': async (project) => {
    await mkdir(join(project.folder, 'generated-sql/sqldb.map'), { recursive: true })
    return ['sql:build']
  },
  'an SQL file': async (project) => {
    await project.orm('build')
    await rm(join(project.folder, 'generated-sql/shop.sql'))
    await mkdir(join(project.folder, 'generated-sql/shop.sql'))
    return ['sql:insert']
  },
  'the map of SQL files': async (project) => {
    await mkdir(join(project.folder, 'generated-sql/sqldb.map'), { recursive: true })
    return ['sql:insert']
  },
  'a snapshot': async (project) => {
    await mkdir(join(project.folder, 'generated-migrations/schema.json'), { recursive: true })
    return ['migration:diff']
  },
  'a migration': async (project) => {
    await mkdir(join(project.folder, 'generated-migrations/20260101000000_a.sql'), { recursive: true })
    return ['migrate']
  },
  'a manifest of packages': async (project) => {
    await mkdir(join(project.folder, 'package.json'))
    await project.write('schema.xml', schema('a').replace('</table>', '<behavior name="mine"/></table>'))
    return ['model:build']
  },
  'a file that is named': async (project) => {
    await mkdir(join(project.folder, 'x'))
    return ['format', 'x']
  },
}

for (const [name, prepare] of Object.entries(unreadable)) {
  test(`${name} that cannot be read: exit code 3`, async (t: ExecutionContext) => {
    const project = await createProject(t, { schema: schema('author'), database: 'sqlite' })
    const args = await prepare(project)
    const { code, stdout, stderr } = await project.orm(...args)
    t.regex(stderr, /ORM-[A-Z]\d+/)
    t.is(code, 3, stdout + stderr)
  })
}
