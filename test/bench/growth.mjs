import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/root.mjs'
import { measured } from './support/measure.mjs'
import { cleanOutput, folderInMemory, schemaOf, writeProject } from './support/project.mjs'

/** @typedef {import('./support/measure.mjs').Usage} Usage */

/** How the work of a build grows with its schema: 1 is in proportion. */
export const title = 'growth: exponents of processor time and memory of builds, less those of one table'

const orm = join(root, 'packages', 'cli', 'bin', 'orm.js')
const target = 1.1

/** @type {readonly { what: string, sizes: readonly number[], schema: (size: number) => string }[]} */
const kinds = [
  { what: 'columns in each of 20 tables', sizes: [20, 100, 500], schema: wide },
  { what: 'foreign keys to one table', sizes: [100, 1000, 5000], schema: hub },
  { what: 'tables', sizes: [10, 100, 1000, 5000, 20_000], schema: schemaOf },
]

const remark = `An exponent is the worst between two sizes that follow each other: twice the size takes two to the power of it times as long. Of
builds of less than a second, the least of three counts. Exponents below 1 are of code that V8 has not optimized yet when a small build is over.`

export function run() {
  const folder = folderInMemory()
  try {
    writeProject(folder, 1)
    const rows = []
    const lines = []
    for (const command of ['sql:build', 'model:build']) {
      const least = usageOf(folder, command, schemaOf(1))
      for (const { what, sizes, schema } of kinds) {
        const usages = sizes.map((size) => usageOf(folder, command, schema(size)))
        const time = worstExponent(
          sizes,
          usages.map(({ cpu }) => cpu - least.cpu),
        )
        const memory = worstExponent(
          sizes,
          usages.map(({ megabytes }) => megabytes - least.megabytes),
        )
        rows.push({
          what: `${command}, ${what}`,
          value: time?.toFixed(2) ?? '',
          memory: memory?.toFixed(2) ?? '',
          limit: `at most ${target}`,
          detail: sizes.map((size, at) => shown(size, usages[at])).join(', '),
          ok: [time, memory].every((exponent = 0) => exponent <= target),
        })
        if (what === 'tables') lines.push({ name: command, points: pointsOf(sizes, usages) })
      }
    }
    const curve = { title: 'builds, processor time in seconds by number of tables', file: 'growth.svg', lines }
    return { rows, ok: rows.every(({ ok }) => ok), curve, remark }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string} schema
 */
function usageOf(cwd, command, schema) {
  writeFileSync(join(cwd, 'schema.xml'), schema)
  const build = () => {
    cleanOutput(cwd)
    return measured({ args: [orm, command], cwd })
  }
  const first = build()
  // What small builds take is little more than what one table takes, and noise counts for much in the difference.
  if (first.cpu >= 1000) return first
  return [first, build(), build()].reduce((least, usage) => (usage.cpu < least.cpu ? usage : least))
}

/**
 * What is too small to be told from noise has no exponent.
 *
 * @param {readonly number[]} sizes
 * @param {readonly number[]} values  milliseconds or megabytes
 */
function worstExponent(sizes, values) {
  const exponents = sizes.slice(1).flatMap((size, at) => {
    const [before = 0, after = 0] = values.slice(at, at + 2)
    return before < 20 ? [] : Math.log(after / before) / Math.log(size / (sizes[at] ?? size))
  })
  return exponents.length === 0 ? undefined : Math.max(...exponents)
}

/** @param {number} size @param {Usage} [usage] */
const shown = (size, usage) =>
  `${size.toLocaleString('en')}: ${usage?.cpu.toFixed(0)} ms and ${usage?.megabytes.toFixed(0)} MB`

/**
 * @param {readonly number[]} sizes
 * @param {readonly Usage[]} usages
 * @returns {[number, number][]}
 */
const pointsOf = (sizes, usages) => sizes.map((size, at) => [size, (usages[at]?.cpu ?? 0) / 1000])

/** @param {number} columns */
function wide(columns) {
  const others = Array.from(
    { length: columns - 1 },
    (_, at) => `<column name="column_${at}" type="${['INTEGER', 'DATE', 'VARCHAR'][at % 3]}"/>`,
  )
  const tables = Array.from({ length: 20 }, (_, at) => tableOf(`table_${at}`, others.join('\n')))
  return databaseOf(tables)
}

/** @param {number} keys */
function hub(keys) {
  const key = `<column name="hub_id" type="INTEGER"/>
<foreign-key foreignTable="hub"><reference local="hub_id" foreign="id"/></foreign-key>`
  return databaseOf([tableOf('hub', ''), ...Array.from({ length: keys }, (_, at) => tableOf(`table_${at}`, key))])
}

/** @param {string} name @param {string} more */
const tableOf = (name, more) =>
  `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${more}</table>`

/** @param {readonly string[]} tables */
const databaseOf = (tables) => `<database name="shop" namespace="Shop">\n${tables.join('\n')}\n</database>\n`
