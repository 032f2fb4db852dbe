import type { Lexicon } from './lexicon.js'
import { readings, Words } from './sql-words.js'

/** What a statement can do to rows that are there. Tables are named as the statement writes them. */
export interface Effect {
  /** Tables that are gone or empty afterwards. */
  readonly drops?: readonly string[]
  /** Tables whose rows may be fewer or other ones, or which have another name. */
  readonly changes?: readonly string[]
  /** Tables that get rows, which is what triggers wait for. */
  readonly adds?: readonly string[]
  /** Tables that come into being. */
  readonly creates?: readonly string[]
  /** Views that come into being: other names for the rows of tables. */
  readonly hides?: readonly string[]
  /** Whether tables that refer to the ones above lose their rows too, whatever their foreign keys say. */
  readonly cascades?: true
  /** Functions that are called, in lower case and without quotes or qualifiers. */
  readonly calls?: readonly string[]
  /** Functions that exist from here on, in the same form. */
  readonly defines?: readonly string[]
  /** Set when statements after this one do more than they say. */
  readonly arms?: Armed
  /** Set when nothing is known: the statement may do anything. */
  readonly isUnknown?: true
}

/** What makes statements do more than they say. */
export interface Armed {
  readonly name: string
  /** The table whose statements do so; absent where all may. */
  readonly table?: string
}

const keeps: Effect = {}
const unknown: Effect = { isUnknown: true }

/**
 * What is known of a statement. Only statements that are proven to keep every row count as such; whatever is not
 * understood is unknown.
 */
export function effectOf(statement: string, lexicon: Lexicon): Effect {
  return readings(statement, lexicon)
    .map((tokens) => effectOfTokens(tokens, lexicon))
    .reduce(both)
}

function both(a: Effect, b: Effect): Effect {
  const list = (key: 'drops' | 'changes' | 'adds' | 'creates' | 'hides' | 'calls' | 'defines') => {
    const all = [...new Set([...(a[key] ?? []), ...(b[key] ?? [])])]
    return all.length === 0 ? {} : { [key]: all }
  }
  return {
    ...a,
    ...b,
    ...list('drops'),
    ...list('changes'),
    ...list('adds'),
    ...list('creates'),
    ...list('hides'),
    ...list('calls'),
    ...list('defines'),
  }
}

function effectOfTokens(tokens: readonly string[], lexicon: Lexicon): Effect {
  const words = new Words(tokens)
  if (words.isAtEnd) return keeps
  const dropped = droppedByBlock(tokens)
  if (dropped) return { drops: [dropped] }
  const head = words.word
  words.skipOne()
  const rule = rules[head]
  if (rule === undefined) return unknown
  const effect = rule(words, lexicon)
  if (effect.isUnknown || effect.defines || effect.arms) return effect
  if (tokens.some((token) => token === ';' || token.startsWith('/*'))) return unknown
  // A batch of SQL Server is a row of statements with nothing between them.
  if (lexicon.batchLines && startsAnother(tokens)) return unknown
  const calls = callsOf(tokens)
  return calls.length === 0 ? effect : { ...effect, calls }
}

type Rule = (words: Words, lexicon: Lexicon) => Effect

const always =
  (effect: Effect): Rule =>
  () =>
    effect

