import { type Diagnostic, diagnostic } from '../diagnostic.js'
import { didYouMean } from '../nearest.js'
import type { Mark } from '../source.js'

export const badVendorValue = (at: Mark, parameter: string, value: string, expected: string): Diagnostic =>
  diagnostic('ORM-S705', at, `vendor parameter "${parameter}": "${value}" is not ${expected}`, {
    hint: `write ${expected}`,
  })

export const unknownVendor = (at: Mark, vendor: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-W704', at, `vendor type "${vendor}" is unknown`, { hint: () => didYouMean(vendor, known) })

export const unusedVendorParameter = (
  at: Mark,
  parameter: string,
  element: string,
  vendor: string,
  known: Iterable<string>,
): Diagnostic =>
  diagnostic('ORM-W705', at, `vendor parameter "${parameter}" is not used for <${element}> on ${vendor}`, {
    hint: () => didYouMean(parameter, known),
  })

export const unknownCharset = (at: Mark, parameter: string, name: string, known: Iterable<string>): Diagnostic =>
  diagnostic('ORM-W706', at, `vendor parameter "${parameter}": the server does not know "${name}"`, {
    hint: () => didYouMean(name.replace(/[-_ ]/g, ''), known),
  })

export const charsetAgainstCollation = (
  at: Mark,
  charset: string,
  collation: string,
  inherited: 'charset' | 'collation' | undefined,
): Diagnostic =>
  diagnostic(
    'ORM-W706',
    at,
    `collation "${collation}"${inherited === 'collation' ? ' of the database' : ''} is not one of character set "${charset}"${inherited === 'charset' ? ' of the database' : ''}: the server refuses the statement`,
    { hint: `set both at the same element, such as Charset "${collation.replace(/_.*$/, '')}"` },
  )

export const charsetOfNumber = (at: Mark, column: string, type: string): Diagnostic =>
  diagnostic('ORM-W706', at, `column "${column}": ${type} has no character set: the server refuses it`)

export const textAsBytes = (at: Mark, parameter: string): Diagnostic =>
  diagnostic(
    'ORM-W707',
    at,
    `vendor parameter "${parameter}": with "binary" the server makes VARBINARY of VARCHAR, and BLOB of TEXT`,
    {
      hint: 'use a type such as VARBINARY, or a collation such as utf8mb4_bin to compare texts byte by byte',
    },
  )

export const noLiteralDefault = (at: Mark, column: string, vendor: string, type: string): Diagnostic =>
  diagnostic('ORM-S901', at, `column "${column}": ${vendor} allows no literal default for ${type}`, {
    hint: 'use VARCHAR with a size, or an expression in defaultExpr',
  })

export const noSuchType = (at: Mark, column: string, type: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S910', at, `column "${column}": ${vendor} has no type ${type}`, {
    hint: 'use a type that it has, or name one of its own in sqlType',
  })

export const noSuchAttribute = (at: Mark, column: string, attribute: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S911', at, `column "${column}": ${vendor} has no columns with ${attribute}`, {
    hint: `remove ${attribute}`,
  })

export const reservedName = (at: Mark, name: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S903', at, `name "${name}" is reserved in ${vendor} and is not quoted`, {
    hint: 'choose another name',
  })

export const unusableName = (at: Mark, name: string, vendor: string, because: string): Diagnostic =>
  diagnostic('ORM-S905', at, `name "${name}" cannot be used on ${vendor}: ${because}`, { hint: 'choose another name' })

export const sameColumn = (at: Mark, column: string, other: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S904', at, `columns "${column}" and "${other}" are the same on ${vendor}`, {
    hint: 'rename one of them',
  })

export const oneNullOnly = (at: Mark, unique: string, vendor: string): Diagnostic =>
  diagnostic('ORM-W903', at, `unique "${unique}": ${vendor} allows only one row with NULL`)

export const expressionOfOtherVendor = (
  at: Mark,
  column: string,
  expression: string,
  vendors: readonly string[],
): Diagnostic =>
  diagnostic('ORM-W904', at, `column "${column}": expression "${expression}" is specific to ${vendors.join(' and ')}`)

export const notOneExpression = (at: Mark, place: string, what: string, text: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S315', at, `${place}: ${what} "${text}" is not one SQL expression of ${vendor}`, {
    hint: 'brackets and quotes in pairs, no semicolon, no comment, no parameter, no clause behind it',
  })

export const notThere = (
  at: Mark,
  place: string,
  what: string,
  use: string,
  vendor: string,
  hint: string,
): Diagnostic => diagnostic('ORM-S319', at, `${place}: ${what} cannot stand in ${use} on ${vendor}`, { hint })

