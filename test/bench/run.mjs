import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writeReport } from './support/report.mjs'

/**
 * @typedef {object} Row
 * @property {string} what
 * @property {string} value
 * @property {string} [memory]
 * @property {string} [limit]  what the value must keep to
 * @property {string} [detail]  what the value was made from
 * @property {boolean} [ok]
 *
 * @typedef {{ title: string, file?: string, lines: { name: string, points: [number, number][] }[] }} Curve
 * @typedef {{ rows: Row[], ok: boolean, curve?: Curve, remark?: string }} Result  a remark explains what the rows cannot
 * @typedef {{ title: string, run: (options: { peers: boolean }) => Result | Promise<Result> }} Bench
 */

/**
 * Runs every module beside this one, or those that are named, prints a table of each and writes it to
 * docs/benchmarks.md. With --peers, it measures other libraries instead, or beside ours for `request`. With --check, a target that is missed is a
 * failure.
 */
const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' }, peers: { type: 'boolean' } },
  allowPositionals: true,
})
const { peers = false } = values
const named = peers && !positionals.includes('request') ? [...positionals, 'peers'] : positionals
const modules = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
const chosen = modules
  .filter((file) => (named.length === 0 ? file !== 'peers.mjs' : named.includes(file.replace('.mjs', ''))))
  .sort()
if (chosen.length === 0) throw new Error(`there is no bench ${positionals.join(', ')}`)

const results = []
for (const file of chosen) {
  const { title, run } = /** @type {Bench} */ (await import(`./${file}`))
  const result = await run({ peers })
  results.push({ title, ...result })
  // At once, so that results of earlier benches are kept if a later one fails.
  writeReport([{ title, ...result }])
  console.log(`\n${title}`)
  for (const { what, value, memory = '', limit = '', detail = '', ok = true } of result.rows) {
    const missed = ok || limit.endsWith('MISSED') ? '' : ' MISSED'
    const columns = [what.padEnd(32), value.padStart(12), memory.padStart(8), `  ${limit}${missed}`.padEnd(26), detail]
    console.log(`  ${columns.join(' ')}`.trimEnd())
  }
  if (!result.ok) console.log('  NOT WITHIN ITS LIMITS')
}
if (values.check && results.some(({ ok }) => !ok)) process.exitCode = 1