const rules: Readonly<Record<string, Rule>> = {
  CREATE: createRule,
  DROP: dropRule,
  ALTER: alterRule,
  TRUNCATE(words) {
    if (words.word === '(') return unknown
    words.skip(['TABLE', 'IF', 'EXISTS', 'ONLY'])
    return { drops: words.names(), ...(words.rest.includes('CASCADE') && { cascades: true }) }
  },
  DELETE(words) {
    words.skip(['LOW_PRIORITY', 'QUICK', 'IGNORE', 'HISTORY'])
    if (!words.take('FROM')) return unknown
    words.skip(['ONLY'])
    return { changes: words.names() }
  },
  UPDATE(words) {
    if (words.take('OR')) words.skipOne()
    words.skip(['LOW_PRIORITY', 'IGNORE', 'ONLY'])
    const changes = words.names()
    const before = words.rest.slice(0, words.rest.indexOf('SET'))
    return before.includes('JOIN') || before.includes('STRAIGHT_JOIN') ? unknown : { changes }
  },
  INSERT(words) {
    const replaces = words.take('OR', 'REPLACE')
    if (words.take('OR')) words.skipOne()
    words.skip(['LOW_PRIORITY', 'DELAYED', 'HIGH_PRIORITY', 'IGNORE', 'INTO', 'ALL', 'FIRST'])
    const tables = [words.name()]
    const text = words.rest.join(' ')
    if (replaces || /\bON DUPLICATE KEY UPDATE\b|\bON CONFLICT\b.*\bDO UPDATE\b/s.test(text)) return { changes: tables }
    return modifies(words.rest) ? unknown : { adds: tables }
  },
  REPLACE(words) {
    words.skip(['LOW_PRIORITY', 'DELAYED', 'INTO'])
    return { changes: [words.name()] }
  },
  RENAME(words) {
    if (!words.take('TABLE') && !words.take('TABLES')) return unknown
    words.skip(['IF', 'EXISTS'])
    const changes: string[] = []
    do {
      changes.push(words.name())
      while (!words.isAtEnd && words.word !== ',') words.skipOne()
    } while (words.take(','))
    return { changes }
  },
  SELECT: (words) => (modifies(words.rest) || redirects(words.rest) ? unknown : keeps),
  VALUES: (words) => (modifies(words.rest) ? unknown : keeps),
  WITH: (words) => (modifies(words.rest) || words.rest.includes('INSERT') ? unknown : keeps),
  TABLE: always(keeps),
  COPY: (words) => (words.word === '(' || words.rest.includes('PROGRAM') ? unknown : { adds: [words.name()] }),
  SET: setRule,
  PRAGMA: (words) => (pragmas.has(words.word) ? keeps : unknown),
  // MariaDB executes the statement that it analyzes.
  ANALYZE: (words) =>
    modifies(words.rest) || words.rest.includes('INSERT') || words.rest.includes('REPLACE') ? unknown : keeps,
  EXPLAIN: (words) => (words.rest.includes('ANALYZE') ? unknown : keeps),
  VACUUM: (words) => (words.rest.includes('INTO') ? unknown : keeps),
  ...Object.fromEntries(
    ['BEGIN', 'START', 'COMMIT', 'END', 'ROLLBACK', 'ABORT', 'SAVEPOINT', 'RELEASE'].map((word) => [word, control]),
  ),
  ...Object.fromEntries(
    // Of what has no rows, or only looks at them.
    ['COMMENT', 'GRANT', 'REVOKE', 'REINDEX', 'LOCK', 'UNLOCK', 'SHOW', 'DESCRIBE', 'DESC', 'PRINT'].map((word) => [
      word,
      always(keeps),
    ]),
  ),
}

const controlWords = new Set(
  'WORK TRANSACTION TRAN ISOLATION LEVEL READ COMMITTED UNCOMMITTED REPEATABLE SERIALIZABLE WRITE ONLY IMMEDIATE DEFERRED EXCLUSIVE WITH CONSISTENT SNAPSHOT AND NO CHAIN RELEASE NOT DEFERRABLE ,'.split(
    ' ',
  ),
)

/** A block of a procedural language begins with the same word as a transaction, and has more behind it. */
function control(words: Words): Effect {
  words.skip([...controlWords])
  if (words.take('TO')) words.skip(['SAVEPOINT'])
  return words.rest.length <= 1 ? keeps : unknown
}

/** `IF OBJECT_ID(N'[a]', N'U') IS NOT NULL BEGIN … DROP TABLE [a] END`, as sql:build writes it for SQL Server. */
function droppedByBlock(tokens: readonly string[]): string | undefined {
  const text = tokens.join(' ')
  const block =
    /^IF OBJECT_ID \( N '((?:[^']|'')+)' , N 'U' \) IS NOT NULL BEGIN DECLARE @ drop_\d+ NVARCHAR \( MAX \) = N '' SELECT .* EXEC sp_executesql @ drop_\d+ DROP TABLE (\S.*) END$/s
  const [, name, dropped] = block.exec(text) ?? []
  return name !== undefined && dropped?.replaceAll(' . ', '.') === name.replaceAll("''", "'") ? dropped : undefined
}

