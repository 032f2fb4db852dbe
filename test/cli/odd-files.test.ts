import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from 'orm-cli'
import type { OrmError } from 'orm-core'
import { writeFiles } from 'orm-project'
import { createProject, type Project, type ScriptOutcome } from '../support/project.js'

const schema = (inside = ''): string =>
  `<database name="shop"><table name="t"><column name="id" type="integer" primaryKey="true"/>${inside}</table></database>`

const project = (t: ExecutionContext, inside = '', config = ''): Promise<Project> =>
  createProject(t, { schema: schema(inside), database: 'sqlite', config })

/** It fails as a problem of the input does: with a code, without a stack, and not as an error of Orm itself. */
function isDiagnosed(t: ExecutionContext, { code, stdout, stderr }: ScriptOutcome, pattern: RegExp): void {
  t.not(code, 0)
  const said = stdout + stderr
  t.regex(said, pattern)
  t.notRegex(said, /unexpected error|^\s+at /m)
}

test('a connection without a name is refused', async (t) => {
  const made = await project(t, '', "  runtime:\n    connections: ['']\n")
  for (const command of ['build', 'config:convert', 'sql:insert']) {
    isDiagnosed(t, await made.orm(command), /orm\.yaml:\d+:\d+ ORM-C\d+/)
  }
})

test('an orm.php that ends its process is refused', async (t) => {
  for (const end of ['exit;', 'exit(0);', 'exit(3);', 'die("gone");', 'exit("[]");']) {
    const made = await project(t)
    await rm(join(made.folder, 'orm.yaml'))
    await made.write('orm.php', `<?php\n$x = strlen('a');\n${end}\nreturn [];`)
    isDiagnosed(t, await made.orm('build'), /orm\.php(?::\d+:\d+)? ORM-C\d+/)
  }
})

test('sqldb.map with a name that no file has, or with a directory', async (t) => {
  const made = await project(t)
  t.is((await made.orm('sql:build')).code, 0)
  await mkdir(join(made.folder, 'generated-sql/folder.sql'))
  for (const line of ['.=shop', '..=shop', '=shop', 'folder.sql=shop', 'shop.sql=', 'shop.sql', '/=shop']) {
    await made.write('generated-sql/sqldb.map', `${line}\n`)
    isDiagnosed(t, await made.orm('sql:insert', '--yes'), /ORM-[A-Z]\d+/)
  }
})

test('line separators of Unicode in a reference', async (t) => {
  for (const character of ['\u2028', '\u2029', '\u0085']) {
    const name = `a${character}b`
    const made = await project(
      t,
      `<foreign-key foreignTable="t"><reference local="${name}" foreign="${name}"/></foreign-key>`,
    )
    isDiagnosed(t, await made.orm('build'), /schema\.xml:1:\d+ ORM-S\d+/)
  }
})

test('init beside a package.json that is no package', async (t) => {
  for (const text of ['{', '', '[]', 'null', '3', '{"devDependencies": 3, "scripts": []}', '\0']) {
    const made = await project(t)
    await rm(join(made.folder, 'orm.yaml'))
    await rm(join(made.folder, 'schema.xml'))
    await made.write('package.json', text)
    const { stdout, stderr } = await made.orm('init', '--yes')
    t.notRegex(stdout + stderr, /unexpected error|^\s+at /m, text)
  }
})

test('a password under a misspelt key is not shown', async (t) => {
  for (const key of ['pasword', 'passwort', 'Password', 'pass', 'passwd', 'pwd', 'secret']) {
    const made = await project(t)
    await made.write(
      'orm.yaml',
      `orm:\n  database:\n    connections:\n      shop:\n        adapter: sqlite\n        dsn: "sqlite:x"\n        ${key}: geheim-42\n`,
    )
    let said = ''
    const terminal = { isTTY: true, write: (text: string) => (said += text) }
    const code = await run(['build', `--config-dir=${made.folder}`], { env: {}, stdout: terminal, stderr: terminal })
    t.is(code, 1, key)
    t.regex(said, /ORM-C/)
    t.regex(said, new RegExp(`\\d \\|.*${key}`), 'there is a frame')
    t.notRegex(said, /geheim/, key)
  }
})

test('a failing query at the start is not printed whole', async (t) => {
  const made = await project(t)
  const secret = `SELECT 'geheim-42', ${'x'.repeat(3000)}`
  await made.write(
    'orm.yaml',
    `orm:\n  database:\n    connections:\n      shop:\n        adapter: sqlite\n        dsn: "sqlite:x.sqlite"\n        settings:\n          queries:\n            - "${secret}"\n`,
  )
  t.is((await made.orm('sql:build')).code, 0)
  const outcome = await made.orm('sql:insert', '--yes')
  isDiagnosed(t, outcome, /ORM-/)
  t.notRegex(outcome.stdout + outcome.stderr, /geheim/)
  t.true(outcome.stderr.length < 2000)
})

test('a number without end in an attribute is a number in config.php', async (t) => {
  for (const [key, value] of [
    ['options', '.inf'],
    ['attributes', '.inf'],
    ['attributes', '-.inf'],
    ['attributes', '.nan'],
  ]) {
    const made = await project(t)
    await made.write(
      'orm.yaml',
      `orm:\n  database:\n    connections:\n      shop:\n        adapter: sqlite\n        dsn: "sqlite:x"\n        ${key}: { ATTR_TIMEOUT: ${value} }\n`,
    )
    const outcome = await made.orm('config:convert')
    if (outcome.code === 0) t.is(await made.php('return 1;').then(() => 'loads', String), 'loads', `${key} ${value}`)
    else isDiagnosed(t, outcome, /orm\.yaml:\d+:\d+ ORM-C\d+/)
  }
})

test.serial('what is read-only is said to be', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-read-only-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o555)
  // Root may write everywhere, so that another has to try.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  const file = { path: 'x.sql', contents: '', kind: 'sql', keepExisting: false } as const
  const error = await t.throwsAsync<OrmError>(writeFiles([file], folder).finally(() => isRoot && process.seteuid?.(0)))
  t.deepEqual(
    error.diagnostics.map(({ code }) => code),
    ['ORM-C204'],
  )
  t.regex(error.diagnostics[0]!.message, /read-only/)
})

test('database:reverse --no-plugins runs no orm.php', async (t) => {
  const made = await project(t)
  await rm(join(made.folder, 'orm.yaml'))
  await made.write('orm.php', "<?php\ntouch(__DIR__ . '/canary');\nreturn ['orm' => []];")
  const canary = async (): Promise<boolean> => (await readdir(made.folder)).includes('canary')
  for (const argument of [[], ['sqlite:x.sqlite']]) {
    isDiagnosed(t, await made.orm('database:reverse', ...argument, '--no-plugins'), /orm\.php:\d+:\d+ ORM-C\d+/)
    t.false(await canary())
  }
  await made.orm('database:reverse')
  t.true(await canary(), 'without it, it runs')
})
