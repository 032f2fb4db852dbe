import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema } from 'orm-core/behavior'

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
  t.regex(await refused('timestampabel'), /did you mean "timestampable"|timestampable/)
})

test('B20.1: behaviors that existed once are refused with the way out', async (t) => {
  t.regex(await refused('soft_delete'), /use archivable/)
  t.regex(await refused('query-cache'), /it is called query_cache/)
  t.regex(await refused('symfony_i18n'), /use i18n/)
})

test('B19.1: alternative_coding_standards builds with one warning', async (t) => {
  const use = '<behavior name="alternative_coding_standards"><parameter name="tab_size" value="2"/></behavior>'
  for (const xml of [schema(use), schema('', use)]) {
    const { warnings } = await buildSchema(xml)
    t.is(warnings.filter(({ message }) => message.includes('no effect')).length, 1)
  }
})
