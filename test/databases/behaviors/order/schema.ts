interface Used {
  readonly use: string
  /** Tables that the behavior refers to. */
  readonly more?: string
}

/** Behaviors that a table of the test can have. `t` is the name of the table. */
const behaviors: Readonly<Record<string, (t: string) => Used>> = {
  timestampable: () => ({ use: behavior('timestampable') }),
  sluggable: () => ({ use: behavior('sluggable', { slug_pattern: '{Title}' }) }),
  sortable: () => ({ use: behavior('sortable', { use_scope: 'true', scope_column: 'grp' }) }),
  nested_set: () => ({ use: behavior('nested_set') }),
  closure_table: () => ({ use: behavior('closure_table') }),
  versionable: () => ({ use: behavior('versionable') }),
  archivable: () => ({ use: behavior('archivable', { archive_on_update: 'true' }) }),
  i18n: () => ({ use: behavior('i18n', { i18n_columns: 'body' }) }),
  aggregate_column: (t) => ({
    use: behavior('aggregate_column', { name: 'nb', foreign_table: `${t}_part`, expression: 'COUNT(id)' }),
    more: `<table name="${t}_part">${id}<column name="owner_id" type="INTEGER"/>
      <foreign-key foreignTable="${t}" phpName="Owner" refPhpName="Part" onDelete="cascade"><reference local="owner_id" foreign="id"/></foreign-key></table>`,
  }),
  concrete_inheritance: (t) => ({
    use: behavior('concrete_inheritance', { extends: `${t}_base` }),
    more: `<table name="${t}_base">${id}<column name="note" type="VARCHAR" size="20"/></table>`,
  }),
  delegate: (t) => ({
    use: behavior('delegate', { to: `${t}_side` }),
    more: `<table name="${t}_side"><column name="id" type="INTEGER" primaryKey="true"/><column name="hint" type="VARCHAR" size="20"/>
      <foreign-key foreignTable="${t}" onDelete="cascade"><reference local="id" foreign="id"/></foreign-key></table>`,
  }),
  uuid: () => ({ use: behavior('uuid') }),
  query_cache: () => ({ use: behavior('query_cache', { backend: 'array' }) }),
  event_dispatcher: () => ({ use: behavior('event_dispatcher') }),
  soft_delete: () => ({ use: behavior('soft_delete') }),
  blameable: () => ({ use: behavior('blameable') }),
}

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const behavior = (name: string, parameters: Readonly<Record<string, string>> = {}) =>
  `<behavior name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<parameter name="${key}" value="${value}"/>`)
    .join('')}</behavior>`

/** Every choice of so many behaviors, each in all orders: the tables of one choice must hold the same after the same steps. */
export function choices(size: number): string[][][] {
  const names = Object.keys(behaviors)
  const sets = (count: number, from: number): string[][] =>
    count === 0
      ? [[]]
      : names.slice(from).flatMap((name, i) => sets(count - 1, from + i + 1).map((rest) => [name, ...rest]))
  const isOneTree = (set: readonly string[]): boolean => !set.includes('nested_set') || !set.includes('closure_table')
  return sets(size, 0)
    .filter(isOneTree)
    .map((set) => ordersOf(set))
}

const ordersOf = (set: readonly string[]): string[][] =>
  set.length < 2
    ? [[...set]]
    : set.flatMap((first) => ordersOf(set.filter((name) => name !== first)).map((rest) => [first, ...rest]))

/** The schema of choices, and the tables of each of them. */
export function orderSchema(chosen: readonly (readonly (readonly string[])[])[]) {
  const tables: string[][] = []
  const parts: string[] = []
  for (const [i, orders] of chosen.entries()) {
    tables.push(orders.map((_, j) => `t${i}_${j}`))
    for (const [j, names] of orders.entries()) {
      const t = `t${i}_${j}`
      const used = names.map((name) => behaviors[name]!(t))
      const isChild = names.includes('concrete_inheritance')
      parts.push(
        ...used.map(({ more = '' }) => more),
        `<table name="${t}">${isChild ? '' : id}<column name="title" type="VARCHAR" size="100" primaryString="true"/>
          <column name="body" type="VARCHAR" size="100"/><column name="grp" type="INTEGER"/>${used.map(({ use }) => use).join('')}</table>`,
      )
    }
  }
  return { tables, schema: `<database name="d" defaultIdMethod="native">${parts.join('\n')}</database>` }
}
