import { type Diagnostic, diagnostic, note } from './diagnostic.js'
import { didYouMean } from './nearest.js'
import type { Mark } from './source.js'

const quoted = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(', ')

export const noSchemaFile = (directory: string): Diagnostic =>
  diagnostic('ORM-S001', undefined, `no schema file found: nothing in ${directory} ends with "schema.xml"`)

export const notWellFormed = (at: Mark, reason: string): Diagnostic =>
  diagnostic('ORM-S003', at, `not well-formed XML: ${reason}`)

export const wrongRoot = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-S101', at, `root element is <${name}>, expected <database>`)

export const unknownAttribute = (at: Mark, element: string, name: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-S102', at, `<${element}> has no attribute "${name}"`, { hint: didYouMean(name, known) })

export const notAllowedValue = (at: Mark, attribute: string, value: string, allowed: readonly string[]): Diagnostic =>
  diagnostic('ORM-S103', at, `attribute "${attribute}": "${value}" is not one of ${quoted(allowed)}`, {
    hint: didYouMean(value, allowed),
  })

export const notBoolean = (at: Mark, attribute: string, value: string): Diagnostic =>
  diagnostic('ORM-S104', at, `attribute "${attribute}": "${value}" is not a boolean`)

export const notInteger = (at: Mark, attribute: string, value: string): Diagnostic =>
  diagnostic('ORM-S105', at, `attribute "${attribute}": "${value}" is not a whole number`)

export const misplacedElement = (at: Mark, element: string, parent: string, allowed: readonly string[]): Diagnostic =>
  diagnostic(
    'ORM-S106',
    at,
    `<${element}> is not allowed inside <${parent}>; allowed: ${allowed.map((name) => `<${name}>`).join(', ') || 'nothing'}`,
    { hint: didYouMean(element, allowed) },
  )

export const missingAttribute = (at: Mark, element: string, attribute: string): Diagnostic =>
  diagnostic('ORM-S107', at, `<${element}> needs attribute "${attribute}"`)

export const unexpectedText = (at: Mark, element: string): Diagnostic =>
  diagnostic('ORM-S108', at, `unexpected text inside <${element}>`)

export const noConnection = (at: Mark, database: string, configured: readonly string[]): Diagnostic =>
  diagnostic(
    'ORM-S201',
    at,
    `database "${database}": no connection of that name in the configuration; configured: ${quoted(configured)}`,
    { hint: didYouMean(database, configured) },
  )

export const tableTwice = (at: Mark, table: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S202', at, `table "${table}" is declared twice`, { notes: [note(first, 'first declared here')] })

export const noColumns = (at: Mark, table: string): Diagnostic =>
  diagnostic('ORM-S205', at, `table "${table}" has no columns`)

export const columnTwice = (at: Mark, table: string, column: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S206', at, `table "${table}": column "${column}" is declared twice`, {
    notes: [note(first, 'first declared here')],
  })

export const noType = (at: Mark, table: string, column: string): Diagnostic =>
  diagnostic('ORM-S301', at, `table "${table}": column "${column}" has no type`)

export const unknownType = (
  at: Mark,
  table: string,
  column: string,
  type: string,
  known: readonly string[],
): Diagnostic =>
  diagnostic('ORM-S302', at, `table "${table}": column "${column}": unknown type "${type}"`, {
    hint: didYouMean(type, known),
  })

export const unknownForeignTable = (at: Mark, table: string, wanted: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-S501', at, `table "${table}": foreign key to unknown table "${wanted}"`, {
    hint: didYouMean(wanted, known),
  })

export const unknownLocalColumn = (
  at: Mark,
  table: string,
  foreignTable: string,
  column: string,
  known: readonly string[],
): Diagnostic =>
  diagnostic('ORM-S502', at, `table "${table}": foreign key to "${foreignTable}": no own column "${column}"`, {
    hint: didYouMean(column, known),
  })

export const unknownForeignColumn = (
  at: Mark,
  table: string,
  foreign: { readonly name: string; readonly origin: Mark },
  column: string,
  known: readonly string[],
): Diagnostic =>
  diagnostic('ORM-S503', at, `table "${table}": foreign key to "${foreign.name}": no column "${column}" there`, {
    hint: didYouMean(column, known),
    notes: [note(foreign.origin, `table "${foreign.name}" is declared here`)],
  })

export const noReference = (at: Mark, table: string, foreignTable: string): Diagnostic =>
  diagnostic('ORM-S504', at, `table "${table}": foreign key to "${foreignTable}" has no <reference>`)
