import test from 'ava'
import { buildAll, buildModel, buildSql, type Diagnostic, loadConfig, OrmError } from 'orm-core'
import { memoryFiles } from '../../support/memory-files.js'

const config = (adapter: string) =>
  loadConfig({
    files: memoryFiles({
      'orm.yaml': `orm:\n  database:\n    connections:\n      d: { adapter: ${adapter}, dsn: "${adapter}:x" }\n`,
    }),
  })

const table = (name: string, parts: string) => `<table name="${name}">
  <column name="id" type="integer" primaryKey="true"/>${parts}</table>`

/** What a server would refuse, by the code of the problem. */
const problems: Readonly<Record<string, string>> = {
  'ORM-S304': table('t', '<column name="c" type="varchar" size="99999999"/>'),
  'ORM-S307': table('t', '<column name="c" type="integer" default="1" defaultExpr="1 + 1"/>'),
  'ORM-S402': '<table name="t"><column name="c" type="clob" primaryKey="true"/></table>',
  'ORM-S403': table(
    't',
    '<column name="c" type="integer"/><index name="k"><index-column name="c"/></index><index name="k"><index-column name="id"/><index-column name="c"/></index>',
  ),
  'ORM-S407':
    '<table name="t" idMethod="native"><column name="c" type="varchar" size="9" primaryKey="true" autoIncrement="true"/></table>',
  'ORM-S408': table('t', '<column name="c" type="integer" autoIncrement="true"/>'),
  'ORM-S410': table(
    't',
    '<index><index-column name="nowhere"/></index><unique><unique-column name="nowhere"/></unique>',
  ),
  'ORM-S411': table('t', '<index><index-column name="id"/><index-column name="id"/></index>'),
  'ORM-S507':
    table('a', '') +
    table(
      'b',
      '<column name="r" type="bigint"/><foreign-key foreignTable="a"><reference local="r" foreign="id"/></foreign-key>',
    ),
  'ORM-S508':
    table('a', '') +
    table(
      'b',
      '<column name="r" type="integer" required="true"/><foreign-key foreignTable="a" onDelete="setnull"><reference local="r" foreign="id"/></foreign-key>',
    ),
  'ORM-S509':
    '<table name="a"><column name="x" type="integer" primaryKey="true"/><column name="y" type="integer" primaryKey="true"/></table>' +
    table(
      'b',
      '<column name="r" type="integer"/><foreign-key foreignTable="a"><reference local="r" foreign="x"/><reference local="r" foreign="y"/></foreign-key>',
    ),
  'ORM-S901': table('t', '<column name="c" type="longvarchar" default="x"/>'),
}

for (const [code, tables] of Object.entries(problems)) {
  test(`${code} is a warning where only classes are made, and an error where SQL is`, async (t) => {
    const inputs = [{ path: 'schema.xml', contents: `<database name="d">${tables}</database>` }]
    const options = { config: await config('mysql') }
    const warnings: Diagnostic[] = []
    const files = await buildModel(inputs, { ...options, onWarning: (warning) => warnings.push(warning) })
    t.true(files.length > 3)
    t.like(
      warnings.find((warning) => warning.code === code),
      { severity: 'warning' },
    )
    for (const build of [buildSql, buildAll]) {
      const error = await t.throwsAsync(() => build(inputs, options), { instanceOf: OrmError })
      t.like(
        error!.diagnostics.find((problem) => problem.code === code),
        { severity: 'error' },
      )
    }
    await t.throwsAsync(buildModel(inputs, { ...options, strict: true }), { instanceOf: OrmError })
  })
}
