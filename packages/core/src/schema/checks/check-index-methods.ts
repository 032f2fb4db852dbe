import type { Mark } from '../../errors/index.js'
import { indexLacks, lacking } from '../../errors/schema/vendor-errors.js'
import {
  type Column,
  type Exclusion,
  type Index,
  type IndexMethod,
  type MethodRules,
  methodOf,
  shownType,
  type Table,
} from '../../model/index.js'
import { columnOf } from '../by-name.js'
import type { DatabaseDraft, SchemaState } from '../state.js'

type Says = (at: Mark, what: string, hint?: string) => void

/** Checks an index against its method: its features, and the column types that the method supports. */
export function checkMethod(index: Index, table: Table, draft: DatabaseDraft, { report }: SchemaState): void {
  const { indexes, name: vendor } = draft.platform
  const method = methodOf(index) || 'btree'
  const rules = indexes.methodRules?.[method as IndexMethod]
  if (!rules) return
  const { origin, columns, included = [] } = index
  const at = origin.at('method')
  const says: Says = (mark, what, hint) => void report(indexLacks(mark, index.name, vendor, what, hint))
  const of = `of method ${method}`
  const others = `${coveringMethods(indexes.methodRules!)} have them`
  if (index.unique && index.method !== undefined && !rules.unique) says(at, `unique indexes ${of}`, 'use btree')
  if (columns.length > 1 && !rules.severalColumns)
    says(at, `indexes ${of} over several columns`, 'an index for each column')
  if (included[0] && indexes.covering && !rules.covering) says(included[0].origin, `covering indexes ${of}`, others)
  for (const { name, order, nulls, opclass, size, origin: part } of columns) {
    if (order && !rules.ordered) says(part.at('order'), `indexes ${of} in descending order`, 'only btree has an order')
    else if (nulls && indexes.nulls.movable && !rules.ordered)
      says(part.at('nulls'), `indexes ${of} with nulls ${nulls}`, 'only btree has an order')
    const column = name === undefined ? undefined : columnOf(table, name)
    if (!column || opclass !== undefined) continue
    if (rules.whole && size !== undefined)
      says(part.at('size'), `indexes ${of} over the beginning of a column`, 'remove size')
    checkColumn(column, rules, draft, part.at('name'), `indexes ${of}`, says)
  }
}

/** Checks the method of an exclusion constraint, which the server implements as an index. */
export function checkExclusionMethod(
  exclusion: Exclusion,
  table: Table,
  draft: DatabaseDraft,
  { report }: SchemaState,
): void {
  const { indexes, name: vendor } = draft.platform
  const { method, parts, origin } = exclusion
  const rules = indexes.methodRules?.[method as IndexMethod]
  if (!rules) return
  const says: Says = (at, what, hint) => void report(lacking(at, `exclude "${exclusion.name}"`, vendor, what, hint))
  const at = origin.at('using')
  const of = `exclusion constraints of method ${method}`
  if (!rules.exclusions) {
    says(at, of, 'use gist or spgist, or btree where all operators are =')
    return
  }
  if (parts.length > 1 && !rules.severalColumns) says(at, `${of} over several columns`, 'gist has them')
  for (const part of parts) {
    if (rules.exclusions === 'equal' && part.operator !== '=')
      says(part.origin.at('operator'), `${of} with the operator ${part.operator}`, 'gist and spgist have others than =')
    const column = part.column === undefined ? undefined : columnOf(table, part.column)
    if (column) checkColumn(column, rules, draft, part.origin.at('name'), of, says)
  }
}

function checkColumn(
  column: Column,
  { types, arrays, extension, needsValue, stored }: MethodRules,
  { model }: DatabaseDraft,
  at: Mark,
  what: string,
  says: Says,
): void {
  // Only the server knows what a custom SQL type supports.
  if (column.sqlType !== undefined) return
  const isInstalled = extension !== undefined && model.extensions.some(({ name }) => name === extension.name)
  const isArray = column.array || column.type === 'SET_NATIVE'
  const isFit = isArray ? arrays : !types || types.has(column.type) || (isInstalled && extension.types.has(column.type))
  if (!isFit) {
    const adding = !isArray && extension?.types.has(column.type) ? extension : undefined
    says(
      at,
      `${what} over ${isArray ? 'arrays' : `columns of type ${shownType(column.type)}`}`,
      adding && `<extension name="${adding.name}"/> adds them`,
    )
  } else if (needsValue && (!column.required || column.generated))
    says(at, `${what} over columns that can be NULL`, 'add required="true"; a generated column cannot have it')
  else if (stored && column.generated?.stored === false)
    says(at, `${what} over columns that are not stored`, 'set stored="true"')
}

const coveringMethods = (rules: Readonly<Partial<Record<IndexMethod, MethodRules>>>): string =>
  Object.entries(rules)
    .filter(([, { covering }]) => covering)
    .map(([name]) => name)
    .join(', ')
