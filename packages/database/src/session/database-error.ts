import { type Diagnostic, OrmError } from 'orm-core/internal'
import type { Problem } from './problem.js'

/**
 * What a driver or its server answered. Only sessions and `connect` throw it: any other exception is an answer of the user or a
 * bug, and says nothing about the database.
 */
export class DatabaseError extends OrmError {
  readonly problem: Problem

  /** @param diagnostic shown if nobody knows more about the statement */
  constructor(problem: Problem, diagnostic: Diagnostic) {
    super([diagnostic])
    this.problem = problem
  }
}

/** Returns what the database answered. Throws any other exception again. */
export function problemOf(error: unknown): Problem {
  if (error instanceof DatabaseError) return error.problem
  throw error
}
