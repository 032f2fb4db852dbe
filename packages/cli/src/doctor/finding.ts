/** What a check found. */
export interface Finding {
  /** What was looked at: `PHP`, `connection "shop"`. */
  readonly check: string
  readonly status: 'ok' | 'warning' | 'error'
  readonly message: string
  /** What to do about it; with a problem only. */
  readonly cure?: string
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message })
export const warning = (check: string, message: string, cure: string): Finding => ({
  check,
  status: 'warning',
  message,
  cure,
})
export const error = (check: string, message: string, cure: string): Finding => ({
  check,
  status: 'error',
  message,
  cure,
})

/** The first line of what went wrong, and the code that `orm explain` knows. */
export const reasonOf = (problem: unknown): string =>
  (problem instanceof Error ? problem.message : String(problem)).split('\n')[0]!
