import { atLineStart, type Lexicon, type Statement, splitStatements, tokenAt } from '../dialects/index.js'
import { type Diagnostic, type Mark, OrmError, Source } from '../errors/index.js'
import {
  badDirective,
  directiveTwice,
  lintCodes,
  noLintCode,
  noUp,
  statementOutside,
  unknownDirective,
} from '../errors/migration-errors.js'
import { sqlComment } from '../escape/index.js'
import { type Batch, batchExample, hasBatchPlaceholder, readBatch } from './batch.js'

/** A migration file: the up and down SQL. */
export interface MigrationFile {
  readonly up: readonly MigrationStatement[]
  /** Absent if the file has no down SQL. */
  readonly down?: readonly MigrationStatement[]
  /** Why the migration cannot be reverted, if the file has a line `irreversible`. */
  readonly irreversible?: string
  /** False if the file contains `no-transaction`. */
  readonly inTransaction: boolean
}

export interface MigrationStatement extends Statement {
  /** Lint codes that the file allows here, such as `ORM-M203`. */
  readonly allows: readonly string[]
  /** Set if the statement runs in batches of rows, each in a separate transaction. */
  readonly batch?: Batch
}

const directives = ['up', 'down', 'irreversible', 'no-transaction', 'allow', 'batch']

interface Directive {
  readonly word: string
  readonly rest: string
  readonly mark: Mark
  readonly start: number
  /** Position at which `rest` starts. */
  readonly restStart: number
  readonly end: number
}

/** Parses a migration file; throws an OrmError with every mistake in its directives. */
export function readMigration(input: Source, lexicon: Lexicon): MigrationFile {
  const source = new Source(input.file, input.text.replace(/\r\n?/g, '\n'))
  const problems: Diagnostic[] = []
  const found = directivesOf(source, lexicon)
  const firsts = new Map<string, Directive>()
  const batches = new Map<Directive, Batch>()
  for (const directive of found) {
    const { word, rest, mark } = directive
    const first = firsts.get(word)
    if (!directives.includes(word)) problems.push(unknownDirective(mark, word, directives))
    else if (word === 'allow') problems.push(...allowProblems(directive))
    else if (word === 'batch') {
      const batch = readBatch(rest, { source, offset: directive.restStart })
      if ('table' in batch) batches.set(directive, batch)
      else problems.push(...batch)
    } else if (word === 'irreversible' && rest === '')
      problems.push(
        badDirective(mark, '"irreversible" needs a reason', 'such as "-- orm: irreversible rows are merged"'),
      )
    else if (word !== 'irreversible' && rest !== '')
      problems.push(badDirective(mark, `"${word}" takes no argument: "${rest}"`))
    else if (first) problems.push(directiveTwice(mark, word, first.mark))
    if (!first) firsts.set(word, directive)
  }
  const [up, down, irreversible] = ['up', 'down', 'irreversible'].map((word) => firsts.get(word))
  if (down && irreversible)
    problems.push(badDirective(irreversible.mark, 'a file with "down" is not "irreversible"', 'keep one of the two'))
  if (up && down && down.start < up.start)
    problems.push(badDirective(up.mark, '"up" stands below "down"', 'move it above'))
  if (!up) problems.push(noUp({ source, offset: 0 }))
  if (problems.length > 0) throw new OrmError(problems)

  const allows = found.filter(({ word }) => word === 'allow')
  const section = (from: number, to: number) => statementsOf(source, lexicon, from, to, allows, batches)
  const way = down ?? irreversible
  const [stray] = section(0, up!.start)
  if (stray) throw new OrmError([statementOutside(stray.mark)])
  if (irreversible) {
    const [late] = section(irreversible.end, source.text.length)
    if (late && irreversible.start > up!.start) throw new OrmError([statementOutside(late.mark)])
  }
  const isBelow = way !== undefined && way.start > up!.start
  const upward = section(up!.end, isBelow ? way.start : source.text.length)
  const downward = down && section(down.end, source.text.length)
  const misplaced = batchProblems(batches, [...upward, ...(downward ?? [])], lexicon)
  if (misplaced.length > 0) throw new OrmError(misplaced)
  return {
    up: upward,
    ...(downward && { down: downward }),
    ...(irreversible && { irreversible: irreversible.rest }),
    inTransaction: !firsts.has('no-transaction'),
  }
}

/** Returns the comment lines that start with `-- orm:`, except inside strings and bodies. */
function directivesOf(source: Source, lexicon: Lexicon): Directive[] {
  const { text } = source
  const found: Directive[] = []
  if (!text.includes('-- orm:')) return found
  let position = 0
  while (position < text.length) {
    const { kind, start, end } = tokenAt(text, position, lexicon, ';')
    if (kind === 'comment' && text.startsWith('-- orm:', start) && atLineStart(text, start)) {
      const [head = '', word = ''] = /^-- orm:\s*(\S*)\s*/.exec(text.slice(start, end)) ?? []
      const restStart = start + head.length
      const rest = text.slice(restStart, end).trimEnd()
      found.push({ word, rest, start, restStart, end, mark: { source, offset: start } })
    }
    position = end
  }
  return found
}

