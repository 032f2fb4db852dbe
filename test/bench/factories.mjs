import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { samplesOn } from '../dist/support/column-kinds.js'
import { root } from '../support/root.mjs'
import { buildProject, phpOptions } from './sortable.mjs'

/** @typedef {import('./run.mjs').Row} Row */

export const title = 'Factories: insert() against multi-row INSERT by hand, processor time, SQLite'

const limit = 1.5

const remark = `Both sides write as many rows of 10 columns in one transaction, 250 with each statement. Both invent their
values: the hand-written side by one expression of plain PHP for each column. The table of a type has 9 columns of it and 10,000 rows. The
fastest of three rounds counts. Both bind bytes one by one: SQLite would not find those again that execute() takes as texts.`

const word = '$words[mt_rand(0, 9)]'
const text = `${word} . ' ' . ${word}`
const second = '1700000000 - mt_rand(0, 94608000)'
const decimal = "sprintf('%.2F', mt_rand(0, 99999) / 100)"
const moment = `gmdate('Y-m-d H:i:s', ${second}) . '.000000'`

/** @type {Record<string, string>} how a value of a type is invented by hand, as PHP; others: a small number */
const byHand = {
  ...Object.fromEntries(['CHAR', 'VARCHAR', 'LONGVARCHAR', 'CLOB'].map((type) => [type, text])),
  ...Object.fromEntries(['NUMERIC', 'DECIMAL', 'REAL', 'FLOAT', 'DOUBLE'].map((type) => [type, decimal])),
  ...Object.fromEntries(['DATETIME', 'TIMESTAMP'].map((type) => [type, moment])),
  BINARY: 'random_bytes(20)',
  DATE: `gmdate('Y-m-d', ${second})`,
  TIME: `gmdate('H:i:s', ${second}) . '.000000'`,
  BOOLEAN: 'mt_rand(0, 1)',
  BOOLEAN_EMU: 'mt_rand(0, 1)',
  ENUM: 'mt_rand(0, 2)',
  UUID: "vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex(random_bytes(16)), 4))",
  UUID_BINARY: 'random_bytes(16)',
}

const usualByHand = [
  `${word} . '.' . ${word} . '@example.org'`,
  word,
  word,
  `ucfirst(${Array(8).fill(word).join(" . ' ' . ")}) . '.'`,
  decimal,
  'mt_rand(0, 1000)',
  'mt_rand(0, 1)',
  'mt_rand(0, 2)',
  moment,
]

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const usual = `<table name="usual">${id}
  <column name="email" type="VARCHAR" size="100" required="true"/>
  <column name="first_name" type="VARCHAR" size="60" required="true"/>
  <column name="city" type="VARCHAR" size="60" required="true"/>
  <column name="description" type="LONGVARCHAR" required="true"/>
  <column name="price" type="DECIMAL" size="10" scale="2" required="true"/>
  <column name="pages" type="INTEGER" required="true"/>
  <column name="is_new" type="BOOLEAN" required="true"/>
  <column name="state" type="ENUM" valueSet="open, paid, sent" required="true"/>
  <column name="created_at" type="TIMESTAMP" required="true"/>
</table>`

const samples = samplesOn('sqlite')

const ofType = samples.map(({ xml }, i) => {
  const columns = Array.from({ length: 9 }, (_, n) =>
    xml.replace(/ (php)?[nN]ame="\w+"/g, '').replace('<column', `<column name="c${n}" required="true"`),
  )
  return `<table name="type${i}">${id}${columns.join('')}</table>`
})

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'orm-factories-'))
  try {
    const project = join(folder, 'project')
    const schema = `<database name="bench" namespace="Bench">${usual}${ofType.join('')}</database>`
    const connection = { adapter: 'sqlite', dsn: `sqlite:${join(folder, 'bench.sqlite')}` }
    buildProject(project, 'bench', schema, connection, { objectModel: { generateFactories: true } })
    const tables = [
      ['100,000 rows of usual columns', 'Usual', 100_000, usualByHand],
      ...samples.map(({ type }, i) => [type, `Type${i}`, 10_000, Array(9).fill(byHand[type] ?? 'mt_rand(0, 99)')]),
    ]
    const script = join(root, 'test/bench/php/factories.php')
    const args = [...phpOptions, script, JSON.stringify(tables)]
    /** @type {Record<string, [number, number]>} */
    const times = JSON.parse(execFileSync('php', args, { cwd: project, encoding: 'utf8' }))
    const rows = Object.entries(times).map(([what, [ours, byHand]]) => ({
      what,
      value: (ours / byHand).toFixed(2),
      limit: `at most ${limit}`,
      detail: `${(1000 * ours).toFixed(0)} ms against ${(1000 * byHand).toFixed(0)} ms`,
      ok: ours / byHand <= limit,
    }))
    return { rows, ok: rows.every(({ ok }) => ok), remark }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
