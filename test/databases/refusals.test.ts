import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { type Config, dialects, loadConfig, OrmError } from 'orm-core'
import { buildParts } from '#core/compile/builds.js'
import { splitStatements } from '#core/dialects/split-statements.js'
import { Source } from '#core/errors/index.js'
import { schemaTypes } from '#core/model/index.js'
import { sql } from '#core/outputs/sql.js'
import { close, connect } from '#database/connect/connect.js'
import { createDatabase, type DatabaseName, databases } from '../support/databases.js'
import { check } from '../support/fuzz.js'
import { memoryFiles } from '../support/memory-files.js'

/**
 * What servers refuse, the compiler refuses first, and it refuses nothing else. `ok`: both take it. A code: both refuse it.
 * A code with a reason behind it: only the compiler does.
 */
type Verdict = string

const key = '<column name="id" type="integer" primaryKey="true"/>'
const counted = '<column name="id" type="integer" primaryKey="true" autoIncrement="true"/>'
const table = (...parts: readonly string[]): string => `<table name="t">${counted}${parts.join('')}</table>`
const column = (name: string, type: string, more = ''): string => `<column name="${name}" type="${type}" ${more}/>`
const ab = column('a', 'INTEGER') + column('b', 'INTEGER')
const range = column('r', 'INT4RANGE')
const index = (attributes: string, columns: string, more = ''): string =>
  `<index ${attributes}><index-column ${columns}/>${more}</index>`
const exclude = (using: string, operator: string, ...columns: readonly string[]): string =>
  `<exclude using="${using}">${columns.map((name) => `<exclude-column name="${name}" operator="${operator}"/>`).join('')}</exclude>`
const view = (name: string, query: string): string =>
  `<view name="${name}"><column name="i" type="INTEGER"/><sql>${query}</sql></view>`
const parts = (type: string, by: string, ...bounds: readonly string[]): string =>
  `<table name="t">${key}${column('k', type, `primaryKey="true" ${type === 'VARCHAR' ? 'size="9"' : ''}`)}
   <partition by="${by}" columns="k">${bounds.map((bound, at) => `<part name="p${at}" ${bound}/>`).join('')}</partition></table>`

