import { type Diagnostic, diagnostic, note } from '../diagnostic.js'
import { didYouMean } from '../nearest.js'
import type { Mark } from '../source.js'

export const noType = (at: Mark, table: string, column: string): Diagnostic =>
  diagnostic('ORM-S301', at, `table "${table}": column "${column}" has no type`, {
    hint: 'set type, or the domain that gives it',
  })

/**
 * `subject` is a column with its table, or a domain; `known` are the types; `other` is what to write for a vendor-specific
 * word.
 */
export const unknownType = (
  at: Mark,
  subject: string,
  type: string,
  known: readonly string[],
  other: string | undefined,
): Diagnostic =>
  diagnostic('ORM-S302', at, `${subject}: unknown type "${type}"`, {
    hint: () =>
      other ? `did you mean "${other}"?` : (didYouMean(type, known) ?? 'sqlType names a type of the database itself'),
  })

export const noValueSet = (at: Mark, column: string, type: string): Diagnostic =>
  diagnostic('ORM-S303', at, `column "${column}": type ${type} needs valueSet`, {
    hint: 'such as valueSet="small,large"',
  })

export const noScale = (at: Mark, column: string, type: string): Diagnostic =>
  diagnostic('ORM-S304', at, `column "${column}": type ${type} cannot have a scale`, {
    hint: 'DECIMAL and NUMERIC can',
  })

export const sizeTooLarge = (at: Mark, column: string, size: number, vendor: string, limit: number): Diagnostic =>
  diagnostic('ORM-S304', at, `column "${column}": size ${size} is above the limit of ${vendor} (${limit})`, {
    hint: 'use a smaller size, or a larger type',
  })

export const scaleTooLarge = (at: Mark, column: string, scale: number, vendor: string, limit: number): Diagnostic =>
  diagnostic('ORM-S304', at, `column "${column}": scale ${scale} is above the limit of ${vendor} (${limit})`, {
    hint: 'use a smaller scale',
  })

export const scaleNeedsSize = (at: Mark, column: string, scale: number): Diagnostic =>
  diagnostic('ORM-S305', at, `column "${column}": scale ${scale} needs a size of at least ${scale}`)

export const lazyPrimaryKey = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-S306', at, `column "${column}": a primary key column cannot be lazy loaded`, {
    hint: 'remove lazyLoad',
  })

/** `subject` is a column or a domain. */
export const severalDefaults = (at: Mark, subject: string): Diagnostic =>
  diagnostic('ORM-S307', at, `${subject}: set only one of defaultValue, default, defaultExpr`)

export const wrongDefault = (at: Mark, column: string, value: string, type: string, hint?: string): Diagnostic =>
  diagnostic('ORM-S308', at, `column "${column}": default "${value}" is not a valid ${type} value`, { hint })

export const valueTwice = (at: Mark, column: string, value: string): Diagnostic =>
  diagnostic('ORM-W308', at, `column "${column}": value "${value}" appears twice; the first position is used`)

export const emptyValue = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-W308', at, `column "${column}": empty value`, { hint: 'is there a comma too many?' })

export const sameConstant = (at: Mark, column: string, value: string, other: string): Diagnostic =>
  diagnostic('ORM-S309', at, `column "${column}": values "${value}" and "${other}" produce the same constant`, {
    hint: 'rename one of them',
  })

export const setTooLarge = (at: Mark, column: string, count: number): Diagnostic =>
  diagnostic('ORM-S310', at, `column "${column}": a SET can have at most 31 values, found ${count}`, {
    hint: 'use a table of values with a link table',
  })

export const unknownDomain = (at: Mark, column: string, domain: string, known: Iterable<string>): Diagnostic =>
  diagnostic('ORM-S311', at, `column "${column}": unknown domain "${domain}"`, {
    hint: () => didYouMean(domain, known) ?? `declare it: <domain name="${domain}" type="…"/>`,
  })

export const unknownSequence = (at: Mark, column: string, sequence: string, known: Iterable<string>): Diagnostic =>
  diagnostic('ORM-S329', at, `column "${column}": unknown sequence "${sequence}"`, {
    hint: () => didYouMean(sequence, known) ?? `declare it: <sequence name="${sequence}"/>`,
  })

export const domainAndType = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-S312', at, `column "${column}": set either domain or type, not both`)

export const takesNoDefault = (at: Mark, column: string, type: string): Diagnostic =>
  diagnostic('ORM-S313', at, `column "${column}": type ${type} cannot have a default`, {
    hint: 'set the value in preInsert()',
  })

