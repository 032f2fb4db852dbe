import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { buildModel, buildSql, convertConfig, type Diagnostic, disk, findSchemas, OrmError } from 'orm-core'
import { readConfig } from '#core/config/index.js'
import { inMemory } from '../core/schema/support.js'

const base = `orm:
  database:
    connections:
      shop: { adapter: mysql, dsn: "mysql:x" }
`

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/** What nobody would call hostile: tables as people write them. */
const plain = `<database name="shop">${times(
  150,
  (at) =>
    `<table name="table_${at}">\n  <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>\n${times(15, (other) => `  <column name="column_${other}" type="varchar" size="100" required="true" description="what is in it"/>\n`)}</table>\n`,
)}</database>`

/** Processor time: this machine may do other things too. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

let plainSeconds: number | undefined

/**
 * Two seconds a megabyte are promised on a machine that makes classes of a megabyte of plain tables in one: so nothing
 * hostile takes more than twice as long as that. A file of less gets the time of a megabyte.
 */
async function endsSoon(t: ExecutionContext, { length }: string, work: () => Promise<void>): Promise<void> {
  plainSeconds ??= await calibrated()
  const limit = 2 * plainSeconds * Math.max(1, length / 1e6)
  const seconds = await secondsOf(work)
  t.true(seconds < limit, `${seconds} s, and not ${limit} s; a megabyte of plain tables took ${plainSeconds} s`)
}

/** The second time: what is hostile must not be given the time that a first run takes for compiling. */
async function calibrated(): Promise<number> {
  const config = await readConfig({ path: 'orm.yaml', contents: base })
  const build = () => buildModel([{ path: 'schema.xml', contents: plain }], { config, files: inMemory({}) })
  await build()
  return (await secondsOf(build)) / (plain.length / 1e6)
}

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
  'escapes in JSON': ['orm.json', `{"orm":{"general":{"project":"${'\\u0041'.repeat(80_000)}"}}}`],
  'deep XML': ['orm.xml', `<config>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</config>`],
  'deep PHP': ['orm.php', `<?php return ${'['.repeat(20_000)}${']'.repeat(20_000)};`],
}

for (const [what, [path, contents]] of Object.entries(configurations)) {
  test.serial(`${what} ends soon, with a place`, async (t) => {
    await endsSoon(t, contents, async () => {
      const error = await t.throwsAsync<OrmError>(
        readConfig({ path, contents }, { plugins: false }).then((config) => convertConfig(config)),
      )
      t.true(error instanceof OrmError, String(error))
      t.true(error.diagnostics.every(({ place }) => place))
    })
  })
}

const table = (inside: string, attributes = ''): string =>
  `<database name="shop"><table name="t"${attributes}><column name="id" type="integer" primaryKey="true"/>${inside}</table></database>`

const column = (attributes: string): string => table(`<column name="c" ${attributes}/>`)

const schemas: Readonly<Record<string, string>> = {
  'deep elements': `<database name="shop">${'<table>'.repeat(100_000)}${'</table>'.repeat(100_000)}</database>`,
  'unknown attributes of one element': column(
    numbers(20_000)
      .map((at) => `x${at}="1"`)
      .join(' '),
  ),
  'unknown attributes of many elements': table(
    times(42, (at) => `<column name="c${at}" type="integer" ${times(950, (other) => `qrim${at}x${other}="1" `)}/>`),
  ),
  'unknown elements': table('x<a/>'.repeat(100_000)),
  'types that do not exist': table(times(5_000, (at) => `<column name="c${at}" type="intege${at}"/>`)),
  'references to tables that do not exist': `<database name="shop">${times(3_000, (at) => `<table name="n${at}"><column name="id" type="integer" primaryKey="true"/><foreign-key foreignTable="m${at}"><reference local="id" foreign="id"/></foreign-key></table>`)}</database>`,
  'a long description': column(`type="integer" description="${'word '.repeat(190_000)}"`),
  'blanks behind CURRENT_TIMESTAMP': column(`type="timestamp" defaultExpr="CURRENT_TIMESTAMP${' '.repeat(50_000)}x"`),
  'a long namespace': column('type="integer"').replace('<table ', `<table namespace="${'A\\'.repeat(300_000)}B" `),
  'blanks without end': `<database name="shop"${' '.repeat(1_000_000)}`,
  'a comment without end': `<database name="shop"><!--${' -'.repeat(500_000)}`,
  ampersands: column(`type="integer" description="${'&'.repeat(900_000)}"`),
  'a long default': column(`type="integer" defaultValue="${'9'.repeat(900_000)}"`),
}