const cases: Readonly<Record<string, readonly [xml: string, verdicts: Partial<Record<DatabaseName, Verdict>>]>> = {
  'a sub-query in a check': [table(ab, '<check expression="a &gt; (SELECT 1)"/>'), everywhere('ORM-S319')],
  'a sub-query in a domain': [
    `<domain name="d" type="INTEGER" expression="VALUE &gt; (SELECT 1)"/>${table('<column name="c" domain="d"/>')}`,
    everywhere('ORM-S319'),
  ],
  'an aggregate in a check': [table(ab, '<check expression="max(a) &gt; 1"/>'), everywhere('ORM-S319')],
  'a window in a check': [table(ab, '<check expression="row_number() OVER () &gt; 1"/>'), everywhere('ORM-S319')],
  'the word select in a string': [table(ab, `<check expression="'(select' &lt;&gt; 'over ('"/>`), everywhere('ok')],
  'the present in a check': [
    table(ab, '<check expression="CURRENT_TIMESTAMP IS NOT NULL"/>'),
    { sqlite: 'ok', pgsql: 'ok', mysql: 'ORM-S319' },
  ],
  'the counter in a check': [
    table(ab, '<check expression="id &lt; 100"/>'),
    { sqlite: 'ok', pgsql: 'ok', mysql: 'ORM-S319' },
  ],
  'columns with names of functions in a check': [
    table(column('now', 'INTEGER'), column('rand', 'INTEGER'), '<check expression="now &gt; 1 AND rand &gt; 1"/>'),
    everywhere('ok'),
  ],
  'a generated column of itself': [
    table(ab, column('g', 'INTEGER', 'generated="g + 1"')),
    { sqlite: 'ORM-S320: it says so when a row is written', pgsql: 'ORM-S320', mysql: 'ORM-S320' },
  ],
  'a generated column of one before': [
    table(ab, column('g', 'INTEGER', 'generated="a + 1"'), column('h', 'INTEGER', 'generated="g + 1"')),
    { sqlite: 'ok', pgsql: 'ORM-S320', mysql: 'ok' },
  ],
  'a generated column of one behind': [
    table(ab, column('h', 'INTEGER', 'generated="g + 1"'), column('g', 'INTEGER', 'generated="a + 1"')),
    { sqlite: 'ok', pgsql: 'ORM-S320', mysql: 'ORM-S320' },
  ],
  'two generated columns of each other': [
    table(ab, column('h', 'INTEGER', 'generated="g + 1"'), column('g', 'INTEGER', 'generated="h + 1"')),
    { sqlite: 'ORM-S320: it says so when a row is written', pgsql: 'ORM-S320', mysql: 'ORM-S320' },
  ],
  'a part of a date with the name of a generated column': [
    table(
      column('d', 'DATE'),
      column('year', 'INTEGER', 'generated="1"'),
      column('y', 'INTEGER', 'generated="extract(year FROM d)"'),
    ),
    { pgsql: 'ok', mysql: 'ok' },
  ],
  'a generated column of the present': [
    table(column('g', 'TIMESTAMP', 'generated="CURRENT_TIMESTAMP" stored="true"')),
    everywhere('ORM-S319'),
  ],
  'a generated column of the clock of sqlite': [
    table(column('g', 'VARCHAR', `generated="datetime('now')"`)),
    { sqlite: 'ORM-S319: it says so when a row is written' },
  ],
  'a stored column of one that a key changes': [
    `<table name="u">${key}</table>${table(
      ab,
      column('g', 'INTEGER', 'generated="a" stored="true"'),
      '<foreign-key foreignTable="u" onDelete="setnull"><reference local="a" foreign="id"/></foreign-key>',
    )}`,
    { sqlite: 'ok', pgsql: 'ok', mysql: 'ORM-S320' },
  ],
  'a default of a column behind': [
    table(column('c', 'INTEGER', 'defaultExpr="d + 1"'), column('d', 'INTEGER')),
    { sqlite: 'ORM-S319', pgsql: 'ORM-S319', mysql: 'ORM-S319: MariaDB takes it' },
  ],
  'a default of a query': [table(column('c', 'INTEGER', 'defaultExpr="(SELECT 1)"')), everywhere('ORM-S319')],
  'an index over random numbers': [
    table(ab, '<index><index-column expression="a + random()"/></index>'),
    { sqlite: 'ORM-S319', pgsql: 'ORM-S319' },
  ],
  'an index of the rows of today': [
    table(column('d', 'DATE'), '<index where="d = CURRENT_DATE"><index-column name="d"/></index>'),
    { sqlite: 'ORM-S319', pgsql: 'ORM-S319' },
  ],
  'a unique hash': [
    table(ab, '<unique method="hash"><unique-column name="a"/></unique>'),
    { pgsql: 'ORM-S918', mysql: 'ok' },
  ],
  'a hash of two columns': [
    table(ab, '<index method="hash"><index-column name="a"/><index-column name="b"/></index>'),
    { pgsql: 'ORM-S918', mysql: 'ok' },
  ],
  'a gin over numbers': [table(ab, index('method="gin"', 'name="a"')), { pgsql: 'ORM-S918' }],
  'a gin over numbers with its extension': [
    `<extension name="btree_gin"/>${table(ab, index('method="gin"', 'name="a"'))}`,
    { pgsql: 'ok' },
  ],
  'a unique fulltext': [
    table(column('s', 'VARCHAR'), '<unique method="fulltext"><unique-column name="s"/></unique>'),
    { mysql: 'ORM-S918: the index would not be unique' },
  ],
  'a fulltext over what is not stored': [
    table(
      column('s', 'VARCHAR'),
      column('g', 'VARCHAR', 'generated="s" stored="false"'),
      index('method="fulltext"', 'name="g"'),
    ),
    { mysql: 'ORM-S918' },
  ],
  'a spatial index over NULL': [
    table(column('g', 'GEOMETRY'), index('method="spatial"', 'name="g"')),
    { mysql: 'ORM-S918' },
  ],
  'an exclusion by gin': [table(range, exclude('gin', '&amp;&amp;', 'r')), { pgsql: 'ORM-S912' }],
  'an exclusion by btree that is no equality': [
    table(range, exclude('btree', '&amp;&amp;', 'r')),
    { pgsql: 'ORM-S912' },
  ],
  'an exclusion of numbers by gist': [table(ab, exclude('gist', '=', 'a')), { pgsql: 'ORM-S912' }],
  'an exclusion by btree': [table(ab, exclude('btree', '=', 'a', 'b')), { pgsql: 'ok' }],
  'views in a circle': [
    table() + view('v', 'SELECT i FROM w') + view('w', 'SELECT i FROM v'),
    { sqlite: 'ORM-S321: it says so when it is read', pgsql: 'ORM-S321', mysql: 'ORM-S321' },
  ],
  'a view of itself': [
    table() + view('v', 'SELECT i FROM v'),
    { sqlite: 'ORM-S321: it says so when it is read', pgsql: 'ORM-S321', mysql: 'ORM-S321' },
  ],
  'views with columns of the names of others': [
    table() + view('v', 'SELECT id AS i, 1 AS w FROM t v') + view('w', 'SELECT i FROM v'),
    everywhere('ok'),
  ],
  'a view that names a query like itself': [
    table() + view('v', 'WITH v AS (SELECT id AS i FROM t) SELECT i FROM v'),
    everywhere('ok'),
  ],
  'ranges with rows in common': [
    parts('INTEGER', 'range', 'from="1" to="10"', 'from="9" to="20"'),
    { pgsql: 'ORM-S345', mysql: 'ORM-S345: it has no lower bounds' },
  ],
  'ranges without bounds': [parts('DATE', 'range', '', 'from="2030-01-01"'), { pgsql: 'ORM-S345' }],
  'ranges that touch': [parts('DATE', 'range', 'to="2030-01-01"', 'from="2030-01-01"'), { pgsql: 'ok', mysql: 'ok' }],
  'a day that no month has': [
    parts('DATE', 'range', 'from="2030-01-01" to="2030-02-30"'),
    { pgsql: 'ORM-S345', mysql: 'ORM-S345' },
  ],
  'a number that is too large': [
    parts('INTEGER', 'range', 'from="1" to="99999999999"'),
    { pgsql: 'ORM-S345', mysql: 'ORM-S345' },
  ],
  'a value in two parts': [
    parts('INTEGER', 'list', 'values="1,2"', 'values="02,3"'),
    { pgsql: 'ORM-S345', mysql: 'ORM-S345' },
  ],
  'two cases of a letter in two parts': [
    parts('VARCHAR', 'list', 'values="a"', 'values="A"'),
    { pgsql: 'ok', mysql: 'ORM-S345' },
  ],
  'a hash of bits': [
    `<table name="t"><column name="k" type="BIT"/><partition by="hash" columns="k" parts="2"/></table>`,
    { pgsql: 'ORM-S345', mysql: 'ok' },
  ],
  'a hash of a text': [
    `<table name="t"><column name="k" type="CLOB"/><partition by="hash" columns="k" parts="2"/></table>`,
    { pgsql: 'ok', mysql: 'ORM-S345' },
  ],
  'a sequence with the name of a view': [
    `<sequence name="x" only="pgsql,mysql"/>${table()}${view('x', 'SELECT 1 AS i')}`,
    { sqlite: 'ok', pgsql: 'ORM-S403', mysql: 'ORM-S403' },
  ],
  'a sequence with the name of a table': [
    `<sequence name="t" only="pgsql,mysql"/>${table()}`,
    { sqlite: 'ok', pgsql: 'ORM-S403', mysql: 'ORM-S403: the table takes its place' },
  ],
  'a view with the name of the index of a key': [table() + view('t_pkey', 'SELECT 1 AS i'), { pgsql: 'ORM-S403' }],
  'a unique key with the name of a check': [
    table(ab, '<check name="x" expression="a &gt; 1"/><unique name="x"><unique-column name="a"/></unique>'),
    { sqlite: 'ok', pgsql: 'ORM-S403', mysql: 'ORM-S403' },
  ],
  'a unique key with the name of a foreign key': [
    `<table name="u">${key}</table>${table(
      ab,
      '<foreign-key name="x" foreignTable="u"><reference local="a" foreign="id"/></foreign-key>',
      '<unique name="x"><unique-column name="a"/></unique>',
    )}`,
    { sqlite: 'ok', pgsql: 'ORM-S403', mysql: 'ok' },
  ],
  'parts of two tables with one name': [
    `<table name="v">${key}<partition by="range" columns="id"><part name="a_b" to="5"/></partition></table>
     <table name="v_a">${key}<partition by="range" columns="id"><part name="b" to="5"/></partition></table>`,
    { pgsql: 'ORM-S403', mysql: 'ok' },
  ],
  'a type that a strict table does not have': [
    `<table name="t" strict="true">${key}<column name="c" type="JSON" sqlType="jsonb"/></table>`,
    { sqlite: 'ORM-S322: the column would be REAL' },
  ],
  'arrays with elements of another type': [
    table(column('c', 'INTEGER', 'array="true" default="{1,x}"')),
    { pgsql: 'ORM-S308' },
  ],
  'arrays with elements of their type': [
    table(column('c', 'BOOLEAN', 'array="true" default="{t,NULL,off}"')),
    { pgsql: 'ok' },
  ],
}

