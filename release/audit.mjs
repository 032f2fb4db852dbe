/**
 * Checks what users install with each of our packages, using only the lockfile: how many packages, why each is needed, its
 * license, and whether it runs code on installation. Run with `npm run audit`; --write records the current numbers.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { closureOf, isOwn, root } from './closure.mjs'
import { phpPackages } from './pack.mjs'

const rulesFile = new URL('dependencies.json', import.meta.url)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rules = JSON.parse(readFileSync(rulesFile, 'utf8'))
  if (process.argv.includes('--write')) {
    for (const name of Object.keys(rules.packages)) rules.packages[name] = foreignOf(name).length
    writeFileSync(rulesFile, `${JSON.stringify(rules, null, 2)}\n`)
  }
  const problems = audit(rules, console.log)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}

/**
 * @param {any} rules  as in dependencies.json
 * @param {(line: string) => void} print
 * @returns {string[]} violations of the rules
 */
export function audit(rules, print) {
  const problems = /** @type {string[]} */ ([])
  const unused = new Set(Object.keys(rules.reasons))
  for (const [name, limit] of Object.entries(rules.packages)) {
    const foreign = foreignOf(name)
    if (foreign.length > limit) problems.push(`${name} brings ${foreign.length} packages, ${limit} were agreed on`)
    print(`${name}: ${foreign.length} packages`)
    for (const [direct, group] of Object.entries(groups(foreign))) {
      const reason = rules.reasons[direct]
      unused.delete(direct)
      if (reason === undefined) problems.push(`nobody says why ${direct} is there`)
      print(`  ${direct} (${group.length}): ${reason ?? '?'}`)
    }
    for (const { name: dependency, entry } of foreign) {
      if (!isAllowed(entry.license, rules.licences)) {
        problems.push(`${dependency} has the licence ${entry.license ?? '(none)'}`)
      }
      if (entry.hasInstallScript && !rules.installScripts[dependency]) {
        problems.push(`${dependency} has an install script`)
      }
    }
  }
  for (const name of unused) problems.push(`${name} is gone, its reason is not`)
  return [...problems, ...withoutLicence([...Object.keys(rules.packages), ...phpPackages()])]
}

/** @param {string} name */
function foreignOf(name) {
  return [...closureOf(`packages/${name}`)].filter(([path]) => !isOwn(path)).map(([, installed]) => installed)
}

/** @param {readonly string[]} names */
function withoutLicence(names) {
  const ours = readFileSync(`${root}LICENSE`, 'utf8')
  return names
    .filter((name) => {
      const file = `${root}packages/${name}/LICENSE`
      return !existsSync(file) || readFileSync(file, 'utf8') !== ours
    })
    .map((name) => `packages/${name} has no LICENSE as ours`)
}

/**
 * @param {readonly import('./closure.mjs').Installed[]} installed
 * @returns {Record<string, import('./closure.mjs').Installed[]>}
 */
function groups(installed) {
  /** @type {Record<string, import('./closure.mjs').Installed[]>} */
  const byDirect = {}
  for (const one of installed) {
    byDirect[one.direct] ??= []
    byDirect[one.direct]?.push(one)
  }
  return byDirect
}

/**
 * Returns whether a license is allowed. If a package offers a choice, one allowed license is enough. If it combines licenses,
 * all must be allowed.
 *
 * @param {string | undefined} expression  SPDX expression, such as `(MIT OR WTFPL)`
 * @param {readonly string[]} licences
 */
function isAllowed(expression = '', licences) {
  return expression
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => licences.includes(name)))
}
