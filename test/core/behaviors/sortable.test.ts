import test from 'ava'
import { OrmError } from 'orm-core'
import { type BuiltSchema, buildSchema } from 'orm-core/behavior'

const key = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

interface Parts {
  readonly columns?: string
  readonly parameters?: Readonly<Record<string, string>> | string
  readonly more?: string
  readonly namespace?: string
}

const schema = ({ columns = key, parameters = {}, more = '', namespace = '' }: Parts): string => {
  const list =
    typeof parameters === 'string'
      ? parameters
      : Object.entries(parameters)
          .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
          .join('')
  return (
    `<database name="lists" defaultIdMethod="native" namespace="${namespace}"><table name="t">${columns}` +
    `<behavior name="sortable">${list}</behavior></table>${more}</database>`
  )
}

const build = (parts: Parts): Promise<BuiltSchema> => buildSchema(schema(parts))

/** The one problem of a schema. */
async function problem(parts: Parts): Promise<string> {
  try {
    await build(parts)
  } catch (error) {
    if (error instanceof OrmError) {
      return error.diagnostics
        .map(({ code, message, hint }) => `${code} ${message}${hint ? ` (${hint})` : ''}`)
        .join('\n')
    }
    throw error
  }
  return ''
}

const columnsOf = ({ php }: BuiltSchema): string[] =>
  [...php['Map/TTableMap.php']!.matchAll(/^ {8}'\w+' => \['(\w+)', '\w+', '[A-Z]+'/gm)].map(([, name]) => name!)

test('B01: adds a rank column, nothing else', async (t) => {
  const built = await build({})
  t.deepEqual(columnsOf(built), ['id', 'sortable_rank'])
  t.regex(built.sql.sqlite, /sortable_rank\]? INTEGER,?\n/)
  t.notRegex(built.sql.sqlite, /INDEX/)
  t.regex(built.php['Map/TTableMap.php']!, /RANK_COL = 't\.sortable_rank';/)
  t.notRegex(built.php['Map/TTableMap.php']!, /SCOPE_COL/)
  t.notRegex(built.php['Base/TQuery.php']!, /function inList/)
})

test('B02: adds one scope column', async (t) => {
  const built = await build({ parameters: { use_scope: 'true', scope_column: 'grp' } })
  t.deepEqual(columnsOf(built), ['id', 'sortable_rank', 'grp'])
  t.regex(built.php['Map/TTableMap.php']!, /SCOPE_COL = 't\.grp';/)
  t.notRegex(built.php['Map/TTableMap.php']!, /MULTI_SCOPE_COL/)
})