/** Kinds of things that a CREATE can make, as far as they are known to leave rows alone. */
const created = new Set(
  'TABLE INDEX VIEW TRIGGER FUNCTION PROCEDURE SEQUENCE TYPE DOMAIN EXTENSION SCHEMA DATABASE ROLE USER RULE AGGREGATE COLLATION OPERATOR CAST POLICY STATISTICS SYNONYM PACKAGE'.split(
    ' ',
  ),
)

const modifiers =
  'TEMP TEMPORARY GLOBAL LOCAL UNLOGGED VIRTUAL UNIQUE FULLTEXT SPATIAL BITMAP CLUSTERED NONCLUSTERED MATERIALIZED RECURSIVE FORCE CONSTRAINT PUBLIC EDITIONABLE NONEDITIONABLE TRUSTED'.split(
    ' ',
  )

/** Words before the kind of thing: `TEMPORARY`, `DEFINER = root@localhost`, `SQL SECURITY INVOKER`. */
function skipModifiers(words: Words): void {
  for (;;) {
    if (modifiers.includes(words.word)) words.skipOne()
    else if (words.take('SQL', 'SECURITY')) words.skipOne()
    else if (words.take('ALGORITHM', '=')) words.skipOne()
    else if (words.take('DEFINER', '=')) {
      words.skipOne()
      words.take('(', ')')
      if (words.take('@')) words.skipOne()
    } else return
  }
}

function createRule(words: Words, lexicon: Lexicon): Effect {
  const replaces = words.take('OR', 'REPLACE')
  words.take('OR', 'ALTER')
  skipModifiers(words)
  const kind = words.word
  if (!created.has(kind)) return unknown
  words.skipOne()
  words.skip(['IF', 'NOT', 'EXISTS'])
  switch (kind) {
    case 'TRIGGER':
    case 'RULE':
      return hasOpenEnd(words, lexicon) ? unknown : { arms: armedBy(words, kind === 'TRIGGER' ? 'ON' : 'TO') }
    case 'FUNCTION':
    case 'PROCEDURE':
    case 'PACKAGE':
    case 'AGGREGATE':
      return hasOpenEnd(words, lexicon) ? unknown : { defines: [bareName(words.name())] }
    case 'OPERATOR':
    case 'CAST':
      return { arms: { name: kind.toLowerCase() } }
    case 'TABLE':
      if (modifies(words.rest)) return unknown
      return { [replaces ? 'drops' : 'creates']: [words.name()] }
    case 'VIEW':
    case 'SYNONYM':
      return { hides: [words.name()] }
    case 'SCHEMA':
    case 'DATABASE':
      return replaces ? unknown : keeps
    default:
      return keeps
  }
}

function armedBy(words: Words, beforeTable: string): Armed {
  const name = words.name()
  while (!words.isAtEnd && words.word !== beforeTable) words.skipOne()
  return words.take(beforeTable) ? { name, table: words.name() } : { name }
}

/** Where the server takes several statements at once, a body with delimiters could end before it seems to. */
const hasOpenEnd = (words: Words, lexicon: Lexicon): boolean =>
  lexicon.psqlCommands === true && words.rest.includes(';')

const droppable = new Set('FUNCTION PROCEDURE AGGREGATE TYPE DOMAIN EXTENSION ROLE USER STATISTICS SYNONYM'.split(' '))
/** What depends on these has no rows either. */
const droppableWithOthers = new Set('VIEW MATERIALIZED INDEX TRIGGER SEQUENCE RULE POLICY EVENT'.split(' '))

function dropRule(words: Words): Effect {
  if (words.take('TEMPORARY')) return keeps
  if (words.take('TABLE') || words.take('TABLES')) {
    words.skip(['IF', 'EXISTS'])
    const drops = words.names()
    words.skip(['CASCADE', 'RESTRICT', 'CONSTRAINTS', 'PURGE', 'NOWAIT'])
    return words.isAtEnd || words.word === 'WAIT' ? { drops } : unknown
  }
  if (droppableWithOthers.has(words.word)) return keeps
  return droppable.has(words.word) && !words.rest.includes('CASCADE') ? keeps : unknown
}

const alterable = new Set('SEQUENCE INDEX VIEW ROLE USER FUNCTION PROCEDURE TRIGGER DEFAULT POLICY'.split(' '))

