import { connectionLost, type Diagnostic, OrmError, type Statement, statementFailed } from 'orm-core/internal'
import { problemOf } from '../session/database-error.js'
import type { Problem } from '../session/problem.js'
import type { Connected, TransactionRule } from '../session/session.js'

export interface RunResult {
  readonly executed: number
  /** One sentence for each statement that dropped a missing object. */
  readonly notices: readonly string[]
}

export interface RunOptions {
  readonly connection: string
  readonly statements: readonly Statement[]
  /** Checks statements before they run. */
  readonly guard?: Guard
  /** Called before each statement. */
  onStatement?(statement: Statement, index: number): void
}

/** Thrown by a check of this library that rejects a statement. */
export class Refused extends Error {}

/** Checks statements that lose rows immediately before they run. */
export interface Guard {
  /** Whether all files share one transaction, whatever they say. */
  readonly joins?: true
  concerns(statement: string): boolean
  /** Called when the runner's transaction, if any, has started. Throws if rows would be lost. */
  begun?(): Promise<void>
  /** Throws if a statement would lose rows. */
  check(statement: string): Promise<void>
}

/** A statement of a file, or one that the runner adds around them. */
type Step = { readonly statement: Statement } | { readonly own: string; readonly commits?: true }

/** Executes the statements. A failure throws an OrmError that says what failed and what stays done. */
export async function run(connected: Connected, options: RunOptions): Promise<RunResult> {
  const { guard } = options
  const rule = guard?.joins ? guarded(connected.driver.transaction) : connected.driver.transaction
  const statements = guard?.joins ? options.statements.filter(({ text }) => !isControl.test(text)) : options.statements
  const state: State = { executed: 0, durable: 0, inTransaction: false, notices: [] }
  for (const step of arrange(statements, rule)) {
    try {
      await take(step, connected, options, state)
    } catch (error) {
      const problem: Problem = error instanceof Refused ? { kind: 'statement', text: error.message } : problemOf(error)
      if (!('statement' in step && isHarmless(step.statement, problem, connected, state, guard))) {
        await rollBack(connected, problem, state)
        throw new OrmError([failure(step, problem, connected, options, state)])
      }
      if (connected.driver.transaction.by === 'files' && guard?.joins)
        await connected.session.execute(`ROLLBACK TO ${mark}`)
      state.notices.push(`cannot drop ${objectOf(step.statement.text)}: it does not exist`)
    }
    advance(step, state, rule)
  }
  return { executed: state.executed, notices: state.notices }
}

/** Savepoint to return to after a failed statement, which would otherwise end the transaction. */
const mark = 'orm_before_drop'

/** Matches statements that start and end transactions in files. The runner's transaction replaces them. */
const isControl = /^(?:BEGIN|START\s+TRANSACTION|COMMIT|END)(?:\s+(?:WORK|TRANSACTION))?$/i

const guarded = (rule: TransactionRule): TransactionRule =>
  rule.by === 'files' ? { by: 'runner', begin: readCommitted } : rule

async function take(step: Step, { driver, session }: Connected, options: RunOptions, state: State): Promise<void> {
  if ('own' in step) {
    const rows = await session.execute(step.own)
    if (rows.length > 0) throw new Refused(brokenReference(rows[0]!))
    if (!step.commits && !state.inTransaction) await options.guard?.begun?.()
    return
  }
  const { guard } = options
  const { text } = step.statement
  options.onStatement?.(step.statement, state.executed)
  // A check at the start of the transaction covers everything, because nobody else can write from then on.
  const isSeen = guard?.begun !== undefined && driver.transaction.by === 'runner'
  if (!guard?.concerns(text) || isSeen) {
    await session.execute(text)
    return
  }
  const byFiles = driver.transaction.by === 'files'
  const opens = byFiles && !guard.joins && !state.inTransaction
  if (opens) await session.execute(readCommitted)
  try {
    // Otherwise a failed statement would end the transaction.
    if (byFiles) await session.execute(`SAVEPOINT ${mark}`)
    await guard.check(text)
    await session.execute(text)
  } finally {
    // After a failure, this COMMIT rolls back.
    if (opens) await session.execute('COMMIT')
  }
  if (driver.hold?.release) await session.execute(driver.hold.release)
}

const readCommitted = 'BEGIN ISOLATION LEVEL READ COMMITTED'

interface State {
  executed: number
  /** Number of executed statements that are already durable. */
  durable: number
  inTransaction: boolean
  readonly notices: string[]
}

const begins = /^(BEGIN|START\s+TRANSACTION)\b/i
const commits = /^(COMMIT|END)\b/i
const rollsBack = /^(ROLLBACK|ABORT)\b(?!.*\bTO\b)/i

