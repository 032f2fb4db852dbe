import { memoryFiles } from './memory-files.js'

const config = { orm: { database: { connections: { d: { adapter: 'sqlite', dsn: 'sqlite::memory:' } } } } }

/** A project in memory that has only a configuration: one connection to SQLite, called `d`. */
export const oneConnection = memoryFiles({ 'orm.json': JSON.stringify(config) })
