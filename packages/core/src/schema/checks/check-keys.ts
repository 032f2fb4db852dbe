import { asWarning } from '../../errors/index.js'
import {
  autoIncrementNeedsNative,
  autoIncrementNotKey,
  autoIncrementType,
  noPrimaryKey,
  nullablePrimaryKey,
  secondAutoIncrement,
  unsuitableKeyType,
} from '../../errors/schema/key-errors.js'
import { keyCannotReturn } from '../../errors/schema/vendor-errors.js'
import {
  type Column,
  columnTypes,
  comparedColumns,
  decimalTypes,
  integerTypes,
  isCreated,
  isWritten,
  type Platform,
  primaryKeyOf,
  qualifiedName,
  readBoolean,
  type SchemaType,
  type Table,
} from '../../model/index.js'
import type { Check, DatabaseDraft, SchemaState } from '../state.js'

/** Checks primary keys and auto-increment columns. */
export const checkKeys: Check = (draft, state) => {
  for (const table of draft.model.tables) {
    if (state.broken.has(table)) continue
    checkAutoIncrement(table, draft, state)
    checkPrimaryKey(table, draft, state)
  }
}

function checkPrimaryKey(table: Table, { platform }: DatabaseDraft, { report, broken, context }: SchemaState): void {
  const key = primaryKeyOf(table)
  // A column that could not be read may be the missing primary key.
  const uncertain =
    table.columns.length === 0 || isKeyUncertain(table, broken) || table.columns.some((column) => broken.has(column))
  if (key.length === 0 && isCreated(table) && !uncertain) {
    report(noPrimaryKey(table.origin, qualifiedName(table)))
  }
  for (const column of key) {
    const { name, type, origin } = column
    const { badKey } = columnTypes[type]
    if (badKey && !broken.has(column)) {
      const problem = unsuitableKeyType(origin.at('type'), name, type)
      const isTolerated = context.settings.lenient && badKey === 'without long indexes' && indexesText(type, platform)
      report(isTolerated ? asWarning(problem) : problem)
    }
    if (writtenFalse(column, 'required')) report(nullablePrimaryKey(origin.at('required'), name))
    if (column.default?.kind === 'expression' && platform.madeKeysNeed !== undefined && !table.readOnly)
      report(keyCannotReturn(origin, name, platform.name, platform.madeKeysNeed))
  }
}

/** Whether the primary key may be one that a behavior could not add, or is missing and was reported. */
export const isKeyUncertain = (table: Table, broken: SchemaState['broken']): boolean =>
  [table, table.origin, table.behaviors].some((part) => broken.has(part))

const indexesText = (type: SchemaType, { longKeysNeedSize, tooLongForIndexes }: Platform): boolean =>
  !longKeysNeedSize && !tooLongForIndexes?.includes(type)

const writtenFalse = ({ origin }: Column, attribute: string): boolean => {
  const mark = origin.at(attribute)
  return isWritten(origin, attribute) && 'value' in mark && readBoolean(String(mark.value)) === false
}

function checkAutoIncrement(
  table: Table,
  { platform, reading }: DatabaseDraft,
  { report, broken, context }: SchemaState,
): void {
  const [column, ...others] = table.columns.filter(({ autoIncrement, generated }) => autoIncrement && !generated)
  if (!column) return
  for (const other of others) {
    if (!broken.has(other)) report(secondAutoIncrement(other.origin.at('autoIncrement'), qualifiedName(table)))
  }
  if (broken.has(column) || reading.broken.has(column)) return
  const { name, type, scale = 0, sqlType, primaryKey } = column
  const at = column.origin.at('autoIncrement')
  if (table.idMethod === 'none') report(autoIncrementNeedsNative(at, name, qualifiedName(table)))
  const counts = decimalTypes.has(type) && scale === 0 && (!platform.countsIntegersOnly || sqlType !== undefined)
  if (!integerTypes.has(type) && !counts) report(autoIncrementType(at, name))
  // A behavior that needs a key was reported there.
  if (primaryKey || broken.has(table.origin)) return
  const needed = platform.autoIncrementNeeds
  const isIndexed = [...table.uniques, ...table.indexes].some((index) => comparedColumns(index)[0] === name)
  if (needed !== 'the primary key' && isIndexed) return
  const problem = autoIncrementNotKey(at, name)
  if (report(context.settings.lenient && needed === undefined ? asWarning(problem) : problem)) broken.add(table.origin)
}
