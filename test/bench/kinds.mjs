import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callForms } from '../dist/support/call-forms.js'
import { samplesOn } from '../dist/support/column-kinds.js'
import { run as runProgram } from '../support/command.mjs'
import { root } from '../support/root.mjs'

/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {string} column  its name in PHP
 * @property {string} xml
 * @property {string} value  as PHP
 *
 * @typedef {object} Form
 * @property {(column: string, model: string) => string} php  with `$query`, `$value`, `$con` and `$owners`
 * @property {RegExp} [types]  the types that it is for
 */

/** A bench of one type of columns and one way of calling is tuned to: here each scenario meets all of them. */
export const title =
  'kinds: models against the faster of PDO by hand and PDO that fills objects, all types and calls, SQLite in memory'

/** What the worst case of a scenario must keep to. */
const targets = /** @type {const} */ ({
  insert: 2.5,
  'find by key': 2,
  'a number, or no row': null,
  'values and arrays of 5 rows': null,
  'update or delete by a query': null,
  '5 rows or fewer': 2.5,
  '5 rows or fewer, objects in the pool': 2.5,
  join: 3,
  '5,000 rows': 1.5,
  'change, read again or delete an object': null,
  'save 1,000 objects': 1.2,
  append: 2.5,
})

/** @typedef {keyof typeof targets} Scenario */

const remark = `A case is a type of column and a way of calling. Both sides send the same statement; the hand-written one prepares it once. It
makes of a date object or a UUID what the column stores, and binds bytes as bytes; values of conditions are converted before. Rows
have 13 columns. It reads what the driver gives: the model also makes texts of DECIMAL values and of the bytes of UUIDs. Every case
is measured in short rounds that take turns, and the fastest round of each side counts. The value is the worst case.

Before every kind of condition had a plan, \`exists()\` took 20 times as long as by hand on rows of four columns, a clause with a list 12,
a filter of a JSON or SET column 7, \`filterByX(null)\` 6, an alias 9 and a join with an alias 12 times; saving 1,000 objects with
dates took 4 times as long. In a bench of another table, before \`select()\`, \`withColumn()\`, \`groupBy()\`, \`update()\` and \`delete()\` had plans, \`select()\` of one row took
33 times as long, \`withColumn()\` 20, an update 9 to 14, in three statements instead of one, a delete 8, and \`toArray()\` 11 times.
In a bench of 180 calls on a third table, before expressions in \`where()\`, \`having()\`, locks, sub-queries and joins with conditions had plans, \`having()\` took
20 times as long, \`useInOwnerQuery()\` 19, \`useOwnerExistsQuery()\` 10, a query in \`IN\` 10, an \`OR\` or a function in \`where()\` 6, \`addJoin()\` 5,
\`lockForUpdate()\` 5 to 8, \`paginateAfter()\` 10, \`select()\` with \`findTuples()\` 9, and a join of translations 22 to 26 times.

What misses its target, and why:

- A query that finds nothing or one row: PDO needs 1.5 µs for a value and 4.4 µs for an object of one row, the model 3.5 to 4.5 µs more.
  Of these, 0.8 are the query and its condition, 0.4 the shape, 0.1 the look-up of the plan, 0.8 checks in find() and fetch(), 0.7 the
  statement (taken from those that are kept, its value bound and forgotten), 0.3 the pool; no step has more than 0.1 of its own.
  findOneByX() adds 0.7 for a copy of the query and 0.5 for __call(). Five clauses of ARRAY columns, and a filter with asterisks,
  which mean nothing without LIKE, find no row: they are such queries, too.
- An insert takes 8.6 µs where PDO needs 3.2: setters 0.5, the statement 0.7, the new key 0.3, doInsert() 1.2, the log of the transaction
  0.3, the pool 0.2 and its sweeps, the rest save() and saveRow(). A date takes 1.1 more to be checked when it is set, and 1.3 to be
  written: a timestamp took 13.2, and takes 12.3. Bytes took 15.5 as a stream, which the getter makes now, and take 10.2.
- Of one object, delete() took 12 to 15 µs where PDO needs 2.5, and takes 40 % less: it finds the plan that the query with its key has without making
  that query. 2 of the rest are to find out which objects of the pool do not show their rows any more. reload() took 80 µs and takes 16, where PDO needs 5.
- Not in this table, of another one with 13 columns: a delete with archivable takes 16 times as long as by hand, as it reads and saves objects
  of both tables; upsert() 3 times (6 before it had a plan), to check and convert each value; copy() 31 µs, as it goes through getters and setters; a
  parent with five children 3.3 times (each child takes over the key by its setter, which looks for it in the collection).
- \`lockForUpdate()\` reads the values of objects in the pool again. The statement of an on-demand result, and of \`FORMAT_STATEMENT\`, belongs
  to the result and is prepared each time. Queries with \`addSelectQuery()\`, \`setComment()\`,
  \`setIgnoreCase()\` or a PDO type in \`where()\` have no plan.
- A key that is a date finds its object by what the database gives for it, so that each row becomes an object first.
- \`useOwnerQuery()\` makes a query of its own and merges it.
- Arrays are made by the getters of objects, which applications may override: 7 µs for 13 columns, where PDO needs 3 for the row. A row of
  \`select()\` takes 9 µs where PDO needs 2: the same steps as for an object, and 1.3 for the names that are selected.
- An update takes 15 µs where PDO needs 1.5: 3 to check and convert the values that are set, 4 the statement and its shape, 2 to find out which
  objects of the pool do not show their rows any more, the rest the query and its checks. Of a table with four columns, on a busy machine, an update
  by key took 15.4 µs and takes 13.4, and a delete of no row 10.2 and 8.1, since the map of the table is looked for twice instead of five times.
- An append sends as many statements as by hand. In a transaction of the application, where \`BEGIN\` and \`COMMIT\` hide nothing, one of an
  INTEGER scope takes 17 µs: 2 the highest rank (1.2 by hand), 4 what leads to it (scope, lock, what a rollback takes back), 7 the
  row (3 by hand), and SQLite takes 2 to 3 more for each statement that follows the other one, on both sides. A UUID is
  written in one spelling, and a date checked, for the scope and for the row, which takes 3 more.

Tried and left out: values bound by position rather than by name are 0.17 µs faster each, but a kept statement that is bound in both ways
sends an old value. A plan for queries of more than 250 values: SQLite looks for each name of a placeholder among all others,
so that 4,000 filters with \`_or()\` took 1.1 s with a plan and take 0.2 without.
Imports of the functions that PHP compiles to instructions, such as \`is_string()\`, in 40 more files: the same within 5 %.`

