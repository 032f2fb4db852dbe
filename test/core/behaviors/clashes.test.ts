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

/** Columns that a behavior alone writes, with a value of the parameter that names them. */
const owned: readonly (readonly [string, string, string])[] = [
  ['sortable', 'rank_column', 'x'],
  ['nested_set', 'level_column', 'x'],
  ['closure_table', 'parent_column', 'x'],
  ['sluggable', 'slug_column', 'x'],
  ['versionable', 'version_column', 'x'],
  ['soft_delete', 'deleted_column', 'x'],
  ['timestampable', 'create_column', 'x'],
  ['timestampable', 'update_column', 'x'],
  ['timestampable', 'on_change', 'x: grp'],
  ['blameable', 'create_column', 'x'],
  ['blameable', 'update_column', 'x'],
]

test('refused: a column that two behaviors would write, in whichever order', async (t) => {
  const pairs = owned.flatMap((one) => owned.filter(([name]) => name !== one[0]).map((other) => [one, other]))
  const messages = await Promise.all(
    pairs.map(async (pair) => {
      const behaviors = pair.map(([name, parameter, value]) => behavior(name, { [parameter]: value })).join('')
      const table = `<table name="t">${id}<column name="grp" type="INTEGER"/>${behaviors}</table>`
      const said = await buildSchema(`<database name="d">${table}</database>`).then(
        () => 'nothing',
        (error: Error) => error.message,
      )
      return `${pair.map(([name, parameter]) => `${name} ${parameter}`).join(' + ')}: ${said}`
    }),
  )
  t.deepEqual(
    messages.filter((message) => !/column "x" is \w+ of behavior "\w+" already/.test(message)),
    [],
  )
})

test('a column that one of two behaviors has switched off is not shared', async (t) => {
  const behaviors =
    behavior('timestampable', { create_column: 'x', disable_created_at: 'true' }) +
    behavior('soft_delete', { deleted_column: 'x' })
  await t.notThrowsAsync(buildSchema(`<database name="d"><table name="t">${id}${behaviors}</table></database>`))
})

test('refused: two tables that are synced with the same one', async (t) => {
  const table = (name: string) =>
    `<table name="${name}">${id}${behavior('synced_table', { table_name: 'both' })}</table>`
  const xml = `<database name="d">${table('a')}${table('b')}</database>`
  const error = await t.throwsAsync(buildSchema(xml), { instanceOf: OrmError })
  t.regex(error!.message, /"both" is already the synced table of table "b"/)
})
