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

export const adapters = ['mysql', 'pgsql', 'sqlite'] as const

export type Adapter = (typeof adapters)[number]

const connection = map({
  adapter: { type: 'string', values: adapters, required: true },
  classname: string,
  dsn: { type: 'string', required: true },
  user: string,
  password: string,
  attributes: map({ '*': { type: 'scalar' } }),
  settings: map({ charset: string, queries: map({ '*': string }) }),
})

const connectionList = map({ defaultConnection: string, connections: stringList })

export const configKeys: MapRule = map({
  general: map({ project: string }),
  paths: map({ schemaDir: string, phpDir: string, phpConfDir: string, sqlDir: string }),
  database: { ...map({ connections: { ...map({ '*': connection }), required: true } }), required: true },
  runtime: connectionList,
  generator: connectionList,
})
