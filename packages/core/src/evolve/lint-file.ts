import type { Dialect, Waiting } from '../dialects/index.js'
import type { Code, Diagnostic, Source } from '../errors/index.js'
import { statementHurts } from '../errors/migration-errors.js'
import { type Act, actsOf, type ColumnAct, plainName, rebuiltActs } from './acts.js'
import { readMigration } from './file.js'
import { isNarrower } from './narrower.js'

/** The input of a rule. */
interface Looked {
  readonly act: Act
  readonly dialect: Dialect
  /** The previous definition of the changed column, taken from the down SQL. */
  readonly before: ColumnAct | undefined
  /** All actions of the file. */
  readonly acts: readonly Act[]
  /** All actions of the down SQL. */
  readonly back: readonly Act[]
}

interface Rule {
  readonly code: Code
  readonly finds: RegExp | ((looked: Looked) => boolean)
  /** The lock that the change takes; the rule is skipped for vendors that do not block others. */
  readonly waits?: Waiting
  /** Matches the non-blocking form of the statement. */
  readonly online?: RegExp
}

const demanded = /^LOCK = NONE$/
const key = (word: string): RegExp => new RegExp(`^ADD (?:CONSTRAINT (?:\\S+ )??)?${word}(?!.* USING INDEX )(?: |$)`)
const [unique, primary] = [key('UNIQUE'), key('PRIMARY KEY')]
const foreign = key('(?:FOREIGN KEY|\\S+ .*REFERENCES)')
/** Matches what creates something that rows are stored in. */
const creates = /^CREATE (?:(?:\w+ )*TABLE|MATERIALIZED VIEW) /
const dropsTable = /^DROP (?:TABLE|SCHEMA|DATABASE) /
const dropsColumn =
  /^(?:DROP COLUMN |SET UNUSED |DROP (?!CHECK |CONSTRAINT |DEFAULT |FOREIGN |INDEX |KEY |PARTITION |PERIOD |PRIMARY |SYSTEM )\S+(?: CASCADE| RESTRICT)?$)/

/** Returns whether the table is rewritten. Without down SQL, the old type is unknown; a text type probably gets longer. */
const rewrites = ({ act: { column }, dialect, before }: Looked): boolean => {
  if (column?.kind !== 'changed' || column.type === undefined || !dialect.alter.costs.enforcesTypes) return false
  if (before?.type === undefined) return !/^(?:N?VARCHAR|CHARACTER VARYING|\w*TEXT)/.test(column.type)
  const [old, now] = [before.type, column.type].map(dialect.reverse.canonical) as [string, string]
  return old !== now && dialect.alter.costs.rewrites(old, now)
}

const narrows = ({ act: { column }, dialect, before }: Looked): boolean => {
  if (column?.type === undefined || before?.type === undefined || !dialect.alter.costs.enforcesTypes) return false
  const [old, now] = [before.type, column.type].map(dialect.reverse.canonical) as [string, string]
  return isNarrower({ type: old }, { type: now }, dialect.alter.costs.limits)
}

/** Returns whether a key that the down SQL adds, and that therefore exists before, is as strict as the new one. */
function isAsStrict({ words: old }: Act, { words: now }: Act): boolean {
  const [before, after] = [keyWords(old), keyWords(now)]
  return (
    before.columns.length > 0 &&
    before.columns.every((column) => after.columns.includes(column)) &&
    (before.where === '' || before.where === after.where) &&
    (after.isDistinct || !before.isDistinct)
  )
}

function keyWords(words: string): KeyWords {
  const [, kind, list, rest = ''] = /\b(UNIQUE|PRIMARY KEY) .*?\( ([^()]*) \)(.*)$/.exec(words) ?? []
  const [, where = ''] = / WHERE (.*)$/.exec(rest) ?? []
  const isDistinct = kind === 'UNIQUE' && !words.includes(' NULLS NOT DISTINCT')
  return { columns: list?.split(' , ') ?? [], where, isDistinct }
}

interface KeyWords {
  readonly columns: readonly string[]
  readonly where: string
  readonly isDistinct: boolean
}

const isRequired = ({ definition }: ColumnAct): boolean => /(?<!DROP )\bNOT NULL(?: |$)/.test(definition)

const becomesRequired = ({ act: { column }, before }: Looked): boolean =>
  column?.kind === 'changed' && isRequired(column) && !(before && isRequired(before))

