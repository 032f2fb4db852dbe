import { memoryFiles } from './memory-files.js'

const config = { orm: { database: { connections: { d: { adapter: 'sqlite', dsn: 'sqlite::memory:' } } } } }

/** An in-memory project that has only a configuration with one SQLite connection, called `d`. */
export const oneConnection = memoryFiles({ 'orm.json': JSON.stringify(config) })
