import { createHash } from 'node:crypto'
import type { Column } from './column.js'
import { columnReferences, type ForeignKey } from './foreign-key.js'
import { pluralize } from './plural.js'
import type { Table } from './table.js'

/** The naming method `underscore`: `book_club_list` gives `BookClubList`. Case conversion is ASCII only. */
export const phpNameOf = (name: string): string =>
  name
    .split('_')
    .map((part) => upperFirst(asciiLower(part)))
    .join('')

const asciiLower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const upperFirst = (text: string): string => (/^[a-z]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text)

/** `book_fk_ea464c`: the table, the kind and six digits that depend on what the object is about. */
export const generatedName = (table: string, kind: 'fk' | 'i' | 'u', about: string): string =>
  `${table}_${kind}_${createHash('md5').update(about.toLowerCase()).digest('hex').slice(0, 6)}`

export const foreignKeyName = (table: string, foreignTable: string, locals: string[], foreigns: string[]): string =>
  generatedName(table, 'fk', `.${foreignTable}:${locals.join(',')}:${foreigns.join(',')}`)

interface RelationNames {
  /** On the table that has the foreign key. */
  readonly name: string
  readonly pluralName: string
  /** On the table that it points at. */
  readonly reverseName: string
  readonly reversePluralName: string
}

/** Names of a foreign key seen from both ends (schema-reference §5.4). */
export function relationNames(table: Table, key: ForeignKey, foreignTable: Table, locals: Column[]): RelationNames {
  const toForeign = table.foreignKeys.filter((other) => other.foreignTable === foreignTable.name)
  const mutual = foreignTable.foreignKeys.some((other) => other.foreignTable === table.name)
  const ambiguous = toForeign.length > 1 || mutual
  const byLocal = ambiguous ? `RelatedBy${locals.map((column) => column.phpName).join('')}` : ''
  const byForeign = table === foreignTable ? selfSuffix(table, key, toForeign) : byLocal
  return {
    name: key.phpName ?? foreignTable.phpName + byLocal,
    pluralName: key.phpName ? pluralize(key.phpName) : pluralize(foreignTable.phpName) + byLocal,
    reverseName: key.refPhpName ?? table.phpName + byForeign,
    reversePluralName: key.refPhpName ? pluralize(key.refPhpName) : pluralize(table.phpName) + byForeign,
  }
}

function selfSuffix(table: Table, key: ForeignKey, toForeign: ForeignKey[]): string {
  const position = toForeign.length > 1 ? String(toForeign.indexOf(key)) : ''
  const names = columnReferences(key).map(({ foreign }) => {
    const column = table.columns.find(({ name }) => name === foreign)
    return `${column?.phpName ?? ''}${position}`
  })
  return `RelatedBy${names.join('')}`
}
