import { requestedDatabases } from '../database-names.mjs'

/** The databases that the tests of a change run on: those that `DATABASES` names, or SQLite alone, which needs no server. */
export const mutantDatabases = process.env.DATABASES ? requestedDatabases() : [/** @type {const} */ ('sqlite')]