function alterRule(words: Words): Effect {
  // PostgreSQL takes the name of a table as well where it renames an index.
  if (alterable.has(words.word)) return words.rest.includes('RENAME') || words.rest.includes('SCHEMA') ? unknown : keeps
  // The date formats that the files for Oracle set.
  if (words.take('SESSION', 'SET')) return words.word.startsWith('NLS_') ? keeps : unknown
  if (words.word === 'TYPE') return words.rest.join(' ').includes(' ADD VALUE ') ? keeps : unknown
  words.skip(['ONLINE'])
  // On MariaDB, rows that break a new key go.
  const ignores = words.take('IGNORE')
  if (!words.take('TABLE')) return unknown
  words.skip(['IF', 'EXISTS', 'ONLY'])
  const table = words.name()
  if (words.take('WITH')) words.skip(['CHECK', 'NOCHECK'])
  return !ignores && actionsOf(words.rest).every(isKeepingAction) ? keeps : { changes: [table] }
}

/** The parts of an ALTER TABLE, cut at the commas that are in no parentheses. */
function actionsOf(words: readonly string[]): string[] {
  const actions: string[][] = [[]]
  let depth = 0
  for (const word of words) {
    if (word === '(') depth++
    if (word === ')') depth--
    if (word === ',' && depth === 0) actions.push([])
    else actions.at(-1)!.push(word)
  }
  return actions.map((action) => action.join(' '))
}

const isKeepingAction = (action: string): boolean =>
  /^ADD\b(?! PARTITION)/.test(action) ||
  /^(?:EN|DIS)ABLE (?:KEYS|TRIGGER|ROW|RULE)\b/.test(action) ||
  /^(?:OWNER TO|VALIDATE CONSTRAINT|REPLICA IDENTITY|CHECK CONSTRAINT|COMMENT|AUTO_INCREMENT)\b/.test(action) ||
  /^DROP (?:CONSTRAINT|FOREIGN KEY|INDEX|KEY|PRIMARY KEY|CHECK)\b/.test(action) ||
  /^ALTER (?:COLUMN )?\S+ (?:SET DEFAULT|DROP DEFAULT|SET NOT NULL|DROP NOT NULL|SET STATISTICS)\b/.test(action)

const settings = new Set(
  `NAMES CHARACTER CHARSET FOREIGN_KEY_CHECKS UNIQUE_CHECKS TIME TIME_ZONE TIMEZONE CONSTRAINTS LOCK_TIMEOUT LOCK_WAIT_TIMEOUT
  STATEMENT_TIMEOUT IDLE_IN_TRANSACTION_SESSION_TIMEOUT TRANSACTION_TIMEOUT CLIENT_ENCODING CLIENT_MIN_MESSAGES
  CHECK_FUNCTION_BODIES ROW_SECURITY XMLOPTION DEFAULT_TABLE_ACCESS_METHOD DEFAULT_TABLESPACE DEFAULT_WITH_OIDS
  CHARACTER_SET_CLIENT CHARACTER_SET_CONNECTION CHARACTER_SET_RESULTS CHARACTER_SET_DATABASE CHARACTER_SET_SERVER
  COLLATION_CONNECTION COLLATION_DATABASE COLLATION_SERVER SQL_NOTES SQL_MODE IDENTITY_INSERT NOCOUNT ANSI_NULLS
  ANSI_PADDING QUOTED_IDENTIFIER XACT_ABORT TRANSACTION DEFINE`.split(/\s+/),
)

function setRule(words: Words): Effect {
  if (modifies(words.rest)) return unknown
  for (const part of actionsOf(words.rest)) {
    const bare = part.replace(/^(?:SESSION|LOCAL|@ ?@ ?(?:SESSION ?\. ?)?) ?/, '')
    // A variable of the session that the user makes up; what it holds is of interest where it is executed.
    if (/^@ ?[^@ ]/.test(bare)) continue
    const name = /^\S+/.exec(bare)?.[0] ?? ''
    if (!settings.has(name)) return unknown
    // These change where a string ends.
    if (name === 'SQL_MODE' && /BACKSLASH|ANSI|ORACLE|MSSQL|DB2|MAXDB|POSTGRESQL/.test(bare)) return unknown
  }
  return keeps
}