function arrange(statements: readonly Statement[], rule: TransactionRule): Step[] {
  const asSteps = (list: readonly Statement[]): Step[] => list.map((statement) => ({ statement }))
  if (rule.by === 'nobody') return asSteps(statements)
  if (rule.by === 'files') return asSteps(withJoinedTransactions(statements))
  const isOutside = ({ text }: Statement): boolean => rule.outside?.test(text) ?? false
  const firstInside = statements.findIndex((statement) => !isOutside(statement))
  if (firstInside < 0) return asSteps(statements)
  const later = statements.slice(firstInside)
  const after = later.filter(isOutside)
  const { check } = rule
  const isChecked = check !== undefined && after.some(({ text }) => check.when.test(text))
  return [
    ...asSteps(statements.slice(0, firstInside)),
    { own: rule.begin },
    ...asSteps(later.filter((statement) => !isOutside(statement))),
    ...(isChecked ? createdTables(later).map((table) => ({ own: check.query(table) })) : []),
    { own: 'COMMIT', commits: true },
    ...asSteps(after),
  ]
}

/** Joins the transactions of consecutive files: removes a COMMIT at the end of a file and the BEGIN after it. */
function withJoinedTransactions(statements: readonly Statement[]): Statement[] {
  const isSeam = (index: number): boolean => {
    const [end, start] = [statements[index], statements[index + 1]]
    return (
      end !== undefined &&
      start !== undefined &&
      end.mark.source !== start.mark.source &&
      /^COMMIT$/i.test(end.text) &&
      /^BEGIN$/i.test(start.text)
    )
  }
  return statements.filter((_, index) => !isSeam(index) && !isSeam(index - 1))
}

const createdTables = (statements: readonly Statement[]): string[] =>
  statements.flatMap(
    ({ text }) => /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\[[^\]]+\]|"(?:[^"]|"")+"|\w+)/i.exec(text)?.[1] ?? [],
  )

const brokenReference = (row: Readonly<Record<string, unknown>>): string =>
  `a row of table "${row.table}" refers to a row of table "${row.parent}" that does not exist`

function advance(step: Step, state: State, rule: TransactionRule): void {
  if ('own' in step) {
    state.inTransaction = !step.commits
    if (step.commits) state.durable = state.executed
    return
  }
  state.executed++
  const { text } = step.statement
  if (rule.by === 'files' && begins.test(text)) state.inTransaction = true
  else if (rule.by === 'files' && (commits.test(text) || rollsBack.test(text))) state.inTransaction = false
  // Statements in the runner's transaction are durable only after its COMMIT.
  if (rule.by !== 'runner' && !state.inTransaction) state.durable = state.executed
}

/**
 * Returns whether a failed DROP can be ignored. It ends a transaction that a file has started, but the runner's transaction has
 * a savepoint.
 */
function isHarmless(
  { text }: Statement,
  problem: Problem,
  { driver }: Connected,
  state: State,
  guard: Guard | undefined,
): boolean {
  if (driver.transaction.by === 'files' && state.inTransaction && !guard?.joins) return false
  return /^DROP\b/i.test(text) && problem.kind === 'statement' && driver.isMissing(problem)
}

const name = String.raw`(?:"(?:[^"]|"")+"|\[(?:[^\]]|\]\])+\]|\`(?:[^\`]|\`\`)+\`|[^\s;.,"[\`]+)`
const dropped = new RegExp(String.raw`^DROP\s+([A-Z]+(?:\s+VIEW)?)\s+(?:IF\s+EXISTS\s+)?(${name}(?:\.${name})*)`, 'i')

/** Returns `table author` for `DROP TABLE author CASCADE CONSTRAINTS`. */
function objectOf(statement: string): string {
  const [, kind, object] = dropped.exec(statement) ?? []
  return kind === undefined ? statement : `${kind.toLowerCase()} ${object}`
}

async function rollBack({ session }: Connected, problem: Problem, state: State): Promise<void> {
  if (!state.inTransaction || problem.kind === 'lost') return
  try {
    await session.execute('ROLLBACK')
  } catch {
    // The connection is closed next, which ends the transaction.
  }
}

function failure(step: Step, problem: Problem, { censor }: Connected, options: RunOptions, state: State): Diagnostic {
  const { connection, statements } = options
  const at = 'statement' in step ? step.statement : statements[Math.max(state.executed - 1, 0)]!
  const reason = censor([problem.code, problem.text].filter(Boolean).join(' '))
  const text = 'statement' in step ? step.statement.text : step.own
  const isLost = problem.kind === 'lost' || problem.kind === 'timeout'
  if (!isLost) return statementFailed(at.mark, connection, text, reason, whatStays(state, statements.length))
  const isOpen = state.inTransaction && !isCommit(step)
  return connectionLost(
    at.mark,
    connection,
    text,
    isOpen ? whatStays(state, statements.length) : uncertain(step, state, statements.length),
  )
}

const isCommit = (step: Step): boolean => ('own' in step ? step.commits === true : commits.test(step.statement.text))

function whatStays({ durable }: State, total: number): string {
  if (durable === 0) return 'nothing was changed on this connection'
  return `${durable} of ${total} statements were executed and stay, the others were not`
}

/** Returns what is unknown when no answer arrived: a statement outside of a transaction may or may not have taken effect. */
function uncertain(step: Step, state: State, total: number): string {
  if (isCommit(step)) return 'it is not known whether the transaction was committed: check before you run again'
  const done = `${state.executed} of ${total} statements were executed and stay`
  return `${done}; it is not known whether this one was, and the ones after it were not`
}
