import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { createProject } from '../support/project.js'
import { Terminal } from '../support/terminal.js'

const execute = promisify(execFile)

const schema = `<database name="shop">
  <table name="book"><column name="id" type="integer" primaryKey="true" autoIncrement="true"/></table>
</database>`

test('validate checks schema and configuration, needs no password, and writes nothing', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.write(
    'orm.yaml',
    'orm: {database: {connections: {shop: {adapter: pgsql, dsn: "pgsql:host=nowhere", password: "%env.NOT_SET_AT_ALL%"}}}}',
  )
  const good = await project.orm('validate')
  t.is(good.stdout, '1 schema file with 1 table: no errors\n')
  t.is(good.code, 0)
  t.deepEqual((await readdir(project.folder)).sort(), ['orm.yaml', 'schema.xml'])
  await project.write('schema.xml', schema.replace('type="integer"', 'type="text"'))
  const bad = await project.orm('validate', '--format=json')
  t.is(bad.code, 1)
  t.is(JSON.parse(bad.stdout).diagnostics[0].code, 'ORM-S302')
  await project.write('orm.yaml', 'orm: {databse: {}}')
  const wrong = await project.orm('validate')
  t.is(wrong.code, 1)
  t.regex(wrong.stderr, /ORM-C102 .* \(did you mean "database"\?/)
})

test('a diagram of one table with one foreign key counts them in the singular', async (t) => {
  const self = schema.replace(
    '</table>',
    `<column name="next_id" type="integer"/>
    <foreign-key foreignTable="book"><reference local="next_id" foreign="id"/></foreign-key></table>`,
  )
  const project = await createProject(t, { schema: self, database: 'sqlite' })
  t.is((await project.orm('schema:diagram')).code, 0)
  const [page] = (await readdir(project.folder, { recursive: true })).filter((name) => name.endsWith('.html'))
  const text = await readFile(join(project.folder, page!), 'utf8')
  t.regex(text, /<title>shop: 1 table<\/title>/)
  t.regex(text, /<p>1 table, 1 foreign key<\/p>/)
  t.notRegex(text, /other object/)
  const numbered = self
    .replace('<table', '<sequence name="book_no" start="7"/><table')
    .replace('</table>', '<column name="no" type="integer" sequence="book_no"/></table>')
  await project.write('schema.xml', numbered)
  t.is((await project.orm('schema:diagram', '--connection=shop=pgsql:host=x;dbname=y')).code, 0)
  const other = await readFile(join(project.folder, page!), 'utf8')
  t.true(other.includes('<summary>1 other object</summary>'), other)
  t.true(other.includes('<li>sequence book_no: start 7; columns book.no</li>'), other)
})

test('validate --strict fails on a warning; members of classes are checked too', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.write('schema.xml', schema.replace(' primaryKey="true" autoIncrement="true"', ''))
  const lenient = await project.orm('validate')
  t.is(lenient.code, 0)
  t.regex(lenient.stdout, /no errors; 1 warning\n$/)
  t.is((await project.orm('validate', '--strict')).code, 1)
  const columns = '<column name="tag" type="varchar"/><column name="tags" type="array"/>'
  await project.write('schema.xml', schema.replace('</table>', `${columns}</table>`))
  t.regex((await project.orm('validate')).stderr, /ORM-S807/)
})

test('config:show has every value with its place, and no password', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.write('orm.yaml.dist', 'orm:\n  paths:\n    phpDir: src\n  generator:\n    tablePrefix: x_\n')
  await project.write(
    'orm.yaml',
    `orm:
  database:
    connections:
      shop:
        adapter: mysql
        dsn: "mysql:host=db;user=me;password=s3cret-word"
        password: "%env.SHOP_PASSWORD%"
  generator:
    tablePrefix: y_
  runtime:
    profiler:
      slowTreshold: 0.5
`,
  )
  await project.write('.env', 'SHOP_PASSWORD=other-s3cret\n')
  const { code, stdout } = await project.orm('config:show')
  t.is(code, 0)
  t.notRegex(stdout, /s3cret/)
  t.regex(stdout, /^paths\.phpDir +"src" {2}\(orm\.yaml\.dist:3:13\)$/m)
  t.regex(stdout, /^generator\.tablePrefix +"y_" {2}\(orm\.yaml:9:18\)$/m)
  t.regex(stdout, /^database\.connections\.shop\.password +"…" {2}\(orm\.yaml:7:19\)$/m)
  t.regex(stdout, /^database\.connections\.shop\.dsn +"mysql:host=db;user=…;password=…" {2}\(/m)
  // The older spelling of the key.
  t.regex(stdout, /^runtime\.profiler\.slowThreshold +0\.5 {2}\(orm\.yaml:12:21\)$/m)
  t.regex(stdout, /^paths\.sqlDir +"generated-sql" {2}\(default\)$/m)
  const json = JSON.parse((await project.orm('config:show', 'paths', '--set', '--format=json')).stdout)
  t.deepEqual(json.values, [{ key: 'paths.phpDir', value: 'src', file: 'orm.yaml.dist', line: 3, column: 13 }])
})

