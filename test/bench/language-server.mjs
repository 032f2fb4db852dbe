import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { SchemaEditorProcess } from '../dist/support/schema-editor.js'
import { median } from './support/measure.mjs'
import { folderInMemory, writeProject } from './support/project.mjs'

/** @typedef {import('./run.mjs').Row} Row */

const remark = `Keys are typed in a table in the middle, whatever the server does meanwhile: a column from its "<" to its "/>", a size, a type and
a foreign table that are deleted and typed anew. A key asks for one of the answers, in turn, and for the problems of the text;
problems of a key that was followed by another one may be those of the later text. Where other programs keep all
processors busy, the clock tells of them, and only the processor time counts against the target.`

/** What an editor waits for while somebody types in the middle of a schema. */
export const title = 'language server: median time of the clock from a key to the answer, one key every 100 ms'

const sizes = [5, 200, 1000]
const answerTarget = 50
const memoryTarget = 300

/** Milliseconds between two keys of a quick typist. */
const pace = 100

/** How often everything is typed; the first time does not count, as the server's code is cold. */
const rounds = 3

/**
 * What is typed in one table: the text behind which it stands, what is there before, and what is there after each key.
 *
 * @typedef {{ behind: string, from: string, states: readonly string[] }} Typing
 */

/**
 * @param {string} foreign  the table that the table refers to
 * @param {string} other  another one
 * @returns {Record<string, Typing>}
 */
const typings = (foreign, other) => ({
  'a column': {
    behind: '<column name="title" type="VARCHAR" size="200" required="true"/>\n    ',
    from: '',
    states: [...writing('<column name="note" type="VARCHAR" size="40" description="Of the shop"/>'), ''],
  },
  'a size': {
    behind: '<column name="code" type="VARCHAR" size="',
    from: '20',
    states: retyping('20', '45', '160', '20'),
  },
  'a type': {
    behind: '<column name="amount" type="',
    from: 'INTEGER',
    states: retyping('INTEGER', 'BIGINT', 'SMALLINT', 'INTEGER'),
  },
  'a foreign table': {
    behind: '<foreign-key foreignTable="',
    from: foreign,
    states: retyping(foreign, other, foreign),
  },
})

/**
 * The states of a text that is typed; an editor closes quotes, so that typing the second one changes nothing.
 *
 * @param {string} text
 */
const writing = (text) =>
  Array.from({ length: text.length }, (_, index) => {
    const begun = text.slice(0, index + 1)
    return begun.split('"').length % 2 === 0 ? `${begun}"` : begun
  }).filter((state, index, states) => state !== states[index - 1])

/**
 * The states of a word that is deleted from its end and replaced by another one, as often as there are words.
 *
 * @param {string} word
 * @param {...string} words
 * @returns {string[]}
 */
function retyping(word, ...words) {
  const [next, ...others] = words
  if (next === undefined) return []
  let same = 0
  while (word[same] === next[same]) same++
  const states = []
  for (let length = word.length - 1; length >= same; length--) states.push(word.slice(0, length))
  for (let length = same + 1; length <= next.length; length++) states.push(next.slice(0, length))
  return [...states, ...retyping(next, ...others)]
}

