interface Used {
  readonly use: string
  /** Columns that the table declares for it. */
  readonly columns?: string
  /** Tables that the behavior refers to. */
  readonly more?: string
}

type Form = (t: string, names: readonly string[]) => Used

/** A list can set dates only where there are some. */
const touch = (names: readonly string[]) => (names.includes('timestampable') ? { touch: 'true' } : {})

/** Versions of a row do not contain its texts, which need their own. */
const versionedTexts = (t: string, names: readonly string[]) =>
  names.includes('i18n') ? `<table name="${t}_i18n">${behavior('versionable')}</table>` : ''

const scope = { use_scope: 'true', scope_column: 'grp' }

/**
 * Behaviors that a table of the test can have, each with one form or several: a choice takes one of them. `t` is the name
 * of the table. Lists of other kinds are behaviors of their own here, because they share little code.
 */
const behaviors: Readonly<Record<string, readonly Form[]>> = {
  timestampable: [
    (_, names) => ({
      use: behavior('timestampable', { touch_on_query_update: 'true' }, [
        ['on_change', names.includes('i18n') ? 'edited_at: title' : 'edited_at: title, body'],
        ['on_change', 'chosen_at: title = bee | cat'],
      ]),
      // MySQL counts the rows that a statement changes: a date with whole seconds may be the one that was there.
      columns: '<column name="updated_at" type="TIMESTAMP" size="6"/>',
    }),
    () => ({ use: behavior('timestampable') }),
  ],
  sluggable: [
    () => ({ use: behavior('sluggable', { slug_pattern: '{Title}', history: 'true' }) }),
    () => ({ use: behavior('sluggable', { slug_pattern: '{Title}' }) }),
    () => ({ use: behavior('sluggable', { slug_pattern: '{Title}', history: 'true', scope_column: 'grp' }) }),
  ],
  sortable: [
    () => ({ use: behavior('sortable', scope) }),
    (_, names) => ({ use: behavior('sortable', { ...scope, ...touch(names), start: '0' }) }),
  ],
  'sortable (new rows)': [
    () => ({ use: behavior('sortable', { ...scope, start: '0', add_new_at: 'top', max_members: '4' }) }),
    () => ({ use: behavior('sortable', { ...scope, start: '5', add_new_at: 'none', max_members: '4' }) }),
  ],
  'sortable (fractional)': [
    (_, names) => ({
      use: behavior('sortable', { ...scope, ...touch(names), rank_type: 'fractional', add_new_at: 'top' }),
    }),
    () => ({ use: behavior('sortable', { ...scope, rank_type: 'fractional', max_members: '5' }) }),
  ],
  nested_set: [() => ({ use: behavior('nested_set') })],
  closure_table: [() => ({ use: behavior('closure_table') })],
  versionable: [
    (t, names) => ({ use: behavior('versionable', { query_versions: 'true' }), more: versionedTexts(t, names) }),
    (t, names) => ({ use: behavior('versionable'), more: versionedTexts(t, names) }),
  ],
  archivable: [() => ({ use: behavior('archivable', { archive_on_update: 'true' }) })],
  i18n: [
    () => ({
      use: behavior('i18n', { i18n_columns: 'body', default_locale: 'en', fallback_locales: 'en' }),
    }),
    () => ({ use: behavior('i18n', { i18n_columns: 'body', default_locale: 'en' }) }),
  ],
  aggregate_column: [
    (t) => ({
      use: behavior('aggregate_column', { name: 'nb', foreign_table: `${t}_part`, expression: 'COUNT(id)' }),
      more: `<table name="${t}_part">${id}<column name="owner_id" type="INTEGER"/>
      <foreign-key foreignTable="${t}" phpName="Owner" refPhpName="Part" onDelete="cascade"><reference local="owner_id" foreign="id"/></foreign-key></table>`,
    }),
  ],
  concrete_inheritance: [
    (t) => ({
      use: behavior('concrete_inheritance', { extends: `${t}_base` }),
      more: `<table name="${t}_base">${id}<column name="note" type="VARCHAR" size="20"/></table>`,
    }),
  ],
  delegate: [
    (t) => ({
      use: behavior('delegate', { to: `${t}_side` }),
      more: `<table name="${t}_side"><column name="id" type="INTEGER" primaryKey="true"/><column name="hint" type="VARCHAR" size="20"/>
      <foreign-key foreignTable="${t}" onDelete="cascade"><reference local="id" foreign="id"/></foreign-key></table>`,
    }),
  ],
  uuid: [() => ({ use: behavior('uuid') })],
  query_cache: [() => ({ use: behavior('query_cache', { backend: 'array' }) })],
  event_dispatcher: [
    () => ({ use: behavior('event_dispatcher', { query_events: 'true' }) }),
    () => ({ use: behavior('event_dispatcher') }),
  ],
  soft_delete: [() => ({ use: behavior('soft_delete') })],
  blameable: [() => ({ use: behavior('blameable') })],
}

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const behavior = (
  name: string,
  parameters: Readonly<Record<string, string>> = {},
  more: readonly (readonly [string, string])[] = [],
) =>
  `<behavior name="${name}">${[...Object.entries(parameters), ...more]
    .map(([key, value]) => `<parameter name="${key}" value="${value}"/>`)
    .join('')}</behavior>`

