import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestedDatabases } from './database-names.mjs'
import { closeIdle, query } from './query.js'
import { askKeeper } from './servers/ask-keeper.mjs'
import { spend } from './spending.mjs'

export type DatabaseName = import('./database-names.mjs').DatabaseName

/** The databases to test: those in the `DATABASES` variable, or all three. */
export const databases: readonly DatabaseName[] = requestedDatabases()

/** An empty database for one test. */
export interface TestDatabase {
  readonly name: DatabaseName
  /** A PDO DSN, which a configuration may also use. */
  readonly dsn: string
  readonly user: string
  readonly password: string
  drop(): Promise<void>
}

interface Server {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/** Creates an empty database that nobody else uses. Throws if its server is missing: a test never skips silently. */
export function createDatabase(name: DatabaseName): Promise<TestDatabase> {
  return name === 'sqlite' ? createFile() : createOnServer(name)
}

async function createFile(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-sqlite-'))
  return {
    name: 'sqlite',
    dsn: `sqlite:${join(folder, 'test.sqlite')}`,
    user: '',
    password: '',
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

let created = 0

/** By default, PostgreSQL 15 and later write a new database to the WAL, which replicas read; this doubles the processor time. */
let copied = ' STRATEGY file_copy'

async function createOnServer(name: 'pgsql' | 'mysql'): Promise<TestDatabase> {
  const server = await serverOf(name)
  const { user, password } = server
  const database = `orm_test_${process.pid}_${++created}`
  const dsnOf = (dbname: string) => `${name}:host=${server.host};port=${server.port};dbname=${dbname}`
  const main = { name, dsn: dsnOf(server.database), user, password }
  const execute = async (statement: string) => {
    await spend('database', () => query(main, statement))
  }
  await execute(`CREATE DATABASE ${database}${name === 'pgsql' ? copied : ''}`).catch((error: unknown) => {
    if (!/strategy/.test(String(error))) throw error
    copied = ''
    return execute(`CREATE DATABASE ${database}`)
  })
  // PostgreSQL refuses to drop a database with open connections, such as those of a failed test.
  const force = name === 'pgsql' ? ' WITH (FORCE)' : ''
  const address = { name, dsn: dsnOf(database), user, password }
  const drop = async (): Promise<void> => {
    await closeIdle(address)
    await execute(`DROP DATABASE ${database}${force}`)
  }
  return { ...address, drop }
}

async function serverOf(name: 'pgsql' | 'mysql'): Promise<Server> {
  const variable = `ORM_TEST_${name.toUpperCase()}`
  if (process.env[variable] === undefined) Object.assign(process.env, await askKeeper(name))
  return JSON.parse(process.env[variable]!)
}