/** PDO fills the property of the name. */
const samples = samplesOn('sqlite').map(({ type, column, xml, value }) => {
  return { name: type, column, xml: xml.replace(/name="\w+"/, 'name="value"'), value }
})

/**
 * @param {string} type
 * @param {string} value
 * @param {string} attributes
 */
const kindOf = (type, value, attributes = '') => ({
  name: type,
  column: `Of${type}`,
  xml: `<column name="value" phpName="Of${type}" type="${type}"${attributes}/>`,
  value,
})

/** @type {readonly Kind[]} samples, values that are objects, and types whose values are not compared as they are */
const kinds = [
  ...samples,
  ...samples.flatMap((sample) => {
    const isMoment = /^(DATE|TIME|TIMESTAMP)$/.test(sample.name)
    return isMoment
      ? [{ ...sample, name: `${sample.name} objects`, value: `new DateTimeImmutable(${sample.value})` }]
      : []
  }),
  kindOf('SET', "'a'", ' valueSet="a, b, c"'),
  kindOf('JSON', `'{"a":1}'`),
  kindOf('ARRAY', "'a'"),
  kindOf('VARBINARY', "'by' . chr(0) . 'tes'"),
]

/**
 * What hand-written code makes of values before it stores them, as PHP.
 *
 * @type {Readonly<Record<string, string>>}
 */
const storedByHand = {
  'DATE objects': "$value->format('Y-m-d')",
  'TIME objects': "$value->format('H:i:s.u')",
  'TIMESTAMP objects': "$value->format('Y-m-d H:i:s.u')",
  UUID_BINARY: 'Orm\\Bench\\SampleByHand::uuidBytes($value)',
}

const comparable = /INT|DECIMAL|NUMERIC|REAL|FLOAT|DOUBLE|DATE|TIME|YEAR/
const text = /CHAR|CLOB/

