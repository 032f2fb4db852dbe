import { type Column, columnReferences, type ForeignKey, textTypes } from '../model/index.js'

/** Pieces of SQL that read the same on every vendor, given its way to quote. */
type Quote = (identifier: string) => string

export const columnList = (names: readonly string[], quote: Quote): string => `(${names.map(quote).join(',')})`

export const stringLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** ` DEFAULT …` of a literal default, or nothing. */
export const defaultClause = (column: Column, literal: (text: string) => string = stringLiteral): string => {
  if (!column.default) return ''
  const { kind, text } = column.default
  return ` DEFAULT ${kind === 'value' && textTypes.has(column.type) ? literal(text) : text}`
}

/** `ON UPDATE` and `ON DELETE`, each on a line of its own. */
export const referentialActions = (key: ForeignKey): string[] => [
  ...(key.onUpdate ? [`ON UPDATE ${key.onUpdate}`] : []),
  ...(key.onDelete ? [`ON DELETE ${key.onDelete}`] : []),
]

/** `FOREIGN KEY (…)` and `REFERENCES … (…)`. */
export const foreignKeyColumns = (key: ForeignKey, quote: Quote): [string, string] => {
  const references = columnReferences(key)
  const local = references.map((reference) => reference.local)
  const foreign = references.map((reference) => reference.foreign)
  return [
    `FOREIGN KEY ${columnList(local, quote)}`,
    `REFERENCES ${quote(key.foreignTable)} ${columnList(foreign, quote)}`,
  ]
}

/** `CREATE TABLE name ( … )` with one definition a line. */
export const createTable = (name: string, definitions: readonly string[], options = ''): string =>
  `CREATE TABLE ${name}\n(\n${definitions.map((line) => `    ${line}`).join(',\n')}\n)${options}`