function everywhere(verdict: Verdict): Record<DatabaseName, Verdict> {
  return { sqlite: verdict, pgsql: verdict, mysql: verdict }
}

for (const database of databases) {
  test(`${database}: what the server refuses, the compiler refuses first`, async (t) => {
    const server = await serverOf(t, database)
    for (const [title, [xml, verdicts]] of Object.entries(cases)) {
      const verdict = verdicts[database]
      if (verdict === undefined) continue
      const [wanted, reason] = verdict.split(': ')
      const codes = await codesOf(server.config, xml)
      t.deepEqual(codes, wanted === 'ok' ? [] : [wanted!], title)
      const statements = await sqlAnyway(server.config, xml)
      if (statements === undefined) continue
      const said = await server.run(statements)
      t.is(said !== undefined, wanted !== 'ok' && reason === undefined, `${title}: ${said ?? 'the server takes it'}`)
    }
  })
}

/** Types whose columns need an extension before anything else. */
const extensions: Readonly<Record<string, string>> = { CITEXT: 'citext', HSTORE: 'hstore' }

/** An index of any kind over one or two columns of any type. */
const anyIndex = (database: DatabaseName) => {
  const types = schemaTypes.filter((type) => type !== 'GEOMETRY' && dialects[database].hasType(type))
  const anyColumn = fc.record({
    type: fc.constantFrom(...types),
    array: fc.boolean(),
    required: fc.boolean(),
    order: fc.constantFrom('asc', 'desc'),
    nulls: fc.constantFrom('', 'first', 'last'),
  })
  return fc
    .record({
      method: fc.constantFrom('', ...dialects[database].indexes.methods),
      unique: fc.boolean(),
      columns: fc.array(anyColumn, { minLength: 1, maxLength: 2 }),
      include: fc.boolean(),
      extension: fc.constantFrom('', 'btree_gin', 'btree_gist'),
    })
    .map(({ method, unique, columns, include, extension }) => {
      const needed = new Set([...columns.flatMap(({ type }) => extensions[type] ?? []), extension])
      const name = unique ? 'unique' : 'index'
      return [
        ...[...needed].filter((each) => each && database === 'pgsql').map((each) => `<extension name="${each}"/>`),
        `<table name="t">${key}${column('z', 'INTEGER')}`,
        ...columns.map(({ type, array, required }, at) =>
          column(
            `c${at}`,
            type,
            [
              type === 'BINARY' ? 'size="4"' : /^(?:ENUM|SET)$/.test(type) ? 'valueSet="a,b"' : '',
              array ? 'array="true"' : '',
              required ? 'required="true"' : '',
            ].join(' '),
          ),
        ),
        `<${name}${method ? ` method="${method}"` : ''}>`,
        ...columns.map(
          ({ order, nulls }, at) =>
            `<${name}-column name="c${at}" order="${order}"${nulls ? ` nulls="${nulls}"` : ''}/>`,
        ),
        include ? '<index-include name="z"/>' : '',
        `</${name}></table>`,
      ].join('')
    })
}

