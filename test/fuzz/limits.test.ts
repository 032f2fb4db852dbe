import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { buildModel, buildSql, convertConfig, disk, findSchemas, OrmError } from 'orm-core'
import { readConfig } from '#core/config/index.js'
import { inMemory } from '../core/schema/support.js'

const base = `orm:
  database:
    connections:
      shop: { adapter: mysql, dsn: "mysql:x" }
`

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

const configurations: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'a YAML alias bomb': [
    'orm.yaml',
    `a0: &a0 [x]\n${numbers(10)
      .map((at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`)}]\n`)
      .join('')}${base}`,
  ],
  'a bomb of parameters': [
    'orm.yaml',
    `${base}  general:\n    project: "%p9%"\n${numbers(10)
      .map((at) => `  p${at}: "${at ? `%p${at - 1}%`.repeat(10) : 'x'.repeat(100)}"\n`)
      .join('')}`,
  ],
  'unknown parameters': [
    'orm.yaml',
    `${base}  general:\n    project: "${numbers(20_000)
      .map((at) => `%q${at}%`)
      .join('')}"\n`,
  ],
  'deep YAML': ['orm.yaml', `a: ${'['.repeat(20_000)}`],
  'many keys in YAML': [
    'orm.yaml',
    `${base}${numbers(10_000)
      .map((at) => `  k${at}: 1\n`)
      .join('')}`,
  ],
  'blanks in INI': ['orm.ini', `a =${' '.repeat(200_000)}x\n${' '.repeat(200_000)}y\n`],
  'deep INI': ['orm.ini', `a${'[b]'.repeat(50_000)} = 1\n`],
  'deep JSON': ['orm.json', '['.repeat(100_000)],
  'many keys in JSON': ['orm.json', `{"orm":{${numbers(10_000).map((at) => `"k${at}":1`)}}}`],
  'a long string in JSON': ['orm.json', `{"orm":{"general":{"project":"${'x'.repeat(20_000_000)}"}}}`],
  'escapes in JSON': ['orm.json', `{"orm":{"general":{"project":"${'\\u0041'.repeat(150_000)}"}}}`],
  'deep XML': ['orm.xml', `<config>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</config>`],
  'deep PHP': ['orm.php', `<?php return ${'['.repeat(20_000)}${']'.repeat(20_000)};`],
}

for (const [what, [path, contents]] of Object.entries(configurations)) {
  test.serial(`${what} ends soon, with a place`, async (t) => {
    const start = performance.now()
    const error = await t.throwsAsync<OrmError>(
      readConfig({ path, contents }, { plugins: false }).then((config) => convertConfig(config)),
    )
    t.true(error instanceof OrmError, String(error))
    t.true(error.diagnostics.every(({ place }) => place))
    inTime(t, start, contents)
  })
}

const column = (attributes: string): string =>
  `<database name="shop"><table name="t"><column name="id" type="integer" primaryKey="true"/><column name="c" ${attributes}/></table></database>`

const schemas: Readonly<Record<string, string>> = {
  'deep elements': `<database name="shop">${'<table>'.repeat(100_000)}${'</table>'.repeat(100_000)}</database>`,
  'unknown attributes': column(
    numbers(20_000)
      .map((at) => `x${at}="1"`)
      .join(' '),
  ),
  'a long description': column(`type="integer" description="${'word '.repeat(1_000_000)}"`),
  'blanks behind CURRENT_TIMESTAMP': column(`type="timestamp" defaultExpr="CURRENT_TIMESTAMP${' '.repeat(50_000)}x"`),
  'a long namespace': column('type="integer"').replace('<table ', `<table namespace="${'A\\'.repeat(300_000)}B" `),
  'blanks without end': `<database name="shop"${' '.repeat(5_000_000)}`,
}

for (const [what, contents] of Object.entries(schemas)) {
  test.serial(`a schema with ${what} ends soon`, async (t) => {
    const config = await readConfig({ path: 'orm.yaml', contents: base })
    const inputs = [{ path: 'schema.xml', contents }]
    const start = performance.now()
    for (const build of [buildModel, buildSql]) {
      await build(inputs, { config, files: inMemory({}) }).catch((error) => {
        t.true(error instanceof OrmError, String(error))
        t.true((error as OrmError).diagnostics.every(({ place }) => place))
      })
    }
    inTime(t, start, contents)
  })
}

/** Two seconds a megabyte are promised; a machine that does other things too gets more. */
function inTime(t: { true(is: boolean, message?: string): void }, start: number, { length }: string): void {
  const seconds = (performance.now() - start) / 1000
  t.true(seconds < 20 * Math.max(1, length / 1e6), `${seconds} s`)
}

test.serial('what is not a file is not read', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'orm-limits-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  symlinkSync('/dev/zero', join(folder, 'zero-schema.xml'))
  const error = await t.throwsAsync<OrmError>(findSchemas(folder, disk))
  t.deepEqual(
    error.diagnostics.map(({ code }) => code),
    ['ORM-S002'],
  )
})
