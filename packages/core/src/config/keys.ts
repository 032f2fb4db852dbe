/** The configuration keys as data: what the validator knows. `*` stands for any name. */
export type KeyRule = ScalarRule | ListRule | MapRule

export interface ScalarRule {
  readonly type: 'string' | 'boolean' | 'integer' | 'scalar'
  readonly values?: readonly string[]
  readonly required?: true
}

export interface ListRule {
  readonly type: 'list'
  readonly items: KeyRule
}

export interface MapRule {
  readonly type: 'map'
  readonly keys: Readonly<Record<string, KeyRule>>
  readonly required?: true
}

const string: ScalarRule = { type: 'string' }
const stringList: ListRule = { type: 'list', items: string }
const map = (keys: Record<string, KeyRule>): MapRule => ({ type: 'map', keys })

export const adapters = ['mysql', 'pgsql', 'sqlite', 'mssql', 'oracle'] as const

export type Adapter = (typeof adapters)[number]

/** Other names of adapters: that of the PDO driver for SQL Server. */
export const adapterAliases: Readonly<Record<string, Adapter>> = { sqlsrv: 'mssql' }

const connection = map({
  adapter: { type: 'string', values: [...adapters, ...Object.keys(adapterAliases)], required: true },
  classname: string,
  dsn: { type: 'string', required: true },
  user: string,
  password: string,
  options: map({ '*': { type: 'scalar' } }),
  attributes: map({ '*': { type: 'scalar' } }),
  settings: map({ charset: string, queries: map({ '*': string }) }),
})

const adapterSettings = map({
  mysql: map({ tableType: string, tableEngineKeyword: string, uuidColumnType: string }),
  sqlite: map({ foreignKey: { type: 'scalar' } }),
})

const connectionList = map({ defaultConnection: string, connections: stringList })

export const configKeys: MapRule = map({
  general: map({ project: string }),
  paths: map({ schemaDir: string, phpDir: string, phpConfDir: string, sqlDir: string }),
  database: {
    ...map({ connections: { ...map({ '*': connection }), required: true }, adapters: adapterSettings }),
    required: true,
  },
  runtime: connectionList,
  generator: connectionList,
})