export const noGeneratedKind = (at: Mark, column: string, vendor: string, kind: 'stored' | 'virtual'): Diagnostic =>
  diagnostic('ORM-S907', at, `column "${column}": ${vendor} has no ${kind} generated columns`, {
    hint: `stored="${kind === 'virtual'}"`,
  })

export const lacking = (at: Mark, place: string, vendor: string, what: string, hint?: string): Diagnostic =>
  diagnostic('ORM-S912', at, `${place}: ${vendor} has no ${what}`, {
    hint: hint ?? 'remove it, or keep a schema for each database',
  })

export const noNativeEnums = (at: Mark, column: string, vendor: string, type: string): Diagnostic =>
  diagnostic('ORM-S914', at, `column "${column}": ${vendor} has no native ${type} columns`, {
    hint: `remove native; ${type} is stored as a number then`,
  })

export const noExtensions = (at: Mark, extension: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S916', at, `extension "${extension}": ${vendor} has no extensions`, {
    hint: 'set only to the databases that have it',
  })

export const noSequences = (at: Mark, sequence: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S917', at, `sequence "${sequence}": ${vendor} has no sequences`, {
    hint: 'set only to the databases that have it',
  })

export const sequenceNeedsServer = (at: Mark, sequence: string, servers: string): Diagnostic =>
  diagnostic('ORM-W917', at, `sequence "${sequence}" needs ${servers}`)

export const impossibleValue = (at: Mark, column: string, value: string, vendor: string, why: string): Diagnostic =>
  diagnostic('ORM-S915', at, `column "${column}": ${vendor} cannot have "${value}" in a native type: it is ${why}`, {
    hint: 'change the value, or remove native',
  })

export const sameValues = (at: Mark, column: string, value: string, other: string, vendor: string): Diagnostic =>
  diagnostic(
    'ORM-S915',
    at,
    `column "${column}": "${value}" and "${other}" are one value in a native type of ${vendor}`,
    {
      hint: 'the server compares values by a collation',
    },
  )

export const tooManyValues = (at: Mark, column: string, count: number, vendor: string, limit: number): Diagnostic =>
  diagnostic(
    'ORM-S915',
    at,
    `column "${column}": a native SET of ${vendor} has at most ${limit} values, not ${count}`,
    { hint: 'use a table of values with a link table' },
  )

export const indexLacks = (at: Mark, index: string, vendor: string, what: string, hint?: string): Diagnostic =>
  diagnostic('ORM-S918', at, `index "${index}": ${vendor} has no ${what}`, {
    hint: hint ?? 'only="…" names the databases that have such indexes; others leave it out',
  })

export const indexNeedsServer = (at: Mark, index: string, servers: string): Diagnostic =>
  diagnostic('ORM-W918', at, `index "${index}": an index over an expression needs ${servers}`)

export const refusedRead = (at: Mark, column: string, read: string, server: string, kind: string): Diagnostic =>
  diagnostic(
    'ORM-W919',
    at,
    `column "${column}": ${server} refuses ${kind} generated columns that read the CHAR "${read}"`,
    {
      hint: `write rtrim(${read}), or make it a VARCHAR`,
    },
  )

export const notOneType = (at: Mark, column: string, text: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S316', at, `column "${column}": sqlType "${text}" is not one SQL type of ${vendor}`, {
    hint: 'use required, defaultExpr and the other attributes for what follows a type',
  })

export const defaultNeedsNewerServer = (at: Mark, column: string, servers: string): Diagnostic =>
  diagnostic('ORM-W906', at, `column "${column}": this default needs ${servers}`)

export const keyCannotReturn = (at: Mark, column: string, vendor: string, servers: string | false): Diagnostic =>
  diagnostic(
    'ORM-W907',
    at,
    servers === false
      ? `column "${column}": ${vendor} cannot return a key that a default makes`
      : `column "${column}": only ${servers} can return a key that a default makes`,
    { hint: 'set the key before save(), as in preInsert()' },
  )

export const zeroDate = (at: Mark, column: string, date: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S906', at, `column "${column}": ${vendor} has no date "${date}"`, { hint: 'remove the default' })

export const scaleNeedsServer = (at: Mark, column: string, scale: number, limit: number, servers: string): Diagnostic =>
  diagnostic('ORM-W908', at, `column "${column}": a scale of ${scale}, above ${limit}, needs ${servers}`)

export const emptyIsNull = (at: Mark, column: string, vendor: string): Diagnostic =>
  diagnostic('ORM-W909', at, `column "${column}": to ${vendor} the empty string is NULL, and the column is required`, {
    hint: 'remove the default or required, or use another default',
  })
