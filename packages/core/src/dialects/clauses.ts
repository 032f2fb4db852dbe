import { isQuotedPath, sqlComment } from '../escape/index.js'
import {
  type Check,
  columnReferences,
  type Deferral,
  type Exclusion,
  type ForeignKey,
  foreignTableOf,
  type Generated,
  type Identity,
  type Index,
  type IndexColumn,
  isUniqueIndex,
  type Platform,
  type Table,
} from '../model/index.js'

/** The clauses in this file are the same for every vendor, except for its way to quote names. */
type Quote = (identifier: string) => string

export const columnList = (columns: readonly { readonly name: string }[], quote: Quote): string =>
  `(${columns.map(({ name }) => quote(name)).join(',')})`

/** Writes a column or expression of an index, with its collation, operator class and order. */
const indexPart = ({ name, expression, collate, opclass, order, nulls }: IndexColumn, quote: Quote): string =>
  clause(
    name === undefined ? `(${expression})` : quote(name),
    collate !== undefined && `COLLATE ${isQuotedPath(collate) ? collate : quote(collate)}`,
    opclass,
    order && 'DESC',
    nulls && `NULLS ${nulls.toUpperCase()}`,
  )

/** Writes the columns of an index: `(a,b DESC)`. */
export const indexParts = ({ columns }: Pick<Index, 'columns'>, quote: Quote): string =>
  `(${columns.map((column) => indexPart(column, quote)).join(',')})`

/** Writes `INCLUDE (…)` if the index includes columns. */
const includeClause = ({ included }: Pick<Index, 'included'>, quote: Quote): string | undefined =>
  included && `INCLUDE ${columnList(included, quote)}`

/** Writes `CREATE INDEX` in the form that most vendors accept. */
export const createIndexStatement = (index: Index, table: string, quote: Quote): string =>
  clause(
    `CREATE${index.unique ? ' UNIQUE' : ''} INDEX ${quote(index.name)} ON ${table}`,
    index.method && index.method !== 'btree' && `USING ${index.method}`,
    indexParts(index, quote),
    includeClause(index, quote),
    index.nullsNotDistinct && 'NULLS NOT DISTINCT',
    index.where !== undefined && `WHERE ${index.where}`,
  )

/** Returns whether a unique key is a table constraint; other unique keys are indexes. */
export const isConstraint = (index: Index): boolean => index.unique && !isUniqueIndex(index)

export interface Keys {
  readonly uniques: readonly Index[]
  readonly indexes: readonly Index[]
}

/** Returns the keys that are created with CREATE INDEX. */
export const indexesOf = ({ uniques, indexes }: Keys, isOfTable = isConstraint): Index[] => [
  ...uniques.filter((unique) => !isOfTable(unique)),
  ...indexes,
]

/** Writes `CONSTRAINT name UNIQUE (…)`. */
export const uniqueClause = (index: Index, quote: Quote): string =>
  clause(
    `CONSTRAINT ${quote(index.name)} UNIQUE`,
    index.nullsNotDistinct && 'NULLS NOT DISTINCT',
    indexParts(index, quote),
    includeClause(index, quote),
    deferralClause(index.deferrable),
  )

export const stringLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Splits a string at carriage returns, and joins the parts with an expression for a carriage return. */
export const joinedAtReturns = (text: string, literal: (part: string) => string, join: string): string =>
  text.split('\r').map(literal).join(join)

/** Quotes schema and name separately, so that a dot inside a name is never taken for a separator. */
export const qualified = (schema: string | undefined, name: string, quote: Quote): string =>
  schema === undefined ? quote(name) : `${quote(schema)}.${quote(name)}`

/** Writes `ON UPDATE` and `ON DELETE`, if the vendor supports the actions. */
export const referentialActions = (
  { onUpdate, onDelete }: ForeignKey,
  platform: Pick<Platform, 'onDelete' | 'onUpdate'>,
): string[] => {
  const [update, remove] = [onUpdate && platform.onUpdate[onUpdate], onDelete && platform.onDelete[onDelete]]
  return [...(update ? [`ON UPDATE ${update}`] : []), ...(remove ? [`ON DELETE ${remove}`] : [])]
}

/** Writes `FOREIGN KEY (…)` and `REFERENCES … (…)`. */
export function foreignKeyColumns(
  table: Table,
  key: ForeignKey,
  quote: Quote,
  tableName: (table: { readonly schema?: string; readonly name: string }) => string,
): [string, string] {
  const references = columnReferences(key)
  return [
    `FOREIGN KEY ${columnList(
      references.map(({ local }) => ({ name: local })),
      quote,
    )}`,
    `REFERENCES ${tableName(foreignTableOf(table, key))} ${columnList(
      references.map(({ foreign }) => ({ name: foreign })),
      quote,
    )}`,
  ]
}

