import {
  nameWithoutNative,
  nativeWithoutValues,
  typeAndTable,
  typeWithOtherValues,
} from '../../errors/schema/column-errors.js'
import { impossibleValue, noNativeEnums, sameValues, tooManyValues } from '../../errors/schema/vendor-errors.js'
import {
  type Column,
  identifierLength,
  isWritten,
  nativeValueTypes,
  type Platform,
  qualifiedName,
  valueSetTypes,
} from '../../model/index.js'
import type { Check, SchemaState } from '../state.js'
import { reportName } from './check-sql-names.js'

/** Checks a native ENUM or SET against its database. */
export function checkNativeEnum(column: Column, platform: Platform, { report }: SchemaState): void {
  const { name, type, valueSet, origin } = column
  if (!nativeValueTypes.has(type)) {
    if (isWritten(origin, 'native') && !valueSetTypes.has(type)) {
      report(nativeWithoutValues(origin.at('native'), name, type))
    } else if (isWritten(origin, 'enumName')) report(nameWithoutNative(origin.at('enumName'), name))
    return
  }
  const rules = platform.nativeEnums
  if (!rules) {
    report(noNativeEnums(origin.at('native'), name, platform.name, type === 'SET_NATIVE' ? 'SET' : 'ENUM'))
    return
  }
  const at = origin.at('valueSet')
  const { limit, unit } = rules.length
  for (const value of valueSet) {
    const length = unit === 'bytes' ? Buffer.byteLength(value) : [...value].length
    if (length > limit) report(impossibleValue(at, name, value, platform.name, `longer than ${limit} ${unit}`))
    if (type === 'SET_NATIVE' && value.includes(',')) {
      report(impossibleValue(at, name, value, platform.name, 'a value of a SET with a comma'))
    }
    if (type === 'SET_NATIVE' && value === '')
      report(impossibleValue(at, name, value, platform.name, 'the same as no value'))
  }
  if (type === 'SET_NATIVE' && valueSet.length > rules.setSize) {
    report(tooManyValues(at, name, valueSet.length, platform.name, rules.setSize))
  }
  if (rules.collated) checkCollatedValues(column, platform, report)
}

/** Reports values that most collations treat as equal. */
function checkCollatedValues(
  { name, valueSet, origin }: Column,
  platform: Platform,
  report: SchemaState['report'],
): void {
  const collator = new Intl.Collator('en', { sensitivity: 'base' })
  for (const [position, value] of valueSet.entries()) {
    const twin = valueSet.slice(0, position).find((other) => other !== value && collator.compare(other, value) === 0)
    if (twin !== undefined) report(sameValues(origin.at('valueSet'), name, twin, value, platform.name))
  }
}

/** Checks the types behind native columns: each name must have only one list of values, and no table may have the name. */
export const checkEnumTypes: Check = ({ model, platform }, state) => {
  if (!platform.nativeEnums?.named) return
  const inSchema = (schema: string | undefined, name: string): string =>
    qualifiedName({ name, schema: schema ?? platform.defaultSchema ?? '' })
  const tables = new Map(model.tables.map((table) => [inSchema(table.schema, table.name), table]))
  const first = new Map<string, Column>()
  for (const column of model.tables.flatMap(({ columns }) => columns)) {
    const { enumType, valueSet, origin, name } = column
    if (!enumType || state.broken.has(column)) continue
    const id = inSchema(enumType.schema, enumType.name)
    const other = first.get(id)
    const at = origin.at(isWritten(origin, 'enumName') ? 'enumName' : 'native')
    if (tables.has(id)) state.report(typeAndTable(at, name, enumType.name))
    if (enumType.schema === undefined) reportName('type', enumType.name, at, platform, state.report)
    if (identifierLength(enumType.name, platform) > platform.maxIdentifierLength) {
      state.report(impossibleValue(at, name, enumType.name, platform.name, 'longer than a name can be'))
    }
    if (other === undefined) first.set(id, column)
    else if (other.valueSet.join('\0') !== valueSet.join('\0')) {
      state.report(typeWithOtherValues(at, name, enumType.name, other.name, other.origin))
    }
  }
}
