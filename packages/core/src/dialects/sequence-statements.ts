import type { Sequence } from '../model/index.js'

/** Statements for sequences that columns share. */
export interface SequenceStatements {
  create(sequence: Sequence): string
  /** Empty if the server cannot change what differs, or does not need to. */
  change(before: Sequence, after: Sequence): readonly string[]
  drop(sequence: Sequence): string
}

/**
 * Returns the statements of most vendors. With `keepsStart` the start is never changed, because changing it would restart the
 * sequence.
 */
export const sequenceStatementsOf = (
  quote: (identifier: string) => string,
  keepsStart = false,
): SequenceStatements => ({
  create: ({ name, start = 1, increment = 1 }) =>
    `CREATE SEQUENCE ${quote(name)} START WITH ${start} INCREMENT BY ${increment}`,
  change(before, after) {
    const [start, increment] = [after.start ?? 1, after.increment ?? 1]
    const changes = [
      ...(keepsStart || start === (before.start ?? 1) ? [] : [`START WITH ${start}`]),
      ...(increment === (before.increment ?? 1) ? [] : [`INCREMENT BY ${increment}`]),
    ]
    return changes.length === 0 ? [] : [`ALTER SEQUENCE ${quote(after.name)} ${changes.join(' ')}`]
  },
  drop: ({ name }) => `DROP SEQUENCE ${quote(name)}`,
})
