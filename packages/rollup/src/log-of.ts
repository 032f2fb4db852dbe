import { codeFrame, type Diagnostic, formatDiagnostic, OrmError } from 'orm-core'
import type { RollupLog } from 'rollup'

/** What rollup and Vite print: every diagnostic, with place and frame of the first. */
export function logOf(problem: OrmError | Diagnostic): RollupLog {
  const isError = problem instanceof OrmError
  const first = isError ? problem.diagnostics[0] : problem
  const log: RollupLog = { message: isError ? problem.message : formatDiagnostic(problem) }
  if (!first?.place) return log
  const { file, line, column } = first.place
  return { ...log, id: file, loc: { file, line, column: column - 1 }, frame: codeFrame(first) }
}
