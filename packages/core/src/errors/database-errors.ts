import { type Diagnostic, diagnostic } from './diagnostic.js'
import type { Mark } from './source.js'

/** `reason` is the driver's text; the drivers never put a password into it. */
export const cannotConnect = (connection: string, reason: string): Diagnostic =>
  diagnostic('ORM-D001', undefined, `connection "${connection}": cannot reach the database: ${reason}`)

export const statementFailed = (at: Mark, connection: string, statement: string, reason: string): Diagnostic =>
  diagnostic('ORM-D002', at, `connection "${connection}": ${reason}; the statement was: ${shortened(statement)}`)

export const noSqlMap = (path: string): Diagnostic =>
  diagnostic('ORM-D003', undefined, `${path} does not exist`, { hint: 'run "orm sql:build" first' })

export const badMapEntry = (at: Mark, reason: string): Diagnostic => diagnostic('ORM-D004', at, reason)

const shortened = (statement: string): string => (statement.length > 500 ? `${statement.slice(0, 500)}…` : statement)
