import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/root.mjs'
import { median } from './support/measure.mjs'
import { folderInMemory } from './support/project.mjs'

/** What a request pays before it has any result, where nothing keeps compiled PHP. */
export const title = 'first query of a process, without opcache, on SQLite; medians of 21 alternating runs'

const php = join(import.meta.dirname, 'php')
const works = /** @type {const} */ (['by hand', 'query', 'save'])
const runs = 21

/** About half of the 56 files of the library that a query loaded once. */
const mostFiles = 32

const remark = `Time is that of the processor for the whole process, the start of PHP included; by hand is a SELECT by PDO, without any class.

Of the files, six are interfaces that applications implement or mention, which have no behaviour. docs/architecture.md shows the way
of a query through the others; fewer files would be files of more than a thousand lines.`

export async function run() {
  const folder = folderInMemory()
  try {
    copyFileSync(join(php, 'schema.xml'), join(folder, 'schema.xml'))
    const connection = { adapter: 'sqlite', dsn: `sqlite:${join(folder, 'bench.db')}` }
    // JSON is YAML.
    writeFileSync(
      join(folder, 'orm.yaml'),
      JSON.stringify({ orm: { database: { connections: { bench: connection } } } }),
    )
    const orm = join(root, 'packages', 'cli', 'bin', 'orm.js')
    for (const command of ['sql:build', 'model:build', 'config:convert', 'sql:insert']) {
      execFileSync(process.execPath, [orm, command], { cwd: folder })
    }
    /** @type {Record<string, { milliseconds: number, files: number, interfaces: number }[]>} */
    const measured = Object.fromEntries(works.map((work) => [work, []]))
    for (let time = 0; time < runs; time++) {
      for (const work of works) measured[work]?.push(firstOf(folder, work))
    }
    const [byHand, query, save] = works.map((work) => median((measured[work] ?? []).map((one) => one.milliseconds)))
    const filesOf = (/** @type {'query' | 'save'} */ work) => measured[work]?.[0] ?? { files: 0, interfaces: 0 }
    const { files, interfaces } = filesOf('query')
    const rows = [
      {
        what: 'files of the library, first query',
        value: String(files),
        limit: `at most ${mostFiles}`,
        detail: `${files - interfaces} with behaviour, ${interfaces} interfaces`,
        ok: files <= mostFiles,
      },
      { what: 'files of the library, first save', value: String(filesOf('save').files) },
      { what: 'first query', value: `${query?.toFixed(1)} ms`, detail: `by hand ${byHand?.toFixed(1)} ms` },
      { what: 'first save', value: `${save?.toFixed(1)} ms` },
    ]
    return { rows, ok: rows.every(({ ok }) => ok !== false), remark }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} folder
 * @param {string} work
 */
function firstOf(folder, work) {
  const args = ['-d', 'opcache.enable_cli=0', '-d', 'zend.assertions=-1', join(php, 'first.php'), folder, work]
  return JSON.parse(execFileSync('php', args, { encoding: 'utf8' }))
}