for (const database of databases) {
  test(`${database}: every index that the compiler accepts is one of the server`, async (t) => {
    const server = await serverOf(t, database)
    await check(
      t,
      { short: 150, long: 10_000 },
      fc.asyncProperty(anyIndex(database), async (xml) => {
        const statements =
          (await codesOf(server.config, xml)).length > 0 ? undefined : await sqlAnyway(server.config, xml)
        const said = statements && (await server.run(statements))
        if (said !== undefined) throw new Error(`${said}: ${xml}`)
      }),
    )
  })
}

interface Server {
  readonly config: Config
  /** What the server has against some statements; none of them lasts. */
  run(statements: readonly string[]): Promise<string | undefined>
}

async function serverOf(t: ExecutionContext, name: DatabaseName): Promise<Server> {
  const database = await createDatabase(name)
  const { dsn, user, password } = database
  const { session } = await connect('test', { adapter: name, classname: '', dsn, user, password }, { create: true })
  t.teardown(async () => {
    await close(session)
    await database.drop()
  })
  const connections = { d: { adapter: name, dsn, user, password } }
  const files = memoryFiles({ 'orm.json': JSON.stringify({ orm: { database: { connections } } }) })
  // DDL of mysql commits by itself.
  const own = /dbname=(\w+)/.exec(dsn)?.[1]
  const [begin, end] =
    name === 'mysql'
      ? [[], [`DROP DATABASE ${own}`, `CREATE DATABASE ${own}`, `USE ${own}`]]
      : [['BEGIN'], ['ROLLBACK']]
  return {
    config: await loadConfig({ files }),
    async run(statements) {
      for (const each of begin) await session.execute(each)
      try {
        for (const each of statements) await session.execute(each)
        return undefined
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      } finally {
        for (const each of end) await session.execute(each)
      }
    },
  }
}

