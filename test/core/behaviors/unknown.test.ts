import test from 'ava'
import { buildModel, type Diagnostic, loadConfig, OrmError } from 'orm-core'
import { buildSchema } from 'orm-core/behavior'
import { oneConnection } from '../../support/one-connection.js'

const schema = (onTable: string, onDatabase = '') => `
  <database name="d">${onDatabase}
    <table name="a"><column name="id" type="INTEGER" primaryKey="true"/>${onTable}</table>
    <table name="b"><column name="id" type="INTEGER" primaryKey="true"/></table>
  </database>`

const refused = async (name: string) => {
  const error = await buildSchema(schema(`<behavior name="${name}"/>`)).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof OrmError ? error.message : String(error)
}

test('an unknown behavior is reported with the places where it was looked for', async (t) => {
  t.regex(await refused('shiny'), /unknown behavior "shiny"; looked for the packages "shiny" and "orm-behavior-shiny"/)
  t.regex(await refused('@us/shiny'), /"@us\/shiny" and "@us\/orm-behavior-shiny"/)
  t.regex(await refused('./shiny.js'), /looked for the file "\.\/shiny\.js" beside "schema\.xml"/)
  t.regex(await refused('/nowhere/shiny.js'), /looked for the file "\/nowhere\/shiny\.js" \(available/)
  t.regex(await refused('timestampabel'), /did you mean "timestampable"|timestampable/)
})

test('B20.1: behaviors that existed once are refused with the way out', async (t) => {
  t.regex(await refused('soft_deletable'), /use soft_delete/)
  t.regex(await refused('query-cache'), /its name is query_cache/)
  t.regex(await refused('SoftDeleteBehavior'), /its name is soft_delete/)
  t.regex(await refused('symfony'), /remove it/)
  t.regex(await refused('symfony_behaviors'), /for dates use timestampable/)
  t.regex(await refused('symfony_i18n'), /use i18n/)
  t.regex(await refused('symfony_i18n_translation'), /use i18n in the main table/)
  t.regex(await refused('symfony_timestampable'), /use timestampable/)
})

test('another spelling of a bundled behavior is refused with its name', async (t) => {
  for (const name of [
    'query-cache',
    'querycache',
    'QueryCache',
    'query cache',
    'QueryCacheBehavior',
    'query_cache_behaviour',
  ]) {
    t.regex(await refused(name), /its name is query_cache\b/, name)
  }
  const known = [
    'sortable',
    'i18n',
    'auto_add_pk',
    'concrete_inheritance',
    'event_dispatcher',
    'synced_table',
    'nested_set',
  ]
  for (const name of known) {
    const camel = name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
    t.regex(
      await refused(`Propel\\Generator\\Behavior\\${camel}\\${camel}Behavior`),
      new RegExp(`its name is ${name}\\b`),
    )
  }
})

test('--ignore-unknown-behaviors is named, and builds without them, with a warning each', async (t) => {
  t.regex(await refused('shiny'), /--ignore-unknown-behaviors builds without it/)
  const inputs = [
    {
      path: 'schema.xml',
      contents: schema(
        '<behavior name="shiny"><parameter name="a" value="b"/></behavior>',
        '<behavior name="symfony_i18n"/>',
      ),
    },
  ]
  const config = await loadConfig({ files: oneConnection })
  const warnings: Diagnostic[] = []
  const options = { config, onWarning: (warning: Diagnostic) => warnings.push(warning) }
  await t.throwsAsync(buildModel(inputs, options), { message: /ORM-S701/ })
  const files = await buildModel(inputs, { ...options, ignoreUnknownBehaviors: true })
  t.true(files.some(({ path }) => path.endsWith('Base/A.php')))
  t.deepEqual(
    warnings.map(({ code, place }) => `${code} ${place?.line}`),
    ['ORM-W702 2', 'ORM-W702 3'],
  )
  t.regex(warnings[0]!.message, /unknown behavior "symfony_i18n"; looked for the packages .*; it is ignored/)
  t.regex(warnings[0]!.hint!, /use i18n/)
  const configured = { ...config, generator: { ...config.generator, ignoreUnknownBehaviors: true } }
  t.is((await buildModel(inputs, { config: configured })).length, files.length)
  await t.throwsAsync(buildModel(inputs, { config: configured, strict: true }), { message: /ORM-W702/ })
})

test('one warning names each unknown behavior, however many there are', async (t) => {
  const names = ['one', 'two', 'three', 'four', 'five']
  const uses = names.map((name) => `<behavior name="${name}y"/>`).join('')
  const tables = ['a', 'b', 'c', 'd'].map(
    (name) => `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/>${uses}</table>`,
  )
  const contents = `<database name="d">${tables.join('')}</database>`
  const warnings: Diagnostic[] = []
  await buildModel([{ path: 'schema.xml', contents }], {
    config: await loadConfig({ files: oneConnection }),
    ignoreUnknownBehaviors: true,
    onWarning: (warning) => warnings.push(warning),
  })
  t.deepEqual(
    warnings.map(({ message, times }) => [/"(\w+)y"/.exec(message)?.[1], times]),
    names.map((name) => [name, 4]),
  )
})

test('B19.1: alternative_coding_standards builds with one warning', async (t) => {
  const use = '<behavior name="alternative_coding_standards"><parameter name="tab_size" value="2"/></behavior>'
  for (const xml of [schema(use), schema('', use)]) {
    const { warnings } = await buildSchema(xml)
    t.is(warnings.filter(({ message }) => message.includes('no effect')).length, 1)
  }
})
