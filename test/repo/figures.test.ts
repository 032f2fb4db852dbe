import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

const benchmarks = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8')

/** Returns the cells of a row in docs/benchmarks.md. */
function rowOf(work: string): readonly string[] {
  const line = benchmarks.split('\n').find((text) => text.startsWith(`| ${work} |`))
  if (line === undefined) throw new Error(`docs/benchmarks.md has no row "${work}"`)
  return line.split('|').map((cell) => cell.trim())
}

const systems = { sqlite: 'SQLite', pgsql: 'PostgreSQL', mysql: 'MariaDB' }
const works = ['find by key', 'join, hydrate both', 'hydrate 50,000 rows', 'save 10,000 new objects']

/** Returns the rows of the benchmark `peers`, whose last cell is a list such as "Doctrine 9.15, Eloquent 3.07". */
function peers(): string {
  const [, section = ''] = benchmarks.split('\n## Peers')
  const rows = [...section.matchAll(/^\| ([\w ,]+) \| ([\d.]+) \| Doctrine ([\d.]+), Eloquent ([\d.]+)/gm)]
  if (rows.length === 0) throw new Error('docs/benchmarks.md has no section "Peers" with both libraries')
  return `| SQLite in memory | Orm | Doctrine 2.14 | Eloquent 8.83 |
|---|---:|---:|---:|
${rows.map(([, ...cells]) => `| ${cells.join(' | ')} |`).join('\n')}`
}

function figures(): string {
  const rows = works.map((work) => [work, ...Object.keys(systems).map((system) => rowOf(`${system}: ${work}`)[2])])
  const [model] = /\d+ ms/.exec(rowOf('model:build, 1,000 tables').at(-2)!)!
  const watch = rowOf('one of 1,000 tables changed')[2]
  return `| | ${Object.values(systems).join(' | ')} |
|---|---:|---:|---:|
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

The classes of 1,000 tables take ${model} of processor time to build, and one changed table under \`--watch\` ${watch}
([all figures](benchmarks.md), \`npm run bench\`).

The same work by other libraries on one connection, measured by \`npm run bench -- --peers\`:

${peers()}`
}

test('the figures of docs/comparison.md are those of docs/benchmarks.md', (t) => {
  const file = join(root, 'docs/comparison.md')
  const page = readFileSync(file, 'utf8')
  const expected = page.replace(
    /(<!-- figures -->\n)[\s\S]*?(<!-- end -->)/,
    (_, start, end) => `${start}\n${figures()}\n\n${end}`,
  )
  t.true(page.includes('<!-- figures -->'))
  if (process.env.UPDATE_GOLDEN && !process.env.CI) writeFileSync(file, expected)
  else t.is(page, expected)
})