test('B03: uses columns that are there', async (t) => {
  const columns = `${key}<column name="my_rank_column" type="INTEGER" required="true"/><column name="user_id" type="INTEGER" required="true"/>`
  const built = await build({
    columns,
    parameters: { rank_column: 'my_rank_column', use_scope: 'true', scope_column: 'user_id' },
  })
  t.deepEqual(columnsOf(built), ['id', 'my_rank_column', 'user_id'])
  t.regex(built.sql.pgsql, /my_rank_column"? INTEGER NOT NULL/)
})

test('B04: use_scope needs scope_column', async (t) => {
  t.regex(
    await problem({ parameters: { use_scope: 'true' } }),
    /ORM-B001 table "t", behavior "sortable": .*scope_column/,
  )
})

test('B05: scope_column without use_scope is a doubt', async (t) => {
  const built = await build({ parameters: { scope_column: 'grp' } })
  t.deepEqual(columnsOf(built), ['id', 'sortable_rank'])
  t.regex(built.warnings.map(({ code, message }) => `${code} ${message}`).join(), /ORM-B101 .*scope_column/)
})

test('B06: adds several scope columns', async (t) => {
  t.deepEqual(columnsOf(await build({ parameters: { use_scope: 'true', scope_column: 'a, b' } })), [
    'id',
    'sortable_rank',
    'a',
    'b',
  ])
})

test('B07: a list and several parameters mean the same', async (t) => {
  const one = await build({ parameters: { use_scope: 'yes', scope_column: 'a, b' } })
  const parameters =
    '<parameter name="use_scope" value="true"/><parameter name="scope_column" value="a"/><parameter name="scope_column" value="b"/>'
  t.deepEqual((await build({ parameters })).php, one.php)
})

test('B08: scope parameters come in the order of the definition', async (t) => {
  const { php } = await build({ parameters: { use_scope: 'true', scope_column: 'b,a' } })
  t.regex(
    php['Base/TQuery.php']!.replace(/\s+/g, ' '),
    /findOneByRank\(\s?\$rank, \$scopeB = null, \$scopeA = null, \?ConnectionInterface \$con = null,? ?\)/,
  )
})

test('B09: constants of several scope columns', async (t) => {
  const map = (await build({ parameters: { use_scope: 'true', scope_column: 'cat_id,sub_id' } })).php[
    'Map/TTableMap.php'
  ]!
  t.true(map.includes(`SCOPE_COL = '["t.cat_id","t.sub_id"]';`))
  t.true(map.includes('MULTI_SCOPE_COL = true;'))
})

test('B10: another column cannot be called Rank', async (t) => {
  t.regex(
    await problem({ columns: `${key}<column name="rank" type="INTEGER"/>` }),
    /column "rank" and the proxy getRank\(\).*phpName/,
  )
})

test('B12: a rank column with the phpName Rank has one getter', async (t) => {
  const columns = `${key}<column name="pos" phpName="Rank" type="INTEGER"/>`
  const { php } = await build({ columns, parameters: { rank_column: 'pos' } })
  t.is(php['Base/T.php']!.match(/function getRank\(/g)?.length, 1)
})

test('B13, B15: proxies beside the accessors of the column', async (t) => {
  const columns = `${key}<column name="rank" phpName="Place" type="INTEGER"/>`
  const { php } = await build({ columns, parameters: { rank_column: 'rank' } })
  for (const name of ['getRank', 'getPlace', 'setRank', 'setPlace'])
    t.regex(php['Base/T.php']!, new RegExp(`function ${name}\\(`))
  const other = await build({ parameters: { rank_column: 'my_rank_column' } })
  for (const name of ['filterByRank', 'filterByMyRankColumn', 'orderByRank', 'findOneByRank']) {
    t.regex(other.php['Base/TQuery.php']!, new RegExp(`function ${name}\\(`))
  }
})

test('a scope of floating point numbers, which are not found again, is refused', async (t) => {
  for (const type of ['FLOAT', 'REAL', 'DOUBLE']) {
    const columns = `${key}<column name="s" type="${type}"/>`
    const parameters = { use_scope: 'true', scope_column: 's' }
    t.regex(await problem({ columns, parameters }), new RegExp(`scope column "s" is ${type}`))
  }
})

test('B14: a rank is a whole number, and no key', async (t) => {
  const columns = `${key}<column name="r" type="VARCHAR" size="5"/>`
  t.regex(await problem({ columns, parameters: { rank_column: 'r' } }), /rank column "r" is VARCHAR/)
  t.regex(await problem({ parameters: { rank_column: 'id' } }), /cannot be a part of the primary key/)
})

test('B16: shares the scope with nested_set only if it is the same', async (t) => {
  t.regex(
    await problem({
      parameters: { use_scope: 'true', scope_column: 'a' },
      columns: `${key}<behavior name="nested_set"><parameter name="use_scope" value="true"/><parameter name="scope_column" value="b"/></behavior>`,
    }),
    /nested_set/,
  )
})

test('B17: a relation cannot be called Next', async (t) => {
  const columns = `${key}<column name="next_id" type="INTEGER"/><foreign-key foreignTable="t" phpName="Next" refPhpName="Before"><reference local="next_id" foreign="id"/></foreign-key>`
  t.regex(
    await problem({ columns }),
    /ORM-B003 table "t": method "getNext" comes from relation "Next" and from behavior "sortable"/,
  )
})

test('B18: works in a namespace and in none', async (t) => {
  const inside = (await build({ namespace: 'A\\B' })).php
  t.regex(inside['A/B/Base/T.php']!, /use A\\B\\T as ChildT;/)
  t.regex((await build({})).php['Base/T.php']!, /use T as ChildT;/)
})

test('B19: an unknown parameter gets a suggestion', async (t) => {
  t.regex(await problem({ parameters: { rank_colum: 'x' } }), /ORM-S703 .*rank_colum.*rank_column/)
})

test('B20: a table without primary key is refused', async (t) => {
  t.regex(await problem({ columns: '<column name="id" type="INTEGER"/>' }), /needs a primary key/)
})

test('B21: the same schema gives the same bytes', async (t) => {
  const parts = { parameters: { use_scope: 'true', scope_column: 'a,b' } }
  t.deepEqual(await build(parts), await build(parts))
})

test('refuses what else cannot be a list', async (t) => {
  t.regex(await problem({ parameters: { use_scope: 'true', scope_column: 'a,a' } }), /names "a" twice/)
  t.regex(await problem({ parameters: { use_scope: 'true', scope_column: 'sortable_rank' } }), /the rank and a scope/)
  t.regex(
    await problem({ parameters: { lock: 'row' } }),
    /ORM-B002 table "t": parameter "lock" .* must be one of "auto", "table", "none", not "row"/,
  )
  const columns = `${key}<column name="a" type="JSON"/>`
  t.regex(await problem({ columns, parameters: { use_scope: 'on', scope_column: 'a' } }), /"a" is JSON/)
  t.regex(await problem({ columns: `${key}<behavior name="sortable"/>` }), /ORM-S704/)
})

test('a read-only table has the reading methods of queries only', async (t) => {
  const { php } = await buildSchema(schema({}).replace('<table name="t"', '<table name="t" readOnly="true"'))
  t.notRegex(php['Base/T.php']!, /moveUp|SortableTrait/)
  t.regex(php['Base/TQuery.php']!, /findList/)
  t.notRegex(php['Base/TQuery.php']!, /reorder|sortableResequence/)
})

test('B22: options of lists are checked', async (t) => {
  const wrong = (name: string, value: string) => problem({ parameters: { [name]: value } })
  t.regex(await wrong('start', '-1'), /ORM-B002 .*"start".* must be a whole number of 0 or more, not "-1"/)
  t.regex(await wrong('max_members', '0'), /ORM-B002 .*"max_members".* must be a whole number of 1 or more, not "0"/)
  t.regex(await wrong('add_new_at', 'end'), /ORM-B002 .*"add_new_at".* must be one of "top", "bottom", "none"/)
  t.regex(await wrong('touch', 'true'), /ORM-B001 .*touch needs the behavior "timestampable"/)
  const columns = `${key}<column name="place" type="INTEGER" required="true"/>`
  const parameters = { rank_column: 'place', add_new_at: 'none' }
  t.regex(
    await problem({ columns, parameters }),
    /ORM-B001 .*add_new_at is "none", but the rank column "place" is required/,
  )
  t.regex(await wrong('start', '2147483648'), /ORM-B001 .*"sortable_rank" is INTEGER, whose highest rank is 2147483647/)
  const small = { columns: `${key}<column name="place" type="TINYINT"/>` }
  const limits = { rank_column: 'place', start: '0', max_members: '129' }
  t.regex(await problem({ ...small, parameters: limits }), /ORM-B001 .*"place" is TINYINT, whose highest rank is 127/)
  await t.notThrowsAsync(build({ ...small, parameters: { ...limits, max_members: '128' } }))
})

test('B23: options that are not given leave no trace', async (t) => {
  const { php } = await build({})
  t.notRegex(php['Map/TTableMap.php']!, /'start'|'add_new_at'|'max_members'|'touch'/)
  t.regex(php['Base/T.php']!, /listRank\(\) === 1;/)
  t.regex((await build({ parameters: { start: '0' } })).php['Base/T.php']!, /listRank\(\) === 0;/)
})

test('B24: fractional ranks are positions of numbers in a BIGINT column', async (t) => {
  const parameters = { rank_type: 'fractional' }
  const built = await build({ parameters })
  t.regex(built.sql.pgsql, /sortable_rank"? (BIGINT|INT8)/)
  t.regex(built.php['Base/T.php']!, /return \$this->listPosition\(\);/)
  t.regex(built.php['Base/TQuery.php']!, /restrictToPosition\(null, \$rank\)/)
  const columns = (attributes: string) => `${key}<column name="place" ${attributes}/>`
  t.regex(
    await problem({ columns: columns('type="INTEGER"'), parameters: { ...parameters, rank_column: 'place' } }),
    /ORM-B001 .*rank column "place" is INTEGER, but must be BIGINT for fractional ranks/,
  )
  t.regex(
    await problem({
      columns: columns('type="BIGINT" phpName="Rank"'),
      parameters: { ...parameters, rank_column: 'place' },
    }),
    /ORM-B001 .*rank column "place" holds numbers, but getRank\(\) is a position in the list.*set another phpName/,
  )
})

test('the rank and the scope are read with every row, and lazyLoad is warned of', async (t) => {
  const columns = `${key}<column name="place" type="INTEGER" lazyLoad="true"/><column name="grp" type="INTEGER" lazyLoad="true"/>`
  const parameters = { rank_column: 'place', use_scope: 'true', scope_column: 'grp' }
  const { php, warnings } = await build({ columns, parameters })
  t.notRegex(php['Base/T.php']!, /_isLoaded/)
  t.deepEqual(
    warnings.map(({ message }) => /lazyLoad of column "(\w+)" has no effect/.exec(message)?.[1]),
    ['place', 'grp'],
  )
})

test('the database cannot compute the rank or the scope', async (t) => {
  const columns = `${key}<column name="grp" type="INTEGER" generated="id % 3"/>`
  const expected = /ORM-B001 .*column "grp" is generated, so its value is not known before a row is saved/
  t.regex(await problem({ columns, parameters: { rank_column: 'grp' } }), expected)
  t.regex(await problem({ columns, parameters: { use_scope: 'true', scope_column: 'grp' } }), expected)
})
