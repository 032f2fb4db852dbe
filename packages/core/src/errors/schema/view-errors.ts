import { type Diagnostic, diagnostic, note } from '../diagnostic.js'
import { didYouMean } from '../nearest.js'
import type { Mark } from '../source.js'

export const noViewSql = (at: Mark, view: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S331', at, `view "${view}" has no <sql> for ${vendor}`, {
    hint: `add <sql vendor="${vendor}">, or only="…" with the databases that have the view`,
  })

export const viewSqlTwice = (at: Mark, view: string, vendor: string | undefined, first: Mark): Diagnostic =>
  diagnostic('ORM-S331', at, `view "${view}" has two <sql> for ${vendor ?? 'all databases'}`, {
    notes: [note(first, 'first one here')],
    hint: 'one <sql> for each vendor, and one without vendor for the others',
  })

export const notOneSelect = (at: Mark, view: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S332', at, `view "${view}": the text of <sql> is not one SELECT of ${vendor}`, {
    hint: 'one statement that starts with SELECT, WITH or VALUES; brackets and quotes in pairs, no INTO',
  })

export const viewsInCircle = (at: Mark, view: string, chain: readonly string[]): Diagnostic =>
  diagnostic(
    'ORM-S321',
    at,
    chain.length === 1 ? `view "${view}" reads itself` : `view "${view}" reads itself: ${chain.join(' > ')} > ${view}`,
    { hint: 'let one of them read tables' },
  )

export const unknownIdentity = (at: Mark, view: string, column: string, known: Iterable<string>): Diagnostic =>
  diagnostic('ORM-S333', at, `view "${view}": identity names column "${column}", which it does not have`, {
    hint: () => didYouMean(column, known) ?? `its columns: ${[...known].join(', ') || 'none'}`,
  })

export const notInView = (at: Mark, view: string, column: string, what: string): Diagnostic =>
  diagnostic('ORM-S334', at, `view "${view}": column "${column}" cannot have ${what}`, {
    hint: 'the SELECT of the view makes its values',
  })

export const noMaterializedViews = (at: Mark, view: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S921', at, `view "${view}": ${vendor} has no materialized views`, {
    hint: 'remove materialized, or write two views with only="…"',
  })

export const statementPart = (at: Mark, statement: string, part: 'create' | 'drop'): Diagnostic =>
  diagnostic('ORM-S335', at, `statement "${statement}" needs one <${part}> with SQL`, {
    hint: part === 'drop' ? 'migrations run it before the statement changes or goes' : 'write the SQL between its tags',
  })

export const vendorLeftOut = (at: Mark, statement: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S110', at, `statement "${statement}": only does not name ${vendor}, which the statement is for`, {
    hint: 'remove vendor or only',
  })

export const statementTwice = (at: Mark, statement: string, vendor: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S336', at, `statement "${statement}" is declared twice for ${vendor}`, {
    notes: [note(first, 'first declared here')],
    hint: 'set vendor or only, so that each database has one',
  })