for (const [what, contents] of Object.entries(schemas)) {
  test.serial(`a schema with ${what} ends soon`, async (t) => {
    const config = await readConfig({ path: 'orm.yaml', contents: base })
    const inputs = [{ path: 'schema.xml', contents }]
    let isRefused = false
    for (const build of [buildModel, buildSql]) {
      // Both read it alike.
      if (isRefused) continue
      await endsSoon(t, contents, async () => {
        await build(inputs, { config, files: inMemory({}) }).catch((error) => {
          t.true(error instanceof OrmError, String(error))
          t.true((error as OrmError).diagnostics.every(({ place }) => place))
          isRefused = true
        })
      })
    }
  })
}

const foreignKey = (at: number): string =>
  `<column name="c${at}" type="integer" primaryKey="true"/><foreign-key foreignTable="t"><reference local="c${at}" foreign="id"/></foreign-key>`

/** Inputs of any length whose time must grow as they do. */
const growing: Readonly<Record<string, readonly [path: string, text: (count: number) => string]>> = {
  'references of a table to itself': ['schema.xml', (n) => table(numbers(n).map(foreignKey).join(''))],
  'foreign keys of a cross-reference': [
    'schema.xml',
    (n) => table(numbers(n).map(foreignKey).join(''), ' isCrossRef="true"'),
  ],
  'unknown behaviors': ['schema.xml', (n) => table(times(4 * n, (at) => `<behavior name="unknown${at}"/>`))],
  'classes that extend one another': [
    'schema.xml',
    (n) =>
      table(
        `<column name="k" type="integer" inheritance="single">${times(n, (at) => `<inheritance key="${at}" class="C${at}"${at > 0 ? ` extends="C${at - 1}"` : ''}/>`)}</column>`,
      ),
  ],
  'classes that extend one': [
    'schema.xml',
    (n) =>
      table(
        `<column name="k" type="integer" inheritance="single">${times(n, (at) => `<inheritance key="${at}" class="C${at}"${at > 0 ? ' extends="C0"' : ''}/>`)}</column>`,
      ),
  ],
  'columns of one name': ['schema.xml', (n) => table(times(n, () => '<column name="c" type="integer"/>'))],
  'tables of one name': [
    'schema.xml',
    (n) =>
      `<database name="shop">${times(n, () => '<table name="t"><column name="id" type="integer"/></table>')}</database>`,
  ],
  'keys in YAML': ['orm.yaml', (n) => `${base}${times(5 * n, (at) => `  k${at}: 1\n`)}`],
  'keys in XML': ['orm.xml', (n) => `<config>${times(5 * n, (at) => `<k${at}>1</k${at}>`)}</config>`],
  'keys in PHP': ['orm.php', (n) => `<?php return ['orm' => [${times(5 * n, (at) => `'k${at}' => 1,`)}]];`],
  'sections in INI': ['orm.ini', (n) => times(5 * n, (at) => `[s${at}]\nx = 1\n`)],
}

function times(count: number, text: (at: number) => string): string {
  return numbers(count).map(text).join('')
}

for (const [what, [path, text]] of Object.entries(growing)) {
  test.serial(`four times as many ${what} take no more than four times as long`, async (t) => {
    const config = await readConfig({ path: 'orm.yaml', contents: base })
    const seconds = (contents: string): Promise<number> =>
      secondsOf(async () => {
        const input = { path, contents }
        const work =
          path === 'schema.xml'
            ? buildModel([input], { config, files: inMemory({}) })
            : readConfig(input, { plugins: false }).then((read) => convertConfig(read))
        await work.catch((error) => t.true(error instanceof OrmError, String(error)))
      })
    await seconds(text(100))
    const [few, many] = [await seconds(text(400)), await seconds(text(1600))]
    // Half a second is for the collection of garbage; what grows with the square takes sixteen times as long.
    t.true(many < 8 * few + 0.5, `${few} s became ${many} s`)
  })
}