test('config:show of a key that does not exist is a wrong command line', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const shown = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await project.orm('config:show', ...args)
    return `${code} ${(code === 0 ? stdout : stderr).split('\n')[0]}`
  }
  t.is(await shown('path'), '2 orm: "path" is no key of the configuration (did you mean "paths"?)')
  t.is(
    await shown('paths.phpdir'),
    '2 orm: "paths.phpdir" is no key of the configuration (did you mean "paths.phpDir"?)',
  )
  t.is(await shown('paths.phpDir.more'), '2 orm: "paths.phpDir.more" is no key of the configuration')
  t.is(await shown('database.connections.other'), '2 orm: "database.connections.other" is no key of the configuration')
  t.is(await shown('runtime.log'), '0 no value for runtime.log')
  t.is(await shown('migrations', '--set'), '0 no file sets migrations')
})

const shells = ['bash', 'zsh', 'fish'] as const
const installed = (shell: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, shell)))

/** What a shell makes of the line when somebody presses the tabulator. */
const completions: readonly (readonly [line: string, found: readonly string[]])[] = [
  ['orm sql:b', ['sql:build']],
  ['orm migration:di', ['migration:diff']],
  ['orm build --form', ['--format']],
  ['orm build --format=j', ['--format=json']],
  ['orm completion b', ['bash']],
  ['orm help datadic', ['datadictionary:export', 'datadictionary']],
]

test('completion: bash completes commands, options and values', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const script = join(project.folder, 'orm.bash')
  await writeFile(script, (await project.orm('completion', 'bash')).stdout)
  for (const [line, expected] of completions) {
    const { stdout } = await execute('bash', [
      '-c',
      `source '${script}'; COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; _orm; echo "\${COMPREPLY[*]}"`,
    ])
    // Bash has the part up to the last colon or equals sign already.
    const word = line.split(' ').at(-1)!
    const prefix = word.slice(0, Math.max(word.lastIndexOf(':'), word.lastIndexOf('=')) + 1)
    const found = stdout
      .trim()
      .split(' ')
      .map((text) => (prefix + text).replace(/=$/, ''))
    t.deepEqual(found, expected, line)
  }
})

if (installed('fish')) {
  test('completion: fish completes commands, options and values', async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    const script = join(project.folder, 'orm.fish')
    await writeFile(script, (await project.orm('completion', 'fish')).stdout)
    for (const [line, expected] of completions.filter(([text]) => !text.startsWith('orm help'))) {
      const { stdout } = await execute('fish', ['--no-config', '-c', `source '${script}'; complete -C '${line}'`])
      const found = stdout
        .trim()
        .split('\n')
        .map((text) => text.split('\t')[0]!)
      t.deepEqual(found, expected, line)
    }
  })
}

if (installed('zsh')) {
  test('completion: zsh completes commands, options and values', async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    await project.write('_orm', (await project.orm('completion', 'zsh')).stdout)
    const shell = new Terminal(['zsh', '-f', '-i'], project.folder, { PS1: '> ' })
    shell.type(`fpath=('${project.folder}' $fpath); autoload -Uz compinit; compinit -u -d dump; echo rea""dy\r`)
    await shell.expect('ready')
    for (const [line, done] of [
      ['echo orm sql:b', 'sql:build'],
      ['orm build --format=j', '--format=json'],
    ] as const) {
      const typed = line.replace(/^echo /, '')
      shell.type(`${typed}\t`)
      await shell.expect(done)
      shell.type('\x15')
    }
    shell.type('exit\r')
    t.is(await shell.ended, 0)
  })
}

test('completion without the name of a shell is wrong usage', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const { code, stderr } = await project.orm('completion', 'tcsh')
  t.is(code, 2)
  t.is(stderr, `orm: completion needs the name of a shell: ${shells.join(', ')}\n`)
})

test('format rewrites schema files in place; --check fails and names them; files can be given', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const check = await project.orm('format', '--check')
  t.is(check.code, 5)
  t.is(check.stdout, 'updated schema.xml\n')
  t.is(await readFile(join(project.folder, 'schema.xml'), 'utf8'), schema)
  t.is((await project.orm('format')).code, 0)
  const text = await readFile(join(project.folder, 'schema.xml'), 'utf8')
  t.regex(text, /^ {2}<table name="book">\n {4}<column name="id" type="integer" /m)
  t.is((await project.orm('format', '--check')).code, 0)
  await project.write('other.xml', '<database  name="a"></database>')
  t.is((await project.orm('format', 'other.xml')).stdout, 'updated other.xml\n')
  t.is(await readFile(join(project.folder, 'other.xml'), 'utf8'), '<database name="a"></database>\n')
  t.is((await project.orm('format', 'missing.xml')).code, 3)
  await project.write('schema.xml', '<database>')
  t.is((await project.orm('format')).code, 1)
})
