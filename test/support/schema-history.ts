import type { DatabaseName } from './databases.js'

/**
 * The versions of an application's schema: tables, then changes. Each line is a change:
 *
 *     + team(id +, name v40!)          a new table          - team               drops the table
 *     team > squad                     a new name           team about People    a description
 *     team + city v30=Berlin           a new column         team - city          drops the column
 *     team.name > title                a new name           team.name = v80!     another type
 *     team index name,city             an index             team no index name   drops it; also for `unique`
 *     team ref city_id city cascade    a foreign key        team no ref city_id
 *     team key code                    another primary key
 *     team behavior sortable k=v       a behavior           team no behavior sortable
 *     team schema staff                PostgreSQL only      team option Charset=latin1    MariaDB only
 *
 * A type is one of `types`, with its size; `!` is required, `*` the primary key, `+` an auto-increment key, `=x` a default.
 */
export interface History {
  readonly name: string
  readonly versions: readonly (string | Version)[]
}

export interface Version {
  readonly changes: string
  /** Hand-written statements, which run after the changes. */
  readonly up: readonly string[]
  readonly down: readonly string[]
  /** Applies the effect of these statements to the rows, by table. */
  readonly effect: (rows: ReadonlyMap<string, PlainRow[]>) => void
}

export type PlainRow = Record<string, string>

interface Column {
  type: string
  attributes: Record<string, string>
}

interface Table {
  schema?: string
  description?: string
  readonly columns: Map<string, Column>
  readonly lists: { readonly kind: 'index' | 'unique'; columns: string[] }[]
  readonly references: Map<string, { target: string; readonly onDelete: string | undefined }>
  readonly behaviors: Map<string, Readonly<Record<string, string>>>
  readonly options: Record<string, string>
}

const types: Readonly<Record<string, string>> = {
  i: 'INTEGER',
  si: 'SMALLINT',
  bi: 'BIGINT',
  v: 'VARCHAR',
  c: 'CHAR',
  text: 'LONGVARCHAR',
  d: 'DECIMAL',
  f: 'DOUBLE',
  b: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  ts: 'TIMESTAMP',
  uuid: 'UUID',
  json: 'JSON',
  blob: 'BLOB',
  enum: 'ENUM',
  set: 'SET',
}

/** A schema that changes from version to version. */
export class HistorySchema {
  readonly #vendor: DatabaseName
  readonly #tables = new Map<string, Table>()
  #renames: [table: Table, from: string, to: string][] = []

  constructor(vendor: DatabaseName) {
    this.#vendor = vendor
  }

