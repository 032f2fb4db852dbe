/** @typedef {'sqlite' | 'pgsql' | 'mysql'} DatabaseName */

/** @type {readonly DatabaseName[]} */
const allDatabases = ['sqlite', 'pgsql', 'mysql']

/**
 * Returns the databases that the environment requests, such as `DATABASES=sqlite,pgsql`; by default all.
 *
 * @returns {DatabaseName[]}
 */
export function requestedDatabases() {
  const names = (process.env.DATABASES ?? '').split(',').map((name) => name.trim())
  const wanted = names.filter(Boolean)
  const unknown = wanted.filter((name) => !allDatabases.some((known) => known === name))
  if (unknown.length > 0) {
    throw new RangeError(`DATABASES names unknown databases: ${unknown.join(', ')} (known: ${allDatabases.join(', ')})`)
  }
  return allDatabases.filter((name) => wanted.length === 0 || wanted.includes(name))
}