const pragmas = new Set(
  `FOREIGN_KEYS FOREIGN_KEY_CHECK DEFER_FOREIGN_KEYS JOURNAL_MODE SYNCHRONOUS ENCODING CACHE_SIZE USER_VERSION APPLICATION_ID
  BUSY_TIMEOUT TEMP_STORE TABLE_INFO INDEX_LIST INTEGRITY_CHECK QUICK_CHECK OPTIMIZE PAGE_SIZE AUTO_VACUUM MMAP_SIZE
  WAL_AUTOCHECKPOINT`.split(/\s+/),
)

/** Whether a part of the statement writes: `WITH gone AS (DELETE …)`. The actions of a foreign key do not. */
function modifies(words: readonly string[]): boolean {
  return words.some(
    (word, index) =>
      (/^(?:DELETE|UPDATE|MERGE)$/.test(word) && !/^(?:ON|FOR|KEY|NO|\.)$/.test(words[index - 1] ?? '')) ||
      (word === 'TRUNCATE' && words[index + 1] !== '('),
  )
}

/** Whether names mean other tables from here on; an empty path, as pg_dump sets it, makes none mean anything. */
const redirects = (words: readonly string[]): boolean =>
  words.includes('SET_CONFIG') && !/ SET_CONFIG \( 'SEARCH_PATH' , '' /.test(` ${words.join(' ')} `)

const startsAnother = (tokens: readonly string[]): boolean =>
  tokens.some((token, index) => {
    if (index === 0) return false
    const [word, before] = [token.toUpperCase(), tokens[index - 1]!.toUpperCase()]
    if (/^(?:EXEC|EXECUTE|TRUNCATE|MERGE|INSERT|DECLARE)$/.test(word)) return true
    if (/^(?:DELETE|UPDATE)$/.test(word)) return before !== 'ON' && before !== 'FOR'
    return /^(?:DROP|ALTER)$/.test(word) && tokens[0]!.toUpperCase() !== 'ALTER'
  })

/** Names right before a parenthesis. Tables with a list of columns are among them, which does no harm. */
function callsOf(tokens: readonly string[]): string[] {
  const calls = tokens.filter((token, index) => tokens[index + 1] === '(' && /^[\w$"`[\x80-\uffff]/.test(token))
  return [...new Set(calls.map(bareName))]
}

/**
 * Names of what a statement may run or read: functions before a parenthesis or behind a point, and whatever else it
 * mentions. One that only says what a view or a function is, or takes it away, runs none.
 */
export function namesUsedBy(
  statement: string,
  lexicon: Lexicon,
): { readonly called: string[]; readonly named: string[] } {
  const used = readings(statement, lexicon).filter((tokens) => !isDescription(tokens, lexicon))
  const called = used.flatMap((tokens) => [
    ...callsOf(tokens),
    ...tokens.filter((token, index) => token.includes('.') || tokens[index - 1] === '.').map(bareName),
  ])
  return { called, named: used.flatMap((tokens) => tokens.map(bareName)) }
}

function isDescription(tokens: readonly string[], lexicon: Lexicon): boolean {
  const [head = '', kind = ''] = tokens.map((token) => token.toUpperCase())
  if (/^(?:DROP|COMMENT|GRANT|REVOKE|SET)$/.test(head)) return true
  if (head === 'ALTER') return kind !== 'TABLE'
  const { defines, arms, hides } = effectOfTokens(tokens, lexicon)
  return Boolean(defines ?? arms ?? hides) && !tokens.some((token) => token.toUpperCase() === 'MATERIALIZED')
}

/** The last part of a name, without quotes and in lower case. */
export function bareName(name: string): string {
  const [last = ''] = /(?:"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|`(?:[^`]|``)*`|[^."[`]+)$/.exec(name) ?? []
  return unquotedName(last).toLowerCase()
}

/** A quoted name without its quotes. */
export function unquotedName(name: string): string {
  const [first, last] = [name.charAt(0), name.charAt(name.length - 1)]
  if (name.length < 2 || !((first === '[' && last === ']') || (first === last && /["`]/.test(first)))) return name
  return name.slice(1, -1).replaceAll(last + last, last)
}