  /** Applies the changes of a version and returns the renames in the form of `--rename`. */
  change(text: string): string[] {
    this.#renames = []
    const before = new Map([...this.#tables].map(([name, table]) => [table, this.#idOf(name, table)]))
    for (const line of text.split('\n').map((each) => each.trim())) if (line !== '') this.#take(line)
    const moved = [...this.#tables].flatMap(([name, table]) => {
      const [old, now] = [before.get(table), this.#idOf(name, table)]
      return old === undefined || old === now ? [] : [`${old}:${now}`]
    })
    return [...moved, ...this.#renames.map(([table, from, to]) => `${before.get(table)}.${from}:${to}`)]
  }

  get xml(): string {
    const tables = [...this.#tables].map(([name, table]) => this.#written(name, table))
    return `<database name="shop" namespace="App">\n${tables.join('\n')}\n</database>\n`
  }

  #idOf(name: string, { schema }: Table): string {
    return schema === undefined ? name : `${schema}.${name}`
  }

  #take(line: string): void {
    const form = forms.find(([pattern]) => pattern.test(line))
    if (!form) throw new Error(`no change has this form: ${line}`)
    const parts = form[0].exec(line)!.slice(1)
    form[1].call(this, ...parts)
  }

  table(name: string): Table {
    const table = this.#tables.get(name)
    if (!table) throw new Error(`there is no table ${name}`)
    return table
  }

  create(name: string, columns: string): void {
    const table: Table = {
      columns: new Map(),
      lists: [],
      references: new Map(),
      behaviors: new Map(),
      options: {},
    }
    this.#tables.set(name, table)
    for (const text of columns.split(/, */)) {
      const [column, ...spec] = text.split(' ')
      table.columns.set(column!, columnOf(spec.join(' ')))
    }
  }

  drop(name: string): void {
    this.#tables.delete(name)
  }

  renameTable(name: string, to: string): void {
    const entries = [...this.#tables]
    this.#tables.clear()
    for (const [each, table] of entries) {
      this.#tables.set(each === name ? to : each, table)
      for (const reference of table.references.values()) if (reference.target === name) reference.target = to
    }
  }

  renameColumn(name: string, from: string, to: string): void {
    const { columns, lists, references } = this.table(name)
    const entries = [...columns]
    columns.clear()
    for (const [each, column] of entries) columns.set(each === from ? to : each, column)
    for (const list of lists) list.columns = list.columns.map((each) => (each === from ? to : each))
    const reference = references.get(from)
    if (reference) references.set(to, reference)
    references.delete(from)
    this.#renames.push([this.table(name), from, to])
  }

  move(name: string, schema: string): void {
    if (this.#vendor === 'pgsql') this.table(name).schema = schema
  }

  #written(name: string, { schema, description, columns, lists, references, behaviors, options }: Table): string {
    const parameters = (list: Readonly<Record<string, string>>): string =>
      Object.entries(list)
        .map(([key, value]) => `<parameter${attributesOf({ name: key, value })}/>`)
        .join('')
    return [
      `<table${attributesOf({ name, schema, description })}>`,
      ...[...columns].map(
        ([column, { type, attributes }]) => `  <column${attributesOf({ name: column, type, ...attributes })}/>`,
      ),
      ...lists.map(
        ({ kind, columns: parts }) =>
          `  <${kind}>${parts.map((each) => `<${kind}-column name="${each}"/>`).join('')}</${kind}>`,
      ),
      ...[...references].map(([local, { target, onDelete }]) => {
        const foreign = [...this.table(target).columns].filter(([, { attributes }]) => attributes.primaryKey)[0]![0]
        const own = this.table(target).schema
        const foreignSchema = own === schema ? undefined : (own ?? 'public')
        return `  <foreign-key${attributesOf({ foreignTable: target, foreignSchema, onDelete })}><reference local="${local}" foreign="${foreign}"/></foreign-key>`
      }),
      ...[...behaviors].map(([behavior, list]) => `  <behavior name="${behavior}">${parameters(list)}</behavior>`),
      ...(this.#vendor === 'mysql' && Object.keys(options).length > 0
        ? [`  <vendor type="mysql">${parameters(options)}</vendor>`]
        : []),
      '</table>',
    ].join('\n')
  }
}

function columnOf(spec: string): Column {
  const [, word = '', values, size, scale, signs = '', value] =
    /^([a-z]*)(?:\(([^)]*)\)|(\d+)(?:\.(\d+))?)?([*+!]*)(?:=(.*))?$/.exec(spec) ?? []
  const type = word === '' && signs === '+' ? 'INTEGER' : types[word]
  if (type === undefined) throw new Error(`no column has this form: ${spec}`)
  const given = {
    size,
    scale,
    valueSet: values?.replaceAll('|', ', '),
    primaryKey: /[*+]/.test(signs) ? 'true' : undefined,
    autoIncrement: signs.includes('+') ? 'true' : undefined,
    required: signs.includes('!') ? 'true' : undefined,
    ...(value === 'now' ? { defaultExpr: 'CURRENT_TIMESTAMP' } : { defaultValue: value }),
  }
  return {
    type,
    attributes: Object.fromEntries(Object.entries(given).filter(([, each]) => each !== undefined)) as Record<
      string,
      string
    >,
  }
}

const attributesOf = (attributes: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${value.replaceAll('"', '&quot;')}"`]))
    .join('')

const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(' ')
      .filter(Boolean)
      .map((pair) => pair.split('=') as [string, string]),
  )

type Change = (this: HistorySchema, ...parts: string[]) => void

const forms: readonly (readonly [pattern: RegExp, change: Change])[] = [
  [
    /^\+ (\w+)\((.*)\)$/,
    function (name, columns) {
      this.create(name!, columns!)
    },
  ],
  [
    /^- (\w+)$/,
    function (name) {
      this.drop(name!)
    },
  ],
  [
    /^(\w+) > (\w+)$/,
    function (name, to) {
      this.renameTable(name!, to!)
    },
  ],
  [
    /^(\w+) about (.*)$/,
    function (name, text) {
      this.table(name!).description = text!
    },
  ],
  [
    /^(\w+) \+ (\w+) (.*)$/,
    function (name, column, spec) {
      this.table(name!).columns.set(column!, columnOf(spec!))
    },
  ],
  [
    /^(\w+) - (\w+)$/,
    function (name, column) {
      this.table(name!).columns.delete(column!)
    },
  ],
  [
    /^(\w+)\.(\w+) > (\w+)$/,
    function (name, from, to) {
      this.renameColumn(name!, from!, to!)
    },
  ],
  [
    /^(\w+)\.(\w+) = (.*)$/,
    function (name, column, spec) {
      const { columns } = this.table(name!)
      if (!columns.has(column!)) throw new Error(`there is no column ${name}.${column}`)
      columns.set(column!, columnOf(spec!))
    },
  ],
  [
    /^(\w+) (index|unique) (.*)$/,
    function (name, kind, columns) {
      this.table(name!).lists.push({ kind: kind as 'index' | 'unique', columns: columns!.split(',') })
    },
  ],
  [
    /^(\w+) no (index|unique) (.*)$/,
    function (name, kind, columns) {
      const { lists } = this.table(name!)
      const at = lists.findIndex((list) => list.kind === kind && list.columns.join() === columns)
      if (at < 0) throw new Error(`there is no ${kind} of ${name} on ${columns}`)
      lists.splice(at, 1)
    },
  ],
  [
    /^(\w+) ref (\w+) (\w+)(?: (\w+))?$/,
    function (name, column, target, onDelete) {
      this.table(name!).references.set(column!, { target: target!, onDelete })
    },
  ],
  [
    /^(\w+) no ref (\w+)$/,
    function (name, column) {
      this.table(name!).references.delete(column!)
    },
  ],
  [
    /^(\w+) key (.*)$/,
    function (name, columns) {
      for (const [each, { attributes }] of this.table(name!).columns) {
        const isKey = columns!.split(',').includes(each)
        if (isKey) attributes.primaryKey = 'true'
        else delete attributes.primaryKey
        if (!isKey) delete attributes.autoIncrement
      }
    },
  ],
  [
    /^(\w+) behavior (\w+)(.*)$/,
    function (name, behavior, list) {
      this.table(name!).behaviors.set(behavior!, pairsOf(list!))
    },
  ],
  [
    /^(\w+) no behavior (\w+)$/,
    function (name, behavior) {
      this.table(name!).behaviors.delete(behavior!)
    },
  ],
  [
    /^(\w+) schema (\w+)$/,
    function (name, schema) {
      this.move(name!, schema!)
    },
  ],
  [
    /^(\w+) option (.*)$/,
    function (name, list) {
      Object.assign(this.table(name!).options, pairsOf(list!))
    },
  ],
]
