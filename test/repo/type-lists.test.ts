import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { columnTypes } from '#core/model/index.js'
import { root } from '../support/root.mjs'
import { packageRules } from './import-rules.js'

/** The home of what differs between column types. */
const home = 'packages/core/src/model/types/'

const name = `(?:${Object.keys(columnTypes).join('|')})`
const text = `'${name}'`

/** Matches lists, maps, comparisons and cases with two column types. */
const lists = new RegExp(
  [
    `${text}(?:, [^,'\\n]*)?[\\])]*,\\s*[\\[(]*${text}`,
    `=== ${text}[ )]*(?:\\|\\||\\?[^:\\n]*:)\\s*\\(?[\\w.]+ === ${text}`,
    `!== ${text}[ )]*(?:&&)\\s*\\(?[\\w.]+ !== ${text}`,
    `case ${text}:(?:(?!\\n  \\}|\\bswitch\\b)[^])*?case ${text}:`,
    `[{,]\\s*${name}: [^\\n]*?,\\s*${name}: `,
    `\\(\\?:${name}(?:\\|${name})+\\)`,
  ].join('|'),
  'g',
)

const listsIn = (source: string): string[] =>
  [...source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').matchAll(lists)].map(([found]) => found.replace(/\s+/g, ' '))

/** Lists of words of SQL or other languages, which are no column types. */
const words: Readonly<Record<string, readonly string[]>> = {
  // CURRENT_TIME and the like.
  'packages/core/src/dialects/sqlite/reverse.ts': ['(?:TIME|DATE|TIMESTAMP)'],
}

test('only the records of the column types have lists of types', (t) => {
  const found: Record<string, string[]> = {}
  for (const folder of [...Object.keys(packageRules).map((name) => `packages/${name}/src`), 'packages/studio/page']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = `${folder}/${entry}`
      if (!/\.tsx?$/.test(file) || file.startsWith(home) || /\/reserved-words\.ts$/.test(file)) continue
      const own = listsIn(readFileSync(join(root, file), 'utf8')).filter((list) => !words[file]?.includes(list))
      if (own.length > 0) found[file] = own
    }
  }
  t.deepEqual(found, {})
})

for (const [list, source] of Object.entries({
  array: "const long = ['CLOB', 'BLOB']",
  map: "new Map([['CHAR', 1], ['VARCHAR', 255]])",
  table: '{ CHAR: 1, VARCHAR: 255 }',
  comparison: "type === 'CHAR' || column.type === 'VARCHAR'",
  choice: "type === 'DATE' ? 'date' : type === 'TIME' ? 'time' : 'moment'",
  cases: "switch (type) {\n    case 'INET':\n      return a\n    case 'CIDR':",
  pattern: '/^(?:REAL|FLOAT|DOUBLE)$/.test(type)',
}))
  test(`reported: a list of types as ${list}`, (t) => t.is(listsIn(source).length, 1))