/** @type {Record<string, Form>} */
const forms = {
  ...Object.fromEntries(Object.entries(callForms).map(([name, php]) => [name, { php }])),
  'find($con)': { php: (column) => `$query->filterBy${column}($value)->find($con)` },
  'two filters, find($con)': {
    php: (column) => `$query->filterByName('name')->filterBy${column}($value)->find($con)`,
  },
  'orderBy(), limit()': {
    php: (column) => `$query->filterBy${column}($value)->orderBy${column}()->orderById()->limit(5)->find()`,
  },
  'where(), orderBy(), limit()': {
    php: (column, model) => `$query->where('${model}.${column} >= ?', $value)->orderById()->limit(5)->find()`,
    types: comparable,
  },
  'where() with names of the database': {
    php: (_, model) => `$query->where('${model.toLowerCase()}.value = ?', $value)->find()`,
  },
  'a range': {
    php: (column) => `$query->filterBy${column}(['min' => $value, 'max' => $value])->find()`,
    types: comparable,
  },
  'filterByColumn(null)': { php: (column) => `$query->filterBy${column}(null)->find()` },
  'where() with null': { php: (column, model) => `$query->where('${model}.${column} = ?', null)->find()` },
  'where() IS NULL': { php: (column, model) => `$query->where('${model}.${column} IS NULL')->find()` },
  LIKE: { php: (column) => `$query->filterBy${column}($value, 'LIKE')->find()`, types: text },
  'LIKE by asterisks': { php: (column) => `$query->filterBy${column}('*' . $value . '*')->find()`, types: text },
  'LIKE in where()': {
    php: (column, model) => `$query->where('${model}.${column} LIKE ?', $value)->find()`,
    types: text,
  },
  'two values in where()': {
    php: (column, model) => `$query->where('(${model}.${column} = ? OR ${model}.Id = ?)', [$value, -1])->find()`,
    types: /INT|DECIMAL|NUMERIC|REAL|FLOAT|DOUBLE|DATE|TIME|YEAR|CHAR|CLOB/,
  },
  'an expression in where()': {
    php: (column, model) => `$query->where('COALESCE(${model}.${column}, ?) IS NOT NULL', $value)->limit(5)->find()`,
    types: /INT|DECIMAL|NUMERIC|REAL|FLOAT|DOUBLE|DATE|TIME|YEAR|CHAR|CLOB/,
  },
  'SQL of the caller': {
    php: (column, model) =>
      `$query->filterBy${column}($value)->add('${model.toLowerCase()}.id', '1 = 1', 'CUSTOM')->find()`,
  },
  'a query in a list': {
    php: (column) =>
      `$query->filterBy${column}($value)->filterByOwnerId(Bench\\OwnerQuery::create()->select('Id'), 'IN')->find()`,
  },
  'a query that exists': {
    php: (column) =>
      `$query->filterBy${column}($value)->useOwnerExistsQuery()->filterByName('owner')->endUse()->find()`,
  },
  'a joined column': {
    php: (column) => `$query->filterBy${column}($value)->joinOwner()->where('Owner.Name = ?', 'owner')->find()`,
  },
  'a join with a condition': {
    php: (column) =>
      `$query->filterBy${column}($value)->joinOwner()->addJoinCondition('Owner', 'Owner.Name = ?', 'owner')->find()`,
  },
  'a join of columns': {
    php: (column, model) =>
      `$query->filterBy${column}($value)->addJoin('${model.toLowerCase()}.owner_id', 'owner.id')->find()`,
  },
  'findObjects()': { php: (column) => `$query->filterBy${column}($value)->findObjects()` },
  'lockForUpdate()': { php: (column) => `$query->filterBy${column}($value)->lockForUpdate()->find()` },
  'an object': { php: () => '$query->filterByOwner($owners[0])->find()' },
  'a collection': { php: () => '$query->filterByOwner($owners)->find()' },
  'findOne()': { php: (column) => `$query->filterBy${column}($value)->findOne()` },
}

/** @type {Record<string, (column: string) => string>} ways to ask for no object */
const numbers = {
  'count()': (column) => `$query->filterBy${column}($value)->count()`,
  'exists()': (column) => `$query->filterBy${column}($value)->exists()`,
  'a filter that no row meets': (column) => `$query->filterBy${column}($value, '<>')->find()`,
}

