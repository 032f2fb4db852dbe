import { asWarning, type Diagnostic, diagnostic, note } from '../diagnostic.js'
import { didYouMean } from '../nearest.js'
import type { Mark } from '../source.js'

export const noPrimaryKey = (at: Mark, table: string): Diagnostic =>
  diagnostic(
    'ORM-W406',
    at,
    `table "${table}" has no primary key: its objects can be inserted and read, but not updated, deleted or found by key`,
    { hint: 'mark a column with primaryKey, add behavior auto_add_pk, or set readOnly and skipSql for a view' },
  )

export const unsuitableKeyType = (at: Mark, column: string, type: string): Diagnostic =>
  diagnostic('ORM-S402', at, `column "${column}": type ${type} cannot be part of a primary key`, {
    hint: 'use another column as the key',
  })

/** Objects with a name in SQL. */
type Named = 'index' | 'foreign key' | 'check' | 'exclude' | 'unique' | 'sequence' | 'table' | 'view' | 'part'

export const nameTwice = (at: Mark, kind: Named, name: string, first: Mark): Diagnostic =>
  diagnostic('ORM-S403', at, `${kind} name "${name}" is already used`, {
    notes: [note(first, 'first used here')],
    hint: 'choose another name',
  })

/** Reports a name that another table already uses, if the vendor requires unique names. */
export const nameMadeUnique = (
  at: Mark,
  kind: Named,
  name: string,
  vendor: string,
  made: string,
  first: Mark,
): Diagnostic =>
  diagnostic(
    'ORM-W408',
    at,
    `${kind} name "${name}" is already used, and ${vendor} allows it only once: it is "${made}" here`,
    {
      notes: [note(first, 'first used here')],
    },
  )

export const nameShortened = (
  at: Mark,
  name: string,
  { name: vendor, maxIdentifierLength, identifierUnit }: VendorLimit,
  made: string,
): Diagnostic =>
  diagnostic(
    'ORM-W407',
    at,
    `name "${name}" has more than the ${maxIdentifierLength} ${identifierUnit} that ${vendor} allows: it is "${made}" in the database`,
  )

interface VendorLimit {
  readonly name: string
  readonly maxIdentifierLength: number
  readonly identifierUnit: string
}

export const autoIncrementNeedsNative = (at: Mark, column: string, table: string): Diagnostic =>
  diagnostic('ORM-S405', at, `column "${column}": autoIncrement needs idMethod="native" on table "${table}"`, {
    hint: 'set idMethod, or remove autoIncrement',
  })

export const secondAutoIncrement = (at: Mark, table: string): Diagnostic =>
  diagnostic('ORM-S406', at, `table "${table}": only one column can be autoIncrement`, {
    hint: 'a column can have a sequence instead',
  })

export const autoIncrementType = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-S407', at, `column "${column}": autoIncrement needs an integer type`, {
    hint: 'use INTEGER or BIGINT',
  })

export const autoIncrementNotKey = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-S408', at, `column "${column}": an autoIncrement column must be in the primary key`, {
    hint: 'set primaryKey, or remove autoIncrement',
  })

export const emptyIndex = (at: Mark, element: string, name: string): Diagnostic =>
  diagnostic('ORM-S409', at, `<${element}> "${name}" has no columns`, { hint: `add an <${element}-column>` })

/** `place` is an index or an exclusion constraint. */
export const unknownIndexColumn = (
  at: Mark,
  place: string,
  table: string,
  column: string,
  known: Iterable<string>,
): Diagnostic =>
  diagnostic('ORM-S410', at, `${place}: table "${table}" has no column "${column}"`, {
    hint: () => didYouMean(column, known),
  })

export const indexColumnTwice = (at: Mark, index: string, column: string): Diagnostic =>
  diagnostic('ORM-S411', at, `index "${index}": column "${column}" is listed twice`, { hint: 'remove one of them' })

export const indexNeedsSize = (at: Mark, index: string, column: string, type: string, vendor: string): Diagnostic =>
  asWarning(
    diagnostic('ORM-S412', at, `index "${index}": column "${column}" of type ${type} needs a size on ${vendor}`, {
      hint: 'some servers accept the index without it',
    }),
  )

export const typeWithoutIndex = (at: Mark, index: string, column: string, type: string, vendor: string): Diagnostic =>
  diagnostic('ORM-S413', at, `index "${index}": column "${column}" of type ${type} cannot be indexed on ${vendor}`, {
    hint: 'use an expression that has an order, or another type',
  })

export const tooLongForIndex = (at: Mark, index: string, column: string, type: string, vendor: string): Diagnostic =>
  asWarning(
    diagnostic('ORM-S413', at, `index "${index}": column "${column}" of type ${type} is too long for ${vendor}`, {
      hint: 'the server will refuse it: use a type with a size',
    }),
  )

export const badIndexColumn = (at: Mark, index: string, element: string): Diagnostic =>
  diagnostic('ORM-S416', at, `index "${index}": <${element}> needs either name or expression`)

export const sizeOfExpression = (at: Mark, index: string): Diagnostic =>
  diagnostic('ORM-S416', at, `index "${index}": an expression has no size`)

export const indexSizeWithoutEffect = (at: Mark, index: string, vendor: string): Diagnostic =>
  diagnostic('ORM-W401', at, `index "${index}": size has no effect on ${vendor}`)

export const unfitIndexSize = (at: Mark, index: string, column: string, reason: string): Diagnostic =>
  diagnostic('ORM-W401', at, `index "${index}": size has no effect, as column "${column}" ${reason}`, {
    hint: 'remove it: the whole column is indexed',
  })

export const sequenceWithoutEffect = (at: Mark, vendor: string): Diagnostic =>
  diagnostic('ORM-W402', at, `id-method-parameter has no effect on ${vendor}`)

export const severalIdMethodParameters = (at: Mark): Diagnostic =>
  diagnostic('ORM-W403', at, 'only the first id-method-parameter is used')

export const nullablePrimaryKey = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-W404', at, `column "${column}" is a primary key and therefore required`)

export const redundantIndex = (at: Mark, index: string, other: string, refusedBy?: string): Diagnostic =>
  diagnostic(
    'ORM-W405',
    at,
    `index "${index}" repeats "${other}"${refusedBy === undefined ? '' : `, which ${refusedBy} does not allow; it is omitted`}`,
  )

export const badExclusionPart = (at: Mark, place: string): Diagnostic =>
  diagnostic('ORM-S418', at, `${place}: an <exclude-column> has either name or expression`, {
    hint: 'one <exclude-column> for each of them',
  })

export const notAnOperator = (at: Mark, place: string, what: 'operator' | 'using', text: string): Diagnostic =>
  diagnostic(
    'ORM-S418',
    at,
    `${place}: ${what} "${text}" is not ${what === 'using' ? 'a kind of index' : 'an operator'}`,
    {
      hint: what === 'using' ? 'such as gist or spgist' : 'such as = or &&, written &amp;&amp; in XML',
    },
  )

export const keyTooLong = (
  at: Mark,
  key: string,
  bytes: number,
  charset: string | undefined,
  vendor: string,
  limit: number,
): Diagnostic => {
  const length = `${bytes} bytes${charset === undefined ? '' : ` in ${charset}`}`
  return diagnostic('ORM-W409', at, `${key}: its columns have up to ${length}, and ${vendor} allows ${limit}`, {
    hint:
      charset === undefined
        ? 'use shorter columns'
        : 'use shorter columns, or a character set with fewer bytes for a character; an index can have a prefix: size',
  })
}
