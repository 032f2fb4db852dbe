import { type CatalogCheck, type CatalogForeignKey, dialects, placedTokens } from 'orm-core/internal'
import { type Item, partsOf as listOf } from '../definitions.js'

// https://www.sqlite.org/lang_createtable.html. The catalog stores the statement as written.

/** A column definition or table constraints. */
interface Definition {
  readonly column?: string
  readonly items: readonly Item[]
}

/** Information that is only in the CREATE TABLE statement. */
export interface TableStatement {
  readonly isNumbered: boolean
  readonly checks: readonly CatalogCheck[]
  /** Expressions of generated columns, by lower-case column name. */
  readonly expressions: ReadonlyMap<string, string>
  /** When foreign keys are checked, in their order in the statement. */
  readonly deferrals: readonly Pick<CatalogForeignKey, 'deferrable'>[]
  /** Named unique constraints and their columns. */
  readonly uniques: readonly { readonly name: string; readonly columns: readonly string[] }[]
  /** What no schema can express, as the part of a notice after the table name. */
  readonly losses: readonly string[]
}

export function readTableStatement(statement: string): TableStatement {
  const definitions = definitionsOf(statement)
  return {
    isNumbered: definitions.some(({ items }) => isNumbered(items)),
    checks: definitions.flatMap(({ items }) => checksOf(items)),
    expressions: new Map(definitions.flatMap(expressionOf)),
    deferrals: definitions.flatMap(({ items }) => deferralsOf(items)),
    uniques: definitions.flatMap(uniquesOf),
    losses: definitions.flatMap(lossesOf),
  }
}

/** Removes comments from SQL. */
export function withoutComments(sql: string): string {
  let bare = ''
  let end = 0
  for (const token of placedTokens(sql, dialects.sqlite.lexicon)) {
    const between = sql.slice(end, token.start)
    bare += `${/\S/.test(between) ? ' ' : between}${token.text}`
    end = token.end
  }
  return bare.trim()
}

/** Returns a name without quotes. */
const bare = (name: string): string =>
  name
    .trim()
    .replace(/^\[(.*)\]$|^"(.*)"$|^`(.*)`$|^'(.*)'$/s, (_, a, b, c, d) =>
      String(a ?? b?.replaceAll('""', '"') ?? c?.replaceAll('``', '`') ?? d.replaceAll("''", "'")),
    )

const partsOf = (sql: string): Item[][] => listOf(sql, dialects.sqlite)

const constraintWords = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN'])

function definitionsOf(statement: string): Definition[] {
  const list = partsOf(statement)[0]?.find(({ inner }) => inner !== undefined)?.inner ?? ''
  return partsOf(list).map((items) => {
    const [first] = items
    return !first || constraintWords.has(first.word) ? { items } : { column: bare(first.text), items }
  })
}

/** Returns the name before the constraint at an index. */
const nameBefore = (items: readonly Item[], at: number): string | undefined =>
  items[at - 2]?.word === 'CONSTRAINT' ? bare(items[at - 1]!.text) : undefined

const placesOf = (items: readonly Item[], word: string): number[] =>
  items.flatMap((item, at) => (item.word === word ? at : []))

/** Returns whether the key is AUTOINCREMENT. In a table constraint, the word is inside the list. */
const isNumbered = (items: readonly Item[]): boolean =>
  items.some(
    ({ word, inner }, at) =>
      word === 'AUTOINCREMENT' ||
      (inner !== undefined &&
        items[at - 1]?.word === 'KEY' &&
        items[at - 2]?.word === 'PRIMARY' &&
        partsOf(inner).some((part) => part.at(-1)?.word === 'AUTOINCREMENT')),
  )

const checksOf = (items: readonly Item[]): CatalogCheck[] =>
  placesOf(items, 'CHECK').flatMap((at) => {
    const { inner } = items[at + 1] ?? {}
    const name = nameBefore(items, at)
    return inner === undefined ? [] : [{ ...(name !== undefined && { name }), expression: withoutComments(inner) }]
  })

function expressionOf({ column, items }: Definition): [string, string][] {
  const inner = items.find((_, at) => items[at - 1]?.word === 'AS')?.inner
  return column === undefined || inner === undefined ? [] : [[column.toLowerCase(), withoutComments(inner)]]
}

function deferralsOf(items: readonly Item[]): Pick<CatalogForeignKey, 'deferrable'>[] {
  const places = placesOf(items, 'REFERENCES')
  return places.map((at, number) => {
    const words = items.slice(at, places[number + 1]).map(({ word }) => word)
    const found = words.indexOf('DEFERRABLE')
    if (found < 0 || words[found - 1] === 'NOT') return {}
    return { deferrable: words[found + 2] === 'DEFERRED' ? 'deferred' : 'immediate' }
  })
}

function uniquesOf({ column, items }: Definition): TableStatement['uniques'][number][] {
  return placesOf(items, 'UNIQUE').flatMap((at) => {
    const name = nameBefore(items, at)
    const inner = items[at + 1]?.inner
    const columns = inner === undefined ? [column ?? ''] : partsOf(inner).map(([first]) => bare(first?.text ?? ''))
    return name === undefined ? [] : [{ name, columns }]
  })
}

function lossesOf({ column, items }: Definition): string[] {
  const place = column === undefined ? ':' : `.${column}:`
  const losses: string[] = []
  for (const [at, { word }] of items.entries()) {
    const [next, second] = [items[at + 1], items[at + 2]]
    if (word === 'COLLATE' && !/^BINARY$/i.test(bare(next?.text ?? '')))
      losses.push(`${place} the collation ${bare(next?.text ?? '')} is omitted`)
    if (word === 'ON' && next?.word === 'CONFLICT' && second)
      losses.push(`${place} ON CONFLICT ${second.word}${ofConstraint(items, at)} is omitted`)
    // A schema can express the names of unique constraints and checks.
    if (word === 'CONSTRAINT' && next && second && !/^(?:UNIQUE|CHECK)$/.test(second.word))
      losses.push(`${place} the name ${bare(next.text)} of a constraint is omitted`)
    if (word === 'PRIMARY') losses.push(...keyLosses(items.slice(at + 2)).map((loss) => `${place} ${loss}`))
  }
  return losses
}

/** Returns the table constraint that a clause belongs to. For a column clause it is empty. */
function ofConstraint(items: readonly Item[], at: number): string {
  const list = items[at - 1]?.inner
  const word = items.slice(0, at).findLast((item) => /^(?:PRIMARY|UNIQUE|CHECK)$/.test(item.word))?.word
  return list === undefined || word === undefined
    ? ''
    : ` of ${word === 'PRIMARY' ? 'PRIMARY KEY' : word} (${list.trim()})`
}

/** Reports what follows PRIMARY KEY, or is in its list, besides names. */
function keyLosses([first]: readonly Item[]): string[] {
  if (first?.word === 'DESC') return ['the descending order of the primary key is omitted']
  const parts = first?.inner === undefined ? [] : partsOf(first.inner)
  if (!parts.flat().some(({ word }) => word === 'DESC' || word === 'COLLATE')) return []
  const [written, names] = [
    parts.map((part) => part.map(({ text }) => bare(text)).join(' ')),
    parts.map(([name]) => bare(name?.text ?? '')),
  ]
  return [`the primary key (${written.join(', ')}) becomes (${names.join(', ')})`]
}
