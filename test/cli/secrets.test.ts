import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { run } from 'orm-cli'
import { configFormats, writeFormat } from 'orm-core/internal'
import { check } from '../support/fuzz.js'
import { root } from '../support/root.mjs'

// A random password in every form of a configuration, and every kind of failure: nothing that is printed has it.

const dsns = JSON.parse(readFileSync(join(root, 'test', 'support', 'secrets.json'), 'utf8')).map(
  ({ dsn }: { dsn: string }) => dsn,
) as string[]

/** Two halves, so that one of them survives a change in the middle. */
const halves = ['Zq', 'Yk'].map((start) => start + randomBytes(5).toString('hex')) as [string, string]
const canary = halves.join('')

const schema =
  '<database name="shop"><table name="b"><column name="id" type="integer" primaryKey="true"/></table></database>'

async function project(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-secrets-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'schema.xml'), schema)
  return folder
}

async function printed(folder: string, args: readonly string[], isTTY = false): Promise<string> {
  let text = ''
  const output = { write: (more: string) => (text += more), isTTY }
  const before = process.cwd()
  process.chdir(folder)
  try {
    await run([...args, '--no-interaction'], { env: {}, stdout: output, stderr: output })
  } finally {
    process.chdir(before)
  }
  return text
}

const commands = [
  ['config:show'],
  ['config:show', '--format=json'],
  ['validate', '--format=json'],
  ['doctor'],
  ['doctor', '--format=json'],
  ['sql:insert', '-v'],
  ['sql:insert', '--create-database', '--format=json'],
  ['db:push'],
  ['database:reverse', 'shop'],
  ['migration:status', '--format=json'],
  ['migration:migrate', '-v'],
  ['migration:diff'],
  ['migration:drift'],
  ['migration:resolve', '1', '--applied'],
  ['config:convert', '-v'],
  ['build', '--dry-run'],
]

const adapterOf = (dsn: string): string =>
  ([
    ['pgsql', /^(?:pg|postgres)/],
    ['sqlite', /^sqlite/],
    ['mssql', /^(?:sqlsrv|dblib|odbc)/],
    ['oracle', /^oci/],
  ].find(([, form]) => (form as RegExp).test(dsn))?.[0] as string) ?? 'mysql'

const noServer = (dsn: string): string =>
  dsn
    .replace(/db1:(?:3306|1521|1433)/, '127.0.0.1:1')
    .replace('db1', '127.0.0.1')
    .replace('/var/', '/dev/null/')
    .replace(/^(mysql|pgsql):(?!\/)/, '$1:port=1;')
    .replaceAll('CANARY', canary)

function shows(text: string): boolean {
  return halves.some((half) => text.includes(half.slice(0, 10)))
}

// What stands before "@" without a colon is a user; users are shown.
for (const [index, dsn] of dsns.filter((dsn) => !dsn.includes('//CANARY@')).entries()) {
  test(`no command shows the password of ${dsn}`, async (t) => {
    const folder = await project(t)
    const connection = { adapter: adapterOf(dsn), dsn: noServer(dsn) }
    const config = { orm: { database: { connections: { shop: connection } } } }
    await writeFile(join(folder, 'orm.json'), JSON.stringify(config))
    // Each name with some of the commands, and each command with many names.
    for (const command of commands.filter(
      (command, number) => (number + index) % (command[0] === 'doctor' ? 15 : 3) === 0,
    )) {
      const text = await printed(folder, command, index % 2 === 0)
      t.false(shows(text), `${command.join(' ')}: ${text}`)
    }
    // A word alone is a name.
    const names = dsn === 'CANARY' ? [] : [`${noServer(dsn)}=x:y`]
    for (const given of [`shop=${noServer(dsn)}`, noServer(dsn), ...names]) {
      const text = await printed(folder, ['migration:status', `--connection=${given}`])
      t.false(shows(text), `--connection=${given}: ${text}`)
    }
  })
}

test('no command shows the password of a configuration, whatever it is and whatever is wrong', async (t) => {
  const folder = await project(t)
  const passwords = [
    'X',
    'p%%40X',
    'X;x',
    'x:y-X',
    'X@home',
    'a/X',
    'a=X',
    'a X b',
    "a'X",
    'a\\X',
    '{X}',
    '%X%',
    'a%X%b',
    'a\nX',
  ]
  for (const [index, form] of passwords.entries()) {
    const password = form.replace('X', canary)
    const base = { adapter: 'pgsql', dsn: 'pgsql:host=127.0.0.1;port=1;dbname=x', user: 'u', password }
    for (const shop of [
      base,
      { ...base, adapter: password },
      { ...base, unknown: password },
      { ...base, pasword: password },
      { ...base, password: { nested: password } },
      { ...base, replicas: [{ dsn: `pgsql:host=h;password=${password}`, x: 1 }] },
      { ...base, settings: { queries: { utf8: `SET PASSWORD = '${password}'` } } },
      { ...base, classname: `Foo://u:${password}@h` },
    ]) {
      const config = JSON.stringify({ orm: { database: { connections: { shop } } } }, undefined, 2)
      await writeFile(join(folder, 'orm.json'), config)
      for (const command of commands.filter((_, number) => (number + index) % 5 === 0)) {
        const text = await printed(folder, command, true)
        // What nothing names a password, and is shown as it is written, is no secret.
        if (command[0] === 'config:show' && JSON.stringify(shop).includes('SET PASSWORD')) continue
        t.false(shows(text), `${command.join(' ')} of ${config}: ${text}`)
      }
    }
  }
})

test('no error in a configuration file shows a password, wherever the error is', async (t) => {
  const folder = await project(t)
  const tree = (password: string, dsn: string) => ({
    orm: { database: { connections: { shop: { adapter: 'mysql', dsn, user: 'u', password } } } },
  })
  const texts = await Promise.all(
    configFormats.flatMap((format) =>
      ['mysql:host=h;password=X', 'mysql://u:X@h/d', 'mysql:host=h'].map(async (dsn) => ({
        format,
        text: (await writeFormat[format]())(tree(canary, dsn.replace('X', canary))),
      })),
    ),
  )
  await check(
    t,
    { short: 300, long: 20_000 },
    fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.nat(),
      fc.constantFrom('', '"', "'", ':', '{', '}', '<', '%', '\n', '\t', ' ', 'x', '=', ',', '&', '\\', '?>'),
      fc.boolean(),
      async ({ format, text }, at, inserted, isDeleted) => {
        const place = at % text.length
        const changed = text.slice(0, place) + inserted + text.slice(place + (isDeleted ? 1 : 0))
        const path = join(folder, `orm.${format}`)
        await writeFile(path, changed)
        try {
          const shown = await printed(folder, ['config:show', '--no-plugins'], true)
          if (shows(shown)) throw new Error(`${changed}\n${shown}`)
        } finally {
          await rm(path)
        }
      },
    ),
  )
})
