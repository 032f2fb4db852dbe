import { dialects, significantTokens, unquotedName } from 'orm-core/internal'
import type { Row } from '../../session/session.js'
import { type CatalogQuery, text, triggerLeftOut } from '../catalog-reader.js'
import { type Item, partsOf } from '../definitions.js'

type Notice = (text: string) => void

/** Reports what no schema can express and the catalog of columns and indexes does not show. */
export async function tellOfLosses(
  query: CatalogQuery['query'],
  tables: readonly Row[],
  indexes: (table: unknown) => readonly Row[],
  notice: Notice,
): Promise<void> {
  const [user] = await query('SELECT CURRENT_USER() AS name')
  for (const { name, type } of tables.filter((table) => table.type !== 'SEQUENCE')) {
    const statement = await statementOf(query, String(name))
    // The catalog may list tables that the server cannot open.
    if (statement === undefined) continue
    const hashed = indexes(name).flatMap((row) => (row.type === 'HASH' ? String(row.name) : []))
    const losses = type === 'VIEW' ? viewLosses(statement, String(user?.name)) : tableLosses(statement, new Set(hashed))
    for (const loss of losses) notice(`${name}${loss}`)
  }
  const triggers = await query(
    `SELECT EVENT_OBJECT_TABLE AS \`table\`, TRIGGER_NAME AS name FROM information_schema.TRIGGERS
     WHERE EVENT_OBJECT_SCHEMA = DATABASE() ORDER BY 1, 2`,
  )
  for (const { table, name } of triggers) notice(triggerLeftOut(table, name))
  const others = await query(
    `SELECT ROUTINE_NAME AS name, LOWER(ROUTINE_TYPE) AS type FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()
     UNION ALL SELECT EVENT_NAME, 'event' FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE() ORDER BY 1, 2`,
  )
  for (const { name, type } of others) notice(`${name}: the ${type} is omitted`)
  const rights = await query(
    `SELECT TABLE_NAME AS \`table\`, GRANTEE AS user FROM information_schema.TABLE_PRIVILEGES WHERE TABLE_SCHEMA = DATABASE()
     UNION SELECT TABLE_NAME, GRANTEE FROM information_schema.COLUMN_PRIVILEGES WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1, 2`,
  )
  for (const { table, user: grantee } of rights) notice(`${table}: the privileges of ${grantee} are omitted`)
}

async function statementOf(query: CatalogQuery['query'], table: string): Promise<string | undefined> {
  const rows = await query(`SHOW CREATE TABLE ${dialects.mysql.quote(table)}`).catch(() => [])
  const statement = text(rows[0]?.['Create Table'] ?? rows[0]?.['Create View'])
  // The server puts syntax into comments if only newer versions or one of the vendors understand it.
  return statement?.replace(/\/\*(?:M?!\d*) *((?:[^*]|\*(?!\/))*?) *\*\//g, '$1')
}

function viewLosses(statement: string, user: string): string[] {
  const [, algorithm] = /^CREATE ALGORITHM=(MERGE|TEMPTABLE) /.exec(statement) ?? []
  const [, definer = user] = /^CREATE (?:ALGORITHM=\w+ )?DEFINER=((?:`(?:[^`]|``)*`|[^`\s])+) /.exec(statement) ?? []
  const name = definer.replaceAll('`', '')
  return [
    ...(algorithm === undefined ? [] : [`: ALGORITHM=${algorithm} is omitted`]),
    ...(name === user ? [] : [`: DEFINER=${name} is omitted`]),
  ]
}

const bare = (item: Item | undefined): string => unquotedName(item?.text ?? '')

/** https://mariadb.com/kb/en/create-table/ and https://dev.mysql.com/doc/refman/8.4/en/create-table.html */
function tableLosses(statement: string, hashed: ReadonlySet<string>): string[] {
  const [items = []] = partsOf(statement, dialects.mysql)
  const list = items.findIndex(({ inner }) => inner !== undefined)
  const definitions = partsOf(items[list]?.inner ?? '', dialects.mysql)
  return [
    ...definitions.flatMap((definition) => {
      const [first] = definition
      if (first?.word === '') return columnLosses(definition)
      if (first?.word === 'PERIOD') return periodLosses(definition)
      if (first?.word === 'CONSTRAINT') return constraintLosses(definition)
      return indexLosses(definition, hashed)
    }),
    ...optionLosses(items.slice(list + 1)),
  ]
}

/** Keywords that occur only in one clause of a column, outside of parentheses, with the number of items after them. */
const columnClauses: readonly (readonly [words: string, arguments: number])[] = [
  ['COMPRESSED', 0],
  ['WITHOUT SYSTEM VERSIONING', 0],
  ['COLUMN_FORMAT', 1],
  ['STORAGE', 1],
  ['ENGINE_ATTRIBUTE', 2],
  ['SECONDARY_ENGINE_ATTRIBUTE', 2],
  ['REF_SYSTEM_ID', 2],
]