/** @type {Record<string, (column: string, model: string) => string>} ways to ask for values instead of objects */
const selections = {
  'select() of one column': (column) => `$query->filterBy${column}($value)->select('${column}')->find()`,
  'select() of two columns': (column) => `$query->filterBy${column}($value)->select(['Id', '${column}'])->find()`,
  'select(), findOne()': (column) => `$query->filterBy${column}($value)->select(['Id', '${column}'])->findOne()`,
  'withColumn()': (column, model) => `$query->filterBy${column}($value)->withColumn('${model}.C1 + 1', 'More')->find()`,
  'withColumn(), groupBy()': (column, model) =>
    `$query->filterBy${column}($value)->withColumn('COUNT(${model}.Id)', 'Number')->select(['Name', 'Number'])->groupByName()->find()`,
  'find()->toArray()': (column) => `$query->filterBy${column}($value)->find()->toArray()`,
  'having()': (column, model) =>
    `$query->filterBy${column}($value)->withColumn('COUNT(${model}.Id)', 'Number')->select(['Name', 'Number'])` +
    `->groupByName()->having('COUNT(${model}.Id) > ?', 0)->find()`,
  'findTuples() of two columns': (column) =>
    `$query->filterBy${column}($value)->select(['Id', '${column}'])->findTuples()`,
  'findTuples()': (column) => `$query->filterBy${column}($value)->findTuples()`,
}

/** @type {Record<string, (column: string, set: string) => string>} ways to write the rows of a query */
const writes = {
  'update()': (column) => `$query->filterBy${column}($value)->update(['C1' => 8])`,
  'update($con)': (column) => `$query->filterBy${column}($value)->filterByName('name')->update(['C4' => 'text'], $con)`,
  'update() of the column': (column, set) => `$query->filterByOwnerId(1)->update(['${column}' => ${set}])`,
  'delete()': (column) => `$query->filterById(-1)->filterBy${column}($value)->delete()`,
}

/** @type {Record<string, (model: string) => string>} ways to read rows with their owners */
const joins = {
  'joinWithOwner()': () => '->joinWithOwner()',
  'joinWith() by model and relation': (model) => `->joinWith('${model}.Owner')`,
  'joinWith() by relation': () => "->joinWith('Owner')",
  'leftJoinWithOwner()': () => '->leftJoinWithOwner()',
  'innerJoinOwner(), with()': () => "->innerJoinOwner()->with('Owner')",
  'joinOwner() with an alias, with()': () => "->joinOwner('o')->with('o')",
  'useOwnerQuery()': () => "->joinWithOwner()->useOwnerQuery()->filterByName('owner')->endUse()",
  'where() with the owner': () => "->joinWithOwner()->where('Owner.Name = ?', 'owner')",
  'orderBy() with the owner': () => "->joinWithOwner()->orderBy('Owner.Name')",
}

/** @type {readonly Kind[]} columns that are primary keys, or scopes of lists */
const keys = samples.filter(({ name }) => ['INTEGER', 'BIGINT', 'VARCHAR', 'UUID', 'DATE'].includes(name))

export async function run() {
  const project = mkdtempSync(join(tmpdir(), 'orm-kinds-'))
  try {
    const connection = { adapter: 'sqlite', dsn: 'sqlite::memory:' }
    writeFileSync(
      join(project, 'orm.yaml'),
      JSON.stringify({ orm: { database: { connections: { bench: connection } } } }),
    )
    writeFileSync(join(project, 'schema.xml'), schema())
    writeFileSync(join(project, 'cases.php'), cases())
    const orm = join(root, 'packages', 'cli', 'bin', 'orm.js')
    for (const command of ['sql:build', 'model:build', 'config:convert'])
      await succeed(process.execPath, [orm, command], project)
    const settings = ['opcache.enable_cli=1', 'zend.assertions=-1', 'memory_limit=1G'].flatMap((value) => ['-d', value])
    const script = join(import.meta.dirname, 'php', 'kinds.php')
    const ratios = JSON.parse(await succeed('php', [...settings, script, project, 'sqlite'], project))
    const rows = Object.entries(ratios).map(([scenario, byCase]) => rowOf(/** @type {Scenario} */ (scenario), byCase))
    return { rows, ok: rows.every(({ ok }) => ok), remark }
  } finally {
    rmSync(project, { recursive: true })
  }
}

/**
 * @param {Scenario} scenario
 * @param {Record<string, number>} byCase
 */