export async function run() {
  const folder = folderInMemory()
  try {
    /** @type {Row[]} */
    const rows = []
    for (const count of sizes) rows.push(...(await rowsOf(join(folder, String(count)), count)))
    return { rows, ok: rows.every(({ ok }) => ok !== false), remark }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} directory
 * @param {number} count
 * @returns {Promise<Row[]>}
 */
async function rowsOf(directory, count) {
  writeProject(directory, count)
  const path = join(directory, 'schema.xml')
  const memory = join(directory, 'memory.json')
  const collector = join(import.meta.dirname, 'support', 'collected.cjs')
  const execArgv = ['--expose-gc', '--require', collector]
  const editor = await SchemaEditorProcess.greeted({ execArgv, env: { ORM_BENCH_MEMORY: memory } })
  try {
    await editor.open(path, readFileSync(path, 'utf8'))
    await editor.diagnostics(path)
    /** @type {Map<string, number[]>} */
    const answers = new Map()
    /** @type {Map<string, number[]>} */
    const work = new Map()
    for (let round = 0; round < rounds; round++) {
      const middle = count >> 1
      for (const [what, typing] of Object.entries(typings(`table_${middle >> 1}`, `table_${middle + 1}`))) {
        const spent = processorTime(editor)
        const noted = await typeIn(editor, path, `table_${middle}`, typing)
        if (round === 0) continue
        push(work, what, (processorTime(editor) - spent) / typing.states.length)
        for (const [request, times] of Object.entries(noted)) {
          for (const time of times) push(answers, request === 'problems' ? `problems, ${what}` : request, time)
        }
      }
    }
    const { rss } = await collected(editor, memory)
    const peak = Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${editor.process.pid}/status`, 'utf8'))?.[1]) / 1024
    return [
      ...[...answers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, times]) => answerRow(count, what, times, work)),
      {
        what: `memory, ${tables(count)}`,
        value: `${Math.round(rss / 2 ** 20)} MB`,
        limit: `under ${memoryTarget} MB`,
        detail: `after a collection of garbage; at most ${Math.round(peak)} MB`,
        ok: rss / 2 ** 20 < memoryTarget,
      },
    ]
  } finally {
    await editor.stop()
  }
}

/**
 * Types at the pace of a person, whatever the server does, and asks in turn for what editors ask for.
 *
 * @param {SchemaEditorProcess} editor
 * @param {string} path
 * @param {string} table
 * @param {Typing} typing
 */
async function typeIn(editor, path, table, { behind, from, states }) {
  const pieces = {
    completion: '',
    hover: 'name="ti|tle"',
    definition: 'foreignTable="|',
    rename: '<column name="i|d"',
  }
  /** @type {Record<string, number[]>} */
  const noted = { problems: [], ...Object.fromEntries(Object.keys(pieces).map((request) => [request, []])) }
  const text = editor.text(path)
  const inside = text.indexOf(`<table name="${table}"`)
  const start = text.indexOf(behind, inside) + behind.length
  /** @type {Promise<unknown>[]} */
  const waiting = []
  let before = from
  for (const [index, state] of states.entries()) {
    let same = 0
    while (same < before.length && before[same] === state[same]) same++
    let end = 0
    while (end < Math.min(before.length, state.length) - same && before.at(-1 - end) === state.at(-1 - end)) end++
    const cursor = start + state.length - end
    const begin = performance.now()
    await editor.edit(path, start + same, start + before.length - end, state.slice(same, state.length - end))
    const note = (/** @type {string} */ what) => noted[what]?.push(performance.now() - begin)
    waiting.push(editor.diagnostics(path).then(() => note('problems')))
    const [request, piece] = Object.entries(pieces)[index % 4] ?? ['', '']
    const asked = piece === '' ? cursor : editor.offset(path, piece, inside)
    waiting.push(
      editor.askAt(request, path, asked, request === 'rename' ? { newName: 'key' } : {}).then(() => note(request)),
    )
    before = state
    await setTimeout(Math.max(0, begin + pace - performance.now()))
  }
  await Promise.all(waiting)
  return noted
}

/**
 * Milliseconds of all processors that the server has used.
 *
 * @param {SchemaEditorProcess} editor
 */
function processorTime(editor) {
  const fields = readFileSync(`/proc/${editor.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // In hundredths of a second.
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/**
 * Memory of the server without garbage.
 *
 * @param {SchemaEditorProcess} editor
 * @param {string} file  where the server writes it
 * @returns {Promise<NodeJS.MemoryUsage>}
 */
async function collected(editor, file) {
  editor.process.kill('SIGUSR2')
  for (;;) {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      await setTimeout(50)
    }
  }
}

/**
 * @param {number} count
 * @param {string} what
 * @param {readonly number[]} times
 * @param {ReadonlyMap<string, readonly number[]>} work
 * @returns {Row}
 */
function answerRow(count, what, times, work) {
  const value = median(times)
  const most = Math.round(Math.max(...times))
  const spent = work.get(what.replace('problems, ', ''))
  const load = loadavg()[0] ?? 0
  const isBusy = load > availableParallelism()
  const details = [
    `at most ${most} ms`,
    ...(spent ? [`${median(spent).toFixed(0)} ms of processor time for each key`] : []),
    ...(isBusy ? [`${Math.round(load)} programs want a processor`] : []),
  ]
  return {
    what: `${what}, ${tables(count)}`,
    value: `${value.toFixed(0)} ms`,
    limit: `under ${answerTarget} ms`,
    detail: details.join('; '),
    ok: isBusy ? spent === undefined || median(spent) < answerTarget : value < answerTarget,
  }
}

/** @param {number} count */
const tables = (count) => `${count.toLocaleString('en')} tables`

/**
 * @param {Map<string, number[]>} lists
 * @param {string} name
 * @param {number} value
 */
const push = (lists, name, value) => lists.set(name, [...(lists.get(name) ?? []), value])
