import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../../support/root.mjs'
import { drawCurve } from './curve.mjs'

/**
 * Writes what was measured, and on what, to docs/benchmarks.md, and the curve beside it.
 *
 * @param {readonly ({ title: string } & import('../run.mjs').Result)[]} results
 */
export function writeReport(results) {
  const path = join(root, 'docs', 'benchmarks.md')
  const before = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : []
  // By the first word of the heading: benches that did not run keep what they said last.
  const sections = new Map(before.map((text) => [firstWord(text), text.trim()]))
  for (const result of results) sections.set(firstWord(heading(result.title)), section(result))
  const { Request: first, ...rest } = Object.fromEntries(sections)
  const parts = [...(first === undefined ? [] : [first]), ...Object.values(rest)]
  writeFileSync(path, `${['# Benchmarks', introduction(), ...parts].join('\n\n')}\n`)
  for (const { curve } of results) if (curve) writeFileSync(join(root, 'docs', fileOf(curve)), drawCurve(curve))
}

/** @param {import('../run.mjs').Curve} curve */
const fileOf = ({ file = 'benchmarks.svg' }) => file

/** @param {string} text */
const firstWord = (text) => /\w+/.exec(text)?.[0] ?? ''

/** @param {string} title */
const heading = (title) => `## ${title.charAt(0).toUpperCase()}${title.slice(1)}`

function introduction() {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`
  const php = execFileSync('php', ['-r', 'echo PHP_VERSION;'], { encoding: 'utf8' })
  return `Written by \`npm run bench\`; \`npm run bench -- --check\` fails when a target is missed. Values are ratios to the limit that
the heading names unless they have a unit. Measured on ${availableParallelism()} cores with ${memory}, Node ${process.versions.node}, PHP ${php}.

Processor time counts what a process does, whatever else the machine does meanwhile; the time of the clock is given
beside it.`
}

/** @param {{ title: string } & import('../run.mjs').Result} result */
function section({ title, rows, curve, remark }) {
  const optional = /** @type {const} */ (['memory', 'limit', 'detail']).filter((key) => rows.some((row) => row[key]))
  const headings = { memory: 'memory', limit: 'target', detail: 'measured' }
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`
  return [
    `${heading(title)}\n`,
    line(['work', 'value', ...optional.map((key) => headings[key])]),
    line(['---', '---:', ...optional.map(() => '---')]),
    ...rows.map((row) => {
      const missed = row.ok === false && !row.limit?.endsWith('MISSED')
      return line([
        row.what,
        row.value,
        ...optional.map((key) => `${row[key] ?? ''}${key === 'limit' && missed ? ' MISSED' : ''}`),
      ])
    }),
    ...(curve ? [`\n![${curve.title}](${fileOf(curve)})`] : []),
    ...(remark ? [`\n${remark}`] : []),
  ].join('\n')
}