export const autoIncrementDefault = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-S314', at, `column "${column}": an auto-increment column cannot have a default`, {
    hint: 'remove one of them',
  })

export const secondPrimaryString = (at: Mark, column: string, first: string): Diagnostic =>
  diagnostic('ORM-W301', at, `column "${column}": "${first}" is already the primary string`)

export const binaryWithoutSize = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-W302', at, `column "${column}": BINARY without size is one byte on some databases`)

export const oldTypeName = (at: Mark, type: string, current: string): Diagnostic =>
  diagnostic('ORM-W303', at, `type ${type} is a deprecated name for ${current}`)

export const sizeWithoutEffect = (at: Mark, column: string, type: string, vendor: string): Diagnostic =>
  diagnostic('ORM-W304', at, `column "${column}": size has no effect for ${type} on ${vendor}`)

export const treatedAsExpression = (at: Mark, column: string, value: string, expression: string): Diagnostic =>
  diagnostic('ORM-W305', at, `column "${column}": treating default "${value}" as defaultExpr`, {
    hint: expression === value ? undefined : `write defaultExpr="${expression}"`,
  })

export const defaultReadAs = (at: Mark, column: string, written: string, value: string): Diagnostic =>
  diagnostic('ORM-W307', at, `column "${column}": default "${written}" is read as ${value}`)

export const valueSetWithoutEffect = (at: Mark, column: string, type: string): Diagnostic =>
  diagnostic('ORM-W306', at, `column "${column}": valueSet has no effect for ${type}`)

export const enumWithoutValues = (at: Mark, column: string, type: string): Diagnostic =>
  diagnostic('ORM-S317', at, `column "${column}": type ${type} cannot have a phpEnum`, {
    hint: 'ENUM and SET columns can',
  })

export const enumAndType = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-S317', at, `column "${column}": set either phpEnum or phpType, not both`)

export const nativeWithoutValues = (at: Mark, column: string, type: string): Diagnostic =>
  diagnostic('ORM-S326', at, `column "${column}": type ${type} cannot be native`, { hint: 'ENUM and SET columns can' })

export const nameWithoutNative = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-S326', at, `column "${column}": enumName names a native type`, { hint: 'add native="true"' })

export const typeAndTable = (at: Mark, column: string, type: string): Diagnostic =>
  diagnostic('ORM-S326', at, `column "${column}": the type "${type}" has the name of a table`, {
    hint: 'set enumName to another name',
  })

export const typeWithOtherValues = (at: Mark, column: string, type: string, other: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S326', at, `column "${column}": the type "${type}" has other values in column "${other}"`, {
    notes: [note(first, 'first declared here')],
    hint: 'write the same valueSet in both, or set enumName to another name',
  })

export const overridesDomain = (at: Mark, column: string, attribute: string, domain: string, first: Mark): Diagnostic =>
  diagnostic(
    'ORM-S339',
    at,
    `column "${column}": ${attribute} cannot be set beside domain "${domain}", which has checks`,
    {
      notes: [note(first, 'declared here')],
      hint: 'a domain with checks is one type for all its columns; remove the attribute, or declare another domain',
    },
  )

export const badDomain = (at: Mark, domain: string, problem: string, first?: Mark): Diagnostic =>
  diagnostic('ORM-S339', at, `domain "${domain}": ${problem}`, {
    ...(first && { notes: [note(first, 'first declared here')] }),
    hint: 'choose another name',
  })

export const sizeForSomeCharsets = (
  at: Mark,
  column: string,
  size: number,
  charset: string,
  limit: number,
): Diagnostic =>
  diagnostic('ORM-W309', at, `column "${column}": size ${size} is too large for ${charset}, whose limit is ${limit}`, {
    hint: 'use LONGVARCHAR, or another character set',
  })

export const notOnGenerated = (at: Mark, column: string, what: string): Diagnostic =>
  diagnostic('ORM-S318', at, `column "${column}": a generated column cannot have ${what}`, {
    hint: 'the database alone writes its value',
  })

export const generatedReads = (at: Mark, column: string, what: string, hint: string): Diagnostic =>
  diagnostic('ORM-S320', at, `column "${column}": a generated column cannot be computed of ${what}`, { hint })

export const badIdentity = (at: Mark, column: string, problem: string): Diagnostic =>
  diagnostic('ORM-S420', at, `column "${column}": ${problem}`, { hint: 'change one of the attributes' })

export const unsuitableAttribute = (at: Mark, column: string, attribute: string, type: string): Diagnostic =>
  diagnostic('ORM-S330', at, `column "${column}": ${attribute} cannot be set for ${type}`, {
    hint: `remove ${attribute}`,
  })
