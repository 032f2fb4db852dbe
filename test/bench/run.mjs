import { readdirSync } from 'node:fs'

/**
 * @typedef {object} Row
 * @property {string} what
 * @property {string} value
 * @property {string} [memory]
 * @property {string} [limit]  what the value must keep to
 *
 * @typedef {{ rows: Row[], ok: boolean }} Result
 * @typedef {{ title: string, run: () => Result | Promise<Result> }} Bench
 */

/** Runs every module beside this one, or those that are named, and prints a table of each. */
const names = process.argv.slice(2)
const modules = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
const chosen = modules.filter((file) => names.length === 0 || names.includes(file.replace('.mjs', ''))).sort()

let failed = chosen.length === 0
for (const file of chosen) {
  const { title, run } = /** @type {Bench} */ (await import(`./${file}`))
  const { rows, ok } = await run()
  console.log(`\n${title}`)
  for (const { what, value, memory = '', limit = '' } of rows) {
    console.log(`  ${what.padEnd(32)} ${value.padStart(12)} ${memory.padStart(8)}   ${limit}`.trimEnd())
  }
  if (!ok) console.log('  NOT WITHIN ITS LIMITS')
  failed ||= !ok
}
process.exitCode = failed ? 1 : 0
