import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** @typedef {'pgsql' | 'pgsql_replicated' | 'mysql'} ServerName  the second is a primary with a replica */

/**
 * Returns the variables with the addresses of a database's servers; starts them on the first request.
 *
 * @param {ServerName} database
 * @param {string | undefined} [socket]  of the keeper
 * @returns {Promise<Record<string, string>>}
 */
export async function askKeeper(database, socket = process.env.ORM_TEST_KEEPER) {
  if (socket === undefined) {
    throw new Error(
      `No ${database} server: run the tests by "npm test", which starts one, or leave this database out with ` +
        'DATABASES=sqlite.',
    )
  }
  const line = connect(socket)
  line.write(`${database}\n`)
  const { env, error } = JSON.parse(await text(line))
  if (error !== undefined) throw new Error(error)
  return env
}