/** Inputs with a number of something, the most that is read, and the message beyond. */
const limits: Readonly<Record<string, readonly [text: (count: number) => string, most: number, message: RegExp]>> = {
  'nested elements': [
    (n) => `<database>${'<a>'.repeat(n - 1)}${'</a>'.repeat(n - 1)}</database>`,
    100,
    /nested deeper than 100/,
  ],
  'attributes per element': [(n) => column(times(n - 1, (at) => `x${at}="1" `)), 1_000, /more than 1,?000 attributes/],
  'characters per value': [
    (n) => column(`type="integer" description="${'x'.repeat(n)}"`),
    1_000_000,
    /1,?000,?000 characters/,
  ],
  'characters of a PHP name': [(n) => table('', ` phpName="${'X'.repeat(n)}"`), 200, /ORM-S801|ORM-S109/],
  'ancestors of a class': [
    (n) =>
      table(
        `<column name="k" type="varchar" inheritance="single">${times(n, (at) => `<inheritance key="${at}" class="C${at}"${at > 0 ? ` extends="C${at - 1}"` : ''}/>`)}</column>`,
      ),
    100,
    /100 ancestors|deep/,
  ],
}

for (const [what, [text, most, message]] of Object.entries(limits)) {
  test.serial(`${most} ${what} are read, and more are refused with a place`, async (t) => {
    const config = await readConfig({ path: 'orm.yaml', contents: base })
    const complaint = async (count: number): Promise<string> => {
      try {
        await buildModel([{ path: 'schema.xml', contents: text(count) }], { config, files: inMemory({}) })
        return ''
      } catch (error) {
        if (!(error instanceof OrmError)) throw error
        t.true(error.diagnostics.every(({ place }) => place))
        return error.message
      }
    }
    t.notRegex(await complaint(most), message)
    t.regex(await complaint(most + 1), message)
  })
}

test.serial('names that are joined to one that is too long are a diagnostic with a place', async (t) => {
  const config = await readConfig({ path: 'orm.yaml', contents: base })
  const id = '<column name="id" type="integer" primaryKey="true"/>'
  const long = 'X'.repeat(190)
  const schemas = [
    // A cross-reference with 20 foreign keys, whose names become one.
    table(numbers(20).map(foreignKey).join(''), ' isCrossRef="true"'),
    table(numbers(21).map(foreignKey).join(''), ' isCrossRef="true"'),
    ...['phpName', 'refPhpName'].map((name) =>
      table(foreignKey(1).replace('<foreign-key', `<foreign-key ${name}="${long}"`)),
    ),
    `<database name="shop"><table name="a" phpName="${long}">${id}</table><table name="b">${id}<column name="c" type="integer" phpName="${long}"/>
      <column name="d" type="integer"/>${['c', 'd'].map((column) => `<foreign-key foreignTable="a"><reference local="${column}" foreign="id"/></foreign-key>`).join('')}</table></database>`,
    table(`<column name="c" type="array" phpName="${long}"/>`),
    table(
      `<column name="c" type="enum" valueSet="a,b" phpName="${long}"/><behavior name="sluggable"/><behavior name="archivable"/>`,
      ` phpName="${long}"`,
    ),
    ...[
      'sortable',
      'versionable',
      'i18n',
      'nested_set',
      'archivable',
      'delegate',
      'concrete_inheritance',
      'query_cache',
    ].map((behavior) =>
      table(`<column name="c" type="integer" phpName="${long}"/><behavior name="${behavior}"/>`, ` phpName="${long}"`),
    ),
  ]
  for (const contents of schemas) {
    const warnings: Diagnostic[] = []
    await buildModel([{ path: 'schema.xml', contents }], {
      config,
      files: inMemory({}),
      onWarning: (warning) => warnings.push(warning),
    }).catch((error) => {
      if (!(error instanceof OrmError)) throw new Error(`${contents.slice(0, 600)}: ${error}`)
      warnings.push(...error.diagnostics)
    })
    t.true(warnings.every(({ place }) => place))
  }
})

test.serial('a configuration of 0.5 MB is read, and a larger one is refused with a place', async (t) => {
  const contents = `${base}#${'x'.repeat(500_000 - base.length - 1)}`
  await t.notThrowsAsync(readConfig({ path: 'orm.yaml', contents }))
  const error = await t.throwsAsync<OrmError>(readConfig({ path: 'orm.yaml', contents: `${contents}x` }))
  t.regex(error.message, /^orm\.yaml:1:1 .*larger than 0\.5 MB/)
})

test.serial('what is not a file is not read', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'orm-limits-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'odd-schema.xml')
  const odd = [() => symlinkSync('/dev/zero', path), () => spawnSync('mkfifo', [path])]
  for (const make of odd) {
    make()
    const error = await t.throwsAsync<OrmError>(findSchemas(folder, disk))
    t.deepEqual(
      error.diagnostics.map(({ code }) => code),
      ['ORM-S002'],
    )
    rmSync(path)
  }
})