function columnLosses([name, ...items]: readonly Item[]): string[] {
  const found = columnClauses.flatMap(([words, count]) => {
    const expected = words.split(' ')
    const at = items.findIndex((_, start) => expected.every((word, offset) => items[start + offset]?.word === word))
    return at < 0 ? [] : [textOf(items.slice(at, at + expected.length + count))]
  })
  return [...found, ...attributesOf(items)].map((clause) => `.${bare(name)}: ${clause} is omitted`)
}

/** Returns attributes of the storage engine: a quoted name with a value. */
const attributesOf = (items: readonly Item[]): string[] =>
  items.flatMap(({ text: each }, at) =>
    each.startsWith('`') && items[at + 1]?.text === '=' ? [textOf(items.slice(at, at + 3))] : [],
  )

const textOf = (items: readonly Item[]): string =>
  items
    .map(({ text: each }) => each)
    .join(' ')
    .replaceAll(' = ', '=')

/** Reports a period, which is read as a check that its first column is less than its second. */
const periodLosses = ([, , name]: readonly Item[]): string[] =>
  name?.word === 'SYSTEM_TIME' ? [] : [`: PERIOD FOR ${dialects.mysql.quote(bare(name))} becomes a check`]

const constraintLosses = ([, name, ...items]: readonly Item[]): string[] =>
  items.at(-1)?.word === 'ENFORCED' ? [`: NOT ENFORCED of the check ${bare(name)} is omitted`] : []

/** Reports the losses of `UNIQUE KEY name (list) options`. The reader of indexes reports what the catalog contains. */
function indexLosses(items: readonly Item[], hashed: ReadonlySet<string>): string[] {
  const at = items.findIndex(({ inner }) => inner !== undefined)
  const name = items[at - 1]?.word === 'KEY' ? 'PRIMARY' : bare(items[at - 1])
  const options = items.slice(at + 1)
  const value = (word: string, count: number): string[] => {
    const place = options.findIndex((item) => item.word === word)
    return place < 0 ? [] : [textOf(options.slice(place, place + count))]
  }
  const overlaps = /\bWITHOUT OVERLAPS$/.test(
    significantTokens(items[at]?.inner ?? '', dialects.mysql.lexicon).join(' '),
  )
  const losses = [
    ...(overlaps ? ['WITHOUT OVERLAPS'] : []),
    // The server itself creates a hash for a long unique key.
    ...value('USING', 2).filter((using) => using === 'USING HASH' && !hashed.has(name)),
    ...value('KEY_BLOCK_SIZE', 3),
    ...value('PARSER', 2).map((parser) => `WITH ${parser}`),
    ...value('ENGINE_ATTRIBUTE', 3),
    ...value('SECONDARY_ENGINE_ATTRIBUTE', 3),
    ...attributesOf(options),
  ]
  return losses.map((loss) => `: ${loss} of the index ${name} is omitted`)
}

/** Options that a schema can express or the reader of tables reports. */
const knownOptions = new Set([
  'ENGINE',
  'AUTO_INCREMENT',
  'DEFAULT CHARSET',
  'CHARSET',
  'COLLATE',
  'COMMENT',
  'AVG_ROW_LENGTH',
  'CHECKSUM',
  'DELAY_KEY_WRITE',
  'KEY_BLOCK_SIZE',
  'MAX_ROWS',
  'MIN_ROWS',
  'PACK_KEYS',
  'ROW_FORMAT',
])

/** Default option of tables of the Aria engine. */
const ownOption = 'PAGE_CHECKSUM=1'

/** Reports options of the form `NAME=value`, up to the partitions. */
function optionLosses(items: readonly Item[]): string[] {
  const losses: string[] = []
  let name: Item[] = []
  for (let at = 0; at < items.length && items[at]!.word !== 'PARTITION'; at++) {
    const { word, text: each } = items[at]!
    if (word === 'WITH' && items[at + 1]?.word === 'SYSTEM') at += 2
    else if (word === 'TABLESPACE') losses.push(`: TABLESPACE ${bare(items[++at])} is omitted`)
    else if (each === '=') {
      const option = `${textOf(name).replaceAll('`', '')}=${items[at + 1]?.text}`
      if (!knownOptions.has(option.replace(/=.*/s, '').toUpperCase()) && option !== ownOption)
        losses.push(`: the option ${option} is omitted`)
      name = []
      at++
    } else name.push(items[at]!)
  }
  return losses
}