const codesOf = (rest: string): string[] =>
  rest.split(/[\s,]+/).flatMap((code) => (code === '' ? [] : [`ORM-${code.replace(/^ORM-/, '')}`]))

function allowProblems({ rest, mark }: Directive): Diagnostic[] {
  const codes = codesOf(rest)
  if (codes.length === 0) return [badDirective(mark, '"allow" needs a code', 'such as "-- orm: allow M203"')]
  const unknown = codes.filter((code) => !(lintCodes as readonly string[]).includes(code))
  return unknown.map((code) => noLintCode(mark, code))
}

function statementsOf(
  source: Source,
  lexicon: Lexicon,
  from: number,
  to: number,
  allows: readonly Directive[],
  batches: ReadonlyMap<Directive, Batch>,
): MigrationStatement[] {
  const { text } = source
  // The text outside the section is blanked, so that locations match the file.
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ')
  const cut = new Source(source.file, blank(text.slice(0, from)) + text.slice(from, to) + blank(text.slice(to)))
  const { statements, problem } = splitStatements(cut, lexicon)
  if (problem) throw new OrmError([problem])
  let before = from
  return statements.map(({ text: statement, mark }) => {
    const isAbove = ({ start }: Directive): boolean => start >= before && start < mark.offset
    const own = allows.filter(isAbove)
    const batch = [...batches].find(([directive]) => isAbove(directive))?.[1]
    before = mark.offset
    return {
      text: statement,
      mark: { source, offset: mark.offset },
      allows: own.flatMap(({ rest }) => codesOf(rest)),
      ...(batch && { batch }),
    }
  })
}

/** Reports `batch` lines without a statement, and statements with only one of `batch` and `:batch`. */
function batchProblems(
  batches: ReadonlyMap<Directive, Batch>,
  statements: readonly MigrationStatement[],
  lexicon: Lexicon,
): Diagnostic[] {
  const used = new Set(statements.map(({ batch }) => batch))
  return [
    ...[...batches]
      .filter(([, batch]) => !used.has(batch))
      .map(([{ mark }]) =>
        badDirective(mark, 'there is no statement for this "batch"', 'write one line "batch" above each'),
      ),
    ...statements
      .filter(({ text, batch }) => (batch !== undefined) !== hasBatchPlaceholder(text, lexicon))
      .map(({ mark, batch }) =>
        batch
          ? badDirective(
              mark,
              'the statement below "batch" has no :batch',
              'write "WHERE :batch" for the rows of a batch',
            )
          : badDirective(mark, ':batch needs a line "-- orm: batch" above the statement', batchExample),
      ),
  ]
}

/** A statement as written to a migration file. */
export interface WrittenStatement {
  readonly text: string
  /** The text with its terminator, if that is more than a semicolon. */
  readonly ended?: string
  /** Comment lines above the statement, without the dashes. */
  readonly above?: readonly string[]
  /** Comment after the statement, such as what is lost. */
  readonly behind?: string
}

/** A migration to be written to a file. */
export interface WrittenMigration {
  /** The source of the migration. */
  readonly title: string
  readonly up: readonly WrittenStatement[]
  readonly down: readonly WrittenStatement[] | { readonly irreversible: string }
  readonly inTransaction: boolean
}

/** Returns the text of a migration file. */
export function writeMigration({ title, up, down, inTransaction }: WrittenMigration): string {
  const way =
    'irreversible' in down ? [`-- orm: irreversible ${down.irreversible}`] : ['-- orm: down', ...written(down)]
  const lines = [
    comment(title),
    ...(inTransaction ? [] : ['-- orm: no-transaction']),
    '-- orm: up',
    ...written(up),
    '',
    ...way,
  ]
  return `${lines.join('\n')}\n`
}

const written = (statements: readonly WrittenStatement[]): string[] =>
  statements.flatMap(({ text, ended = `${text};`, above = [], behind }) => [
    ...above.map(comment),
    `${ended}${behind ? ` ${comment(behind)}` : ''}`,
  ])

const comment = (text: string): string => `-- ${sqlComment(text)}`.trimEnd()

/** Splits a file name such as `20261115203000_add_isbn.sql`; undefined for other files. Propel versions are Unix timestamps. */
export function migrationFileName(file: string): { readonly version: string; readonly name: string } | undefined {
  const [, version, name] = /^(\d{14}|\d{10})(?:_(.*))?\.sql$/s.exec(file) ?? []
  return version === undefined ? undefined : { version, name: name ?? '' }
}