function rowOf(scenario, byCase) {
  const sorted = Object.entries(byCase).sort(([, a], [, b]) => b - a)
  const [[name, worst] = ['', 0]] = sorted
  const median = sorted[sorted.length >> 1]?.[1] ?? 0
  const target = targets[scenario]
  return {
    what: scenario,
    value: worst.toFixed(2),
    limit: target === null ? '' : `at most ${target}`,
    detail: `median ${median.toFixed(2)} of ${sorted.length} cases; worst: ${name}`,
    ok: target === null || worst <= target,
  }
}

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const name = '<column name="name" type="VARCHAR" size="100"/>'

/** What makes a row as wide as most are. */
const rest = ['INTEGER', 'VARCHAR', 'DOUBLE'].flatMap((type, i) =>
  [1, 2, 3].map(
    (n) => `<column name="c${3 * i + n}" type="${type}" defaultValue="${type === 'VARCHAR' ? 'text' : 7}"/>`,
  ),
)

function schema() {
  const tables = kinds.map(
    ({ xml }, i) => `<table name="kind${i}">${id}${name}${xml}<column name="owner_id" type="INTEGER"/>${rest.join('')}
    <foreign-key foreignTable="owner"><reference local="owner_id" foreign="id"/></foreign-key></table>`,
  )
  const keyed = keys.map(
    ({ xml }, i) => `<table name="key${i}">${xml.replace('/>', ' primaryKey="true"/>')}${name}${rest.join('')}</table>`,
  )
  const lists = keys.map(
    ({ xml }, i) => `<table name="list${i}">${id}${name}${xml}<behavior name="sortable">
    <parameter name="use_scope" value="true"/><parameter name="scope_column" value="value"/>
    </behavior></table>`,
  )
  return `<database name="bench" namespace="Bench"><table name="owner">${id}${name}</table>
  ${[...tables, ...keyed, ...lists].join('\n')}</database>`
}

/** The cases as PHP: what is written about all of them is in kinds.php. */
function cases() {
  const byKind = kinds.map(({ name, column, value }, i) => {
    const model = `Kind${i}`
    const set = /^(SET|ARRAY)$/.test(name) ? '[$value]' : '$value'
    const calls = Object.entries(forms)
      .filter(([, { types }]) => types === undefined || types.test(name))
      .map(([form, { php }]) => closure(form, php(column, model)))
    const joined = Object.entries(joins).map(([form, php]) =>
      closure(form, `$query->filterBy${column}($value)${php(model)}->find()`),
    )
    return `${quoted(name)} => [
      'model' => ${quoted(model)},
      'value' => ${value},
      'stored' => ${storedByHand[name] === undefined ? 'null' : `static fn ($value) => ${storedByHand[name]}`},
      'isBytes' => ${/BINARY/.test(name)},
      'new' => static fn ($value) => (new Bench\\${model}())->setName('name')->set${column}(${set}),
      'set' => static fn ($object, $value) => $object->set${column}($value === null ? null : ${set}),
      'array' => static fn ($value) => ['Name' => 'name', ${quoted(column)} => ${set}, 'OwnerId' => 1],
      'forms' => [${calls.join('\n')}],
      'numbers' => [${Object.entries(numbers)
        .map(([form, php]) => closure(form, php(column)))
        .join('\n')}],
      'selections' => [${Object.entries(selections)
        .map(([form, php]) => closure(form, php(column, model)))
        .join('\n')}],
      'writes' => [${Object.entries(writes)
        .map(([form, php]) => closure(form, php(column, set)))
        .join('\n')}],
      'joins' => [${joined.join('\n')}],
    ],`
  })
  const byKey = keys.map(
    ({ name, column, value }, i) =>
      `${quoted(name)} => [
      'model' => 'Key${i}',
      'list' => 'List${i}',
      'column' => ${quoted(column)},
      'value' => ${value},
    ],`,
  )
  return `<?php\n\nreturn ['kinds' => [${byKind.join('\n')}], 'keys' => [${byKey.join('\n')}]];\n`
}

/**
 * @param {string} form
 * @param {string} php
 */
const closure = (form, php) => `${quoted(form)} => static fn ($query, $value, $con, $owners) => ${php},`

/** @param {string} value */
const quoted = (value) => `'${value}'`

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function succeed(command, args, cwd) {
  const { code, stdout, output } = await runProgram(command, args, { cwd })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed\n${output}`)
  return stdout
}