/**
 * Returns whether a valid check proves that no row has to be read: https://www.postgresql.org/docs/current/sql-altertable.html
 */
const isChecked = ({ act, acts }: Looked): boolean =>
  acts.some(({ table, words }) => {
    const [, name, column] = /^ADD CONSTRAINT (\S+) CHECK \( (\S+) IS NOT NULL \) NOT VALID$/.exec(words) ?? []
    return (
      table === act.table &&
      column !== undefined &&
      act.words === `ALTER COLUMN ${column} SET NOT NULL` &&
      acts.some((each) => each.table === table && each.words === `VALIDATE CONSTRAINT ${name}`)
    )
  })

const wordsOfCharset = ({ definition }: ColumnAct): string =>
  (definition.match(/(?:CHARACTER SET|CHARSET|COLLATE) \S+/g) ?? []).join(' ').replaceAll('CHARSET', 'CHARACTER SET')

const changesCharset = ({ act: { words, column }, before }: Looked): boolean =>
  column?.kind === 'changed'
    ? wordsOfCharset(column) !== (before ? wordsOfCharset(before) : '')
    : /^(?:CONVERT TO CHARACTER SET|(?:DEFAULT )?(?:CHARACTER SET|CHARSET|COLLATE)) /.test(words)

const counts = /\b(?:(?:BIG|SMALL)?SERIAL\d?|IDENTITY|AUTO_INCREMENT|AUTOINCREMENT)(?: |$)/

const hasNoValue = ({ act: { column } }: Looked): boolean =>
  column?.kind === 'added' &&
  isRequired(column) &&
  !counts.test(column.definition) &&
  !/(?:^| )(?:DEFAULT|GENERATED|AS) /.test(column.definition)

const fillsEachRow = ({ act: { column }, dialect }: Looked): boolean => {
  if (column?.kind !== 'added') return false
  const [, value] = / DEFAULT (.*)$/.exec(` ${column.definition}`) ?? []
  return dialect.alter.costs.fillsEachRow(value, counts.test(column.definition))
}

/** Matches renames; renaming an index or a constraint does not affect running code. */
const renamesByCall = /^EXEC(?:UTE)?\s+sp_rename\b(?!.*'(?:INDEX|OBJECT)'\s*$)/is

const isRenamed = ({ act: { table, words, column } }: Looked): boolean =>
  (column !== undefined && column.name !== column.newName) ||
  /^RENAME (?:TABLE|COLUMN|TO|AS) /.test(words) ||
  // Without a table, it may be a sequence.
  (table !== undefined && /^RENAME (?!CONSTRAINT |INDEX |KEY )\S+ TO /.test(words))

/**
 * The rules that only need the file. The rules about list values (ORM-M104 and M201) and about probable renames (M202) need the
 * schema.
 */
