import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema } from 'orm-core/behavior'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const behavior = (name: string, parameters: Readonly<Record<string, string>> = {}, use = '') =>
  `<behavior name="${name}" ${use && `id="${use}"`}>${Object.entries(parameters)
    .map(([key, value]) => `<parameter name="${key}" value="${value}"/>`)
    .join('')}</behavior>`

const cases: Readonly<Record<string, { readonly behaviors: string; readonly problem: RegExp }>> = {
  'a rank that is a number of the tree': {
    behaviors: behavior('sortable', { rank_column: 'place' }) + behavior('nested_set', { left_column: 'Place' }),
    problem: /column "place" is (?:rank_column of behavior "sortable"|left_column of behavior "nested_set") already/,
  },
  'a tree with one number for both sides': {
    behaviors: behavior('nested_set', { left_column: 'side', right_column: 'side' }),
    problem: /column "side" cannot be used twice in a tree/,
  },
  'a version that is a slug': {
    behaviors: behavior('versionable', { version_column: 'x' }) + behavior('sluggable', { slug_column: 'x' }),
    problem: /column "x" is (slug|version)_column of behavior/,
  },
  'a rank that is translated': {
    behaviors: behavior('sortable') + behavior('i18n', { i18n_columns: 'sortable_rank' }),
    problem: /column "sortable_rank" cannot be translated: behavior "sortable" needs it in the main table/,
  },
  'the scope of a list that is translated': {
    behaviors:
      behavior('sortable', { use_scope: 'true', scope_column: 'grp' }) + behavior('i18n', { i18n_columns: 'grp' }),
    problem: /column "grp" cannot be translated: behavior "sortable" needs it/,
  },
  'a cache with a negative lifetime': {
    behaviors: behavior('query_cache', { backend: 'array', lifetime: '-1' }),
    problem: /lifetime.*must be a whole number of 0 or more/,
  },
}

for (const [name, { behaviors, problem }] of Object.entries(cases)) {
  test(`refused: ${name}`, async (t) => {
    const xml = `<database name="d"><table name="t">${id}<column name="grp" type="INTEGER"/>${behaviors}</table></database>`
    const error = await t.throwsAsync(buildSchema(xml), { instanceOf: OrmError })
    t.regex(error!.message, problem)
    t.notRegex(error!.message, /bug in the behavior/)
  })
}

test('refused: two tables that are synced with the same one', async (t) => {
  const table = (name: string) =>
    `<table name="${name}">${id}${behavior('synced_table', { table_name: 'both' })}</table>`
  const xml = `<database name="d">${table('a')}${table('b')}</database>`
  const error = await t.throwsAsync(buildSchema(xml), { instanceOf: OrmError })
  t.regex(error!.message, /"both" is already the synced table of table "b"/)
})