const inputsOf = (xml: string) => [{ path: 'schema.xml', contents: `<database name="d">${xml}</database>` }]

const options = (config: Config) => ({ config, files: memoryFiles({}) })

/** The codes of the errors of a schema, each once. */
async function codesOf(config: Config, xml: string): Promise<string[]> {
  try {
    const warnings: string[] = []
    const onWarning = ({ code }: { readonly code: string }): unknown => warnings.push(code)
    await buildParts(inputsOf(xml), { ...options(config), onWarning, make: ['sql'] })
    // A key that some servers take and others do not, by the length of what is in it.
    return warnings.filter((code) => code === 'ORM-S412')
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    const errors = error.diagnostics.filter(({ severity }) => severity === 'error')
    return [...new Set(errors.map(({ code }) => code))]
  }
}

/**
 * The statements of a schema, also of one that is refused, but for those that begin and end a transaction; undefined where
 * not even classes can be made of it.
 */
async function sqlAnyway(config: Config, xml: string): Promise<string[] | undefined> {
  const output = { ...sql, name: 'anyway', directory: 'anyway' }
  const made = await buildParts(inputsOf(xml), { ...options(config), make: [output] }).catch((error: unknown) => {
    if (error instanceof OrmError) return undefined
    throw error
  })
  if (!made) return undefined
  const { outputs, databases: built } = made
  const file = [...outputs[0]!.files].find(({ path }) => path.endsWith('.sql'))!
  const { statements } = splitStatements(
    new Source('d.sql', String(file.contents)),
    dialects[built[0]!.platform].lexicon,
  )
  return statements.map(({ text }) => text).filter((text) => !/^(?:BEGIN|COMMIT)$/i.test(text))
}