/** Behaviors of which a table can have one. */
const alternatives = [
  ['nested_set', 'closure_table'],
  ['sortable', 'sortable (new rows)', 'sortable (fractional)'],
]

/** Every choice of so many behaviors, each in all orders: the tables of one choice must hold the same after the same steps. */
export function choices(size: number): string[][][] {
  const names = Object.keys(behaviors)
  const sets = (count: number, from: number): string[][] =>
    count === 0
      ? [[]]
      : names.slice(from).flatMap((name, i) => sets(count - 1, from + i + 1).map((rest) => [name, ...rest]))
  return sets(size, 0)
    .filter((set) => alternatives.every((group) => set.filter((name) => group.includes(name)).length < 2))
    .map((set) => ordersOf(set))
}

const ordersOf = (set: readonly string[]): string[][] =>
  set.length < 2
    ? [[...set]]
    : set.flatMap((first) => ordersOf(set.filter((name) => name !== first)).map((rest) => [first, ...rest]))

/** The form that a behavior has beside certain others, in whichever order they are declared. */
function formOf(name: string, names: readonly string[], seed: number): Form {
  const all = Object.keys(behaviors)
  const ofSet = names.reduce((sum, other) => sum + (all.indexOf(other) + 1) ** 3, 0)
  const forms = behaviors[name]!
  return forms[(Math.imul(seed + ofSet + 17 * all.indexOf(name), 0x9e3779b1) >>> 16) % forms.length]!
}

/** The schema of choices, and the tables of each of them; `seed` chooses the form of each behavior. */
export function orderSchema(chosen: readonly (readonly (readonly string[])[])[], seed: number) {
  const tables: string[][] = []
  const parts: string[] = []
  for (const [i, orders] of chosen.entries()) {
    tables.push(orders.map((_, j) => `t${i}_${j}`))
    for (const [j, names] of orders.entries()) {
      const t = `t${i}_${j}`
      const used = names.map((name) => formOf(name, names, seed)(t, names))
      const isChild = names.includes('concrete_inheritance')
      parts.push(
        ...used.map(({ more = '' }) => more),
        `<table name="${t}">${isChild ? '' : id}<column name="title" type="VARCHAR" size="100" primaryString="true"/>
          <column name="body" type="VARCHAR" size="100"/><column name="grp" type="INTEGER"/>${used.map(({ use, columns = '' }) => columns + use).join('')}</table>`,
      )
    }
  }
  return { tables, schema: `<database name="d" defaultIdMethod="native">${parts.join('\n')}</database>` }
}