const rules: readonly Rule[] = [
  { code: 'ORM-M101', finds: /^(?:DROP (?:TABLE|SCHEMA|DATABASE|PARTITION)|TRUNCATE) / },
  { code: 'ORM-M102', finds: dropsColumn },
  { code: 'ORM-M103', finds: narrows },
  { code: 'ORM-M105', finds: becomesRequired },
  {
    code: 'ORM-M106',
    finds: ({ act, back }) =>
      (/^CREATE UNIQUE (?:\w+ )*INDEX /.test(act.words) || unique.test(act.words) || primary.test(act.words)) &&
      !back.some((other) => other.table === act.table && isAsStrict(other, act)),
  },
  { code: 'ORM-M107', finds: hasNoValue },
  { code: 'ORM-M108', finds: /^ADD (?:CONSTRAINT \S+ )?CHECK \((?!.* (?:NOT VALID|NOVALIDATE|WITH NOCHECK)$)/ },
  { code: 'ORM-M203', finds: changesCharset },
  {
    code: 'ORM-M301',
    finds: (looked) => rewrites(looked) || /^(?:VACUUM (?:\( )?FULL|CLUSTER) /.test(looked.act.words),
  },
  {
    code: 'ORM-M302',
    finds: ({ act: { words } }) => /^(?:CREATE (?:\w+ )*INDEX|REINDEX) /.test(words) || unique.test(words),
    waits: 'index',
    online: /^(?:CREATE (?:\w+ )*INDEX|REINDEX .*?) CONCURRENTLY | ONLINE(?: |$)/,
  },
  {
    code: 'ORM-M303',
    finds: foreign,
    waits: 'foreign key',
    online: / (?:NOT VALID|NOVALIDATE|WITH NOCHECK)(?: |$)/,
  },
  { code: 'ORM-M304', finds: fillsEachRow },
  {
    code: 'ORM-M305',
    finds: (looked) => becomesRequired(looked) && !isChecked(looked),
    waits: 'NOT NULL',
    online: / NOVALIDATE(?: |$)/,
  },
  {
    code: 'ORM-M306',
    finds: ({ act: { words, column } }) =>
      primary.test(words) || words === 'DROP PRIMARY KEY' || / PRIMARY KEY(?: |$)/.test(column?.definition ?? ''),
    waits: 'primary key',
    online: / ONLINE = ON(?: |$)/,
  },
  { code: 'ORM-M307', finds: /^(?:ENGINE|TYPE) /, waits: 'engine' },
  {
    code: 'ORM-M308',
    finds: ({ act: { words }, dialect }) =>
      dialect.alter.costs.rewritesFor?.(words.split(' ', 1)[0]!) ||
      /^(?:SET (?:(?:UN)?LOGGED|TABLESPACE|ACCESS METHOD)|REBUILD|MOVE)(?: |$)/.test(words),
    waits: 'option',
    online: / ONLINE(?: |$)/,
  },
  { code: 'ORM-M401', finds: isRenamed },
  { code: 'ORM-M402', finds: ({ act: { words } }) => dropsTable.test(words) || dropsColumn.test(words) },
]

/** Returns warnings about lost rows and blocked sessions for a file, except those that the file allows. */
export const lintFile = (source: Source, dialect: Dialect): Diagnostic[] => lintStatements(source, dialect).flat()

/** Returns the warnings of `lintFile` for each statement. */
export function lintStatements(source: Source, dialect: Dialect): Diagnostic[][] {
  const { up, down = [] } = readMigration(source, dialect.lexicon)
  const { costs } = dialect.alter
  const [statements, back] = [up, down].map((list) => list.map(({ text }) => actsOf(text, dialect.lexicon)))
  const acts = statements!.flat()
  const created = acts.filter(({ words }) => creates.test(words))
  const isNew = (table: string | undefined): boolean => created.some((act) => act.table === table)
  // The dropped tables by the names of the new tables that replace them: what they have in common is not lost.
  const replaced = new Map(
    acts.flatMap(({ table, words }): [string, string][] => {
      const [, name] = /^RENAME TO (\S+)$/.exec(words) ?? []
      return name !== undefined && isNew(table) ? [[table!, plainName(name)]] : []
    }),
  )
  const isReplaced = (table: string | undefined): boolean => [...replaced.values()].some((name) => name === table)
  /** Returns the actions of a statement on existing tables. */
  const harms = (act: Act): Act[] => {
    const table = creates.test(act.words) ? replaced.get(act.table!) : undefined
    const old = table && back!.flat().find((each) => creates.test(each.words) && each.table === act.table)
    if (table && old) return rebuiltActs(table, act, old)
    return isNew(act.table) || (dropsTable.test(act.words) && isReplaced(act.table)) ? [] : [act]
  }
  const before = (act: Act): ColumnAct | undefined =>
    act.before ??
    back!
      .flat()
      .find(
        ({ table, column }) => table === act.table && column?.kind === 'changed' && column.name === act.column?.newName,
      )?.column
  return up.map(({ text, mark, allows }, position) => {
    if (dialect.ownTables?.some(({ drop }) => drop === text)) return []
    const isDemanded = statements![position]!.some(({ words }) => demanded.test(words))
    const found = statements![position]!.flatMap(harms).flatMap((act) =>
      rules.filter(({ finds, waits, online }) => {
        const wait = waits && costs.waits[waits]
        if (waits && (!wait || (wait.online && isDemanded) || online?.test(act.words))) return false
        return finds instanceof RegExp
          ? finds.test(act.words)
          : finds({ act, dialect, before: before(act), acts, back: back!.flat() })
      }),
    )
    return rules
      .filter((rule) => found.includes(rule) || (rule.code === 'ORM-M401' && renamesByCall.test(text)))
      .filter(({ code }) => !allows.includes(code))
      .map(({ code, waits }) => statementHurts(code, mark, waits && costs.waits[waits]))
  })
}
