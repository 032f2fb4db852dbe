import { type Diagnostic, diagnostic } from '../diagnostic.js'
import type { Mark } from '../source.js'

export const noTableKind = (at: Mark, table: string, vendor: string, kind: string): Diagnostic =>
  diagnostic('ORM-S922', at, `table "${table}": ${vendor} has no ${kind} tables`, { hint: 'remove the attribute' })

export const withoutRowidNeeds = (at: Mark, table: string, problem: string): Diagnostic =>
  diagnostic('ORM-S337', at, `table "${table}": a WITHOUT ROWID table ${problem}`, {
    hint: 'remove autoIncrement or withoutRowid, or add a primary key',
  })

export const notInStrict = (at: Mark, column: string, sqlType: string): Diagnostic =>
  diagnostic('ORM-S322', at, `column "${column}": a STRICT table has no type ${sqlType}`, {
    hint: 'use INT, INTEGER, REAL, TEXT, BLOB or ANY, or remove sqlType',
  })

export const keyToUnlogged = (at: Mark, table: string, target: string): Diagnostic =>
  diagnostic(
    'ORM-S338',
    at,
    `table "${table}" is logged, and its foreign key refers to the unlogged table "${target}"`,
    {
      hint: 'make both tables unlogged, or neither',
    },
  )

export const noPartitions = (at: Mark, table: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S925', at, `table "${table}": ${vendor} has no partitions that a schema can describe`, {
    hint: 'the attribute only names the databases that have it',
  })

export const badPartition = (at: Mark, table: string, problem: string, hint?: string): Diagnostic =>
  diagnostic('ORM-S345', at, `table "${table}": the partition ${problem}`, hint === undefined ? {} : { hint })
