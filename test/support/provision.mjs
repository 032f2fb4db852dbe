import { existsSync } from 'node:fs'
import { installPackages } from './apt.mjs'
import { findProgram } from './command.mjs'
import { tools } from './tools.mjs'

/** @typedef {import('./tools.mjs').ToolName} ToolName */
/** @typedef {import('./tools.mjs').Tool} Tool */

/** An error for missing tools that cannot or must not be installed automatically. */
export class ToolsMissing extends Error {}

/**
 * Returns the tools outside npm that are not installed. If they cannot or must not be installed, throws a ToolsMissing.
 *
 * @param {Iterable<ToolName>} names
 * @returns {Promise<Tool[]>}
 */
export async function missingTools(names) {
  const missing = (await inspect(names)).filter(({ found }) => found === undefined)
  if (missing.length > 0 && (!canInstall() || process.env.ORM_NO_INSTALL)) throw new ToolsMissing(explain(missing))
  return missing
}

/**
 * Ensures that all tools outside npm that a run uses are installed.
 *
 * @param {Iterable<ToolName>} names
 * @param {readonly Tool[]} missing  those of them that are not installed
 * @param {(text: string) => void} announce  receives what is installed, why, and how, before the installation starts
 * @returns {Promise<string>} a description of the available tools
 */
export async function provision(names, missing, announce) {
  if (missing.length > 0) {
    const packages = packagesOf(missing)
    announce(
      [
        `Installing ${packages.join(', ')} by apt-get (ORM_NO_INSTALL=1 stops here), as the tests need`,
        ...missing.map(({ name, purpose }) => `  ${name}, which ${purpose}`),
      ].join('\n'),
    )
    const failure = await installPackages(packages)
    if (failure !== undefined) throw new ToolsMissing(`${explain(missing)}\n\napt-get failed:\n${failure}`)
  }
  const all = await inspect(names)
  const still = all.filter(({ found }) => found === undefined)
  if (still.length > 0) throw new ToolsMissing(explain(still))
  return all.flatMap(({ name, found }) => (found ? [`${name.replace(/ .* or later$/, '')} ${found}`] : [])).join(', ')
}

/**
 * @param {Iterable<ToolName>} names
 * @returns {Promise<(Tool & { found: string | undefined })[]>}
 */
const inspect = (names) =>
  Promise.all([...names].map(async (name) => ({ ...tools[name], found: await tools[name].version() })))

/** @param {readonly Tool[]} some */
const packagesOf = (some) => [...new Set(some.flatMap(({ packages }) => packages))]

/** Returns whether Debian or Ubuntu packages can be installed here. */
const canInstall = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined

/** @param {readonly Tool[]} missing */
function explain(missing) {
  const serversOnly = missing.every(({ database }) => database !== undefined)
  return [
    'The tests need what this machine does not have:',
    '',
    ...missing.map(({ name, purpose }) => `  ${name}, which ${purpose}`),
    '',
    'On Debian and Ubuntu this installs it (for root, npm test does so unless ORM_NO_INSTALL is set):',
    '',
    `  sudo apt-get install --no-install-recommends ${packagesOf(missing).join(' ')}`,
    ...(serversOnly ? ['', 'Or test without these servers:', '', '  DATABASES=sqlite npm test'] : []),
  ].join('\n')
}