/** Writes `DEFERRABLE …`; empty if a constraint is not deferrable. */
export const deferralClause = (deferral: Deferral | undefined): string =>
  deferral === undefined ? '' : `DEFERRABLE INITIALLY ${deferral.toUpperCase()}`

/** Writes `CONSTRAINT name EXCLUDE …`. */
export const exclusionClause = ({ name, method, parts, where, deferrable }: Exclusion, quote: Quote): string =>
  clause(
    `CONSTRAINT ${quote(name)} EXCLUDE USING ${method}`,
    `(${parts.map(({ column, expression, operator }) => `${column === undefined ? `(${expression})` : quote(column)} WITH ${operator}`).join(', ')})`,
    where !== undefined && `WHERE (${where})`,
    deferralClause(deferrable),
  )

/** Writes the clause that follows the type of an identity column. */
export function identityClause(identity: Identity): string {
  const { mode, increment = 1 } = identity
  // Servers begin at -1 when they count down.
  const start = identity.start ?? (increment < 0 ? 1 : undefined)
  const limit = counterLimit(identity)
  const options = [
    ...(start === undefined ? [] : [`START WITH ${start}`]),
    ...(identity.increment === undefined ? [] : [`INCREMENT BY ${increment}`]),
    ...(limit ? [`${limit.bound} ${limit.value}`] : []),
  ]
  return clause(`GENERATED ${mode.toUpperCase()} AS IDENTITY`, options.length > 0 && `(${options.join(' ')})`)
}

/** Returns the limit that a counter needs to begin at its start: by default servers count up from 1, or down from -1. */
export function counterLimit({ start = 1, increment = 1 }: Partial<Identity>) {
  if (increment > 0) return start < 1 ? { bound: 'MINVALUE', value: start } : undefined
  return start > -1 ? { bound: 'MAXVALUE', value: start } : undefined
}

/** Writes the clause that follows the type of a generated column. */
export const generatedClause = ({ expression, stored }: Generated): string =>
  `GENERATED ALWAYS AS (${expression}) ${stored ? 'STORED' : 'VIRTUAL'}`

/** Writes `CONSTRAINT name CHECK (…)`. */
export const checkClause = ({ name, expression }: Pick<Check, 'name' | 'expression'>, quote: Quote): string =>
  `CONSTRAINT ${quote(name)} CHECK (${expression})`

/** Drops checks from an existing table; `addChecks` adds checks to it. */
export const dropChecks = (table: string, checks: readonly Check[], quote: Quote): string[] =>
  checks.map(({ name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${quote(name)}`)

export const addChecks = (table: string, checks: readonly Check[], quote: Quote): string[] =>
  checks.map((check) => `ALTER TABLE ${table} ADD ${checkClause(check, quote)}`)

/** Writes `CREATE TABLE name ( … )` with one definition per line. */
export const createTableStatement = (name: string, definitions: readonly string[], options = ''): string =>
  `CREATE TABLE ${name}\n(\n${definitions.map((line) => `    ${line}`).join(',\n')}\n)${options}`

/** Joins the non-empty parts with spaces. */
export const clause = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' ')

/** Puts a description as SQL comment lines above a statement, for vendors that do not store descriptions. */
export const described = (description: string | undefined, statement: string): string =>
  description
    ? `${description
        .split(/\r\n?|\n/)
        .map((line) => `-- ${sqlComment(line)}`.trimEnd())
        .join('\n')}\n${statement}`
    : statement

/** Returns the sequence that a table has to create. If several tables name the same sequence, the first one creates it. */
export function ownedSequence(
  table: Table,
  tables: readonly Table[],
  nameOf: (table: Table) => string | undefined,
): string | undefined {
  const name = nameOf(table)
  return name !== undefined && tables.find((other) => nameOf(other) === name) === table ? name : undefined
}

/** Writes the descriptions of a table and its columns, for vendors with a statement for each. */
export function commentStatements(
  { description, columns }: Table,
  name: string,
  quote: Quote,
  literal: (text: string) => string = stringLiteral,
): string[] {
  const on = (object: string, text: string | undefined): string[] =>
    text === undefined ? [] : [`COMMENT ON ${object} IS ${literal(text)}`]
  return [
    ...on(`TABLE ${name}`, description),
    ...columns.flatMap((column) => on(`COLUMN ${name}.${quote(column.name)}`, column.description)),
  ]
}
