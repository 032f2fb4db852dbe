import { requestedDatabases } from '../database-names.mjs'

/** The databases for the tests of a change: those in the `DATABASES` variable, or only SQLite, which needs no server. */
export const mutantDatabases = process.env.DATABASES ? requestedDatabases() : [/** @type {const} */ ('sqlite')]
