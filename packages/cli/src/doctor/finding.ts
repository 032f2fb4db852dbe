/** Result of a check. */
export interface Finding {
  /** Subject of the check, such as `PHP` or `connection "shop"`. */
  readonly check: string
  readonly status: 'ok' | 'warning' | 'error'
  readonly message: string
  /** How to fix it; only for a problem. */
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

/** Returns the first line of an error, which contains the code for `orm explain`. */
export const reasonOf = (problem: unknown): string =>
  (problem instanceof Error ? problem.message : String(problem)).split('\n')[0]!
