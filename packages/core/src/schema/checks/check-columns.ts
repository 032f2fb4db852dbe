import {
  autoIncrementDefault,
  binaryWithoutSize,
  emptyValue,
  enumAndType,
  enumWithoutValues,
  lazyPrimaryKey,
  noScale,
  noValueSet,
  sameConstant,
  scaleNeedsSize,
  scaleTooLarge,
  setTooLarge,
  sizeForSomeCharsets,
  sizeTooLarge,
  sizeWithoutEffect,
  unsuitableAttribute,
  valueSetWithoutEffect,
  valueTwice,
} from '../../errors/schema/column-errors.js'
import { unsuitableKeyType } from '../../errors/schema/key-errors.js'
import {
  charsetAgainstCollation,
  charsetOfNumber,
  noSuchAttribute,
  noSuchType,
  notOneType,
  scaleNeedsServer,
} from '../../errors/schema/vendor-errors.js'
import {
  type BoundPlatform,
  type Column,
  decimalTypes,
  floatTypes,
  isWritten,
  numericTypes,
  type Platform,
  type RareAttribute,
  type SchemaType,
  shownType,
  type Table,
  typesWhere,
  valueConstant,
  valueSetTypes,
} from '../../model/index.js'
import type { Check, SchemaState } from '../state.js'
import { checkDefault } from './check-defaults.js'
import { checkGenerated } from './check-generated.js'
import { checkIdentity } from './check-identity.js'
import { checkNativeEnum } from './check-native-enums.js'

/** Checks each column by itself: size, values and default. */
export const checkColumns: Check = ({ model, platform }, state) => {
  for (const table of model.tables) {
    for (const column of table.columns) {
      if (state.broken.has(column)) continue
      checkType(column, platform, state)
      checkAttributes(column, platform, state)
      checkSize(column, platform, state)
      checkCollation(column, table, platform, state)
      checkSqlType(column, platform, state)
      checkValueSet(column, state)
      checkPhpEnum(column, state)
      checkNativeEnum(column, platform, state)
      checkGenerated(column, table, platform, state)
      checkIdentity(column, table, platform, state)
      if (column.lazyLoad && column.primaryKey) state.report(lazyPrimaryKey(column.origin.at('lazyLoad'), column.name))
      if (column.autoIncrement && column.default && column.sequence === undefined) {
        state.report(autoIncrementDefault(defaultMark(column), column.name))
      } else if (!state.broken.has(column)) checkDefault(column, table, platform, state)
    }
  }
}

/** Checks that a column's collation belongs to the character set of its table. */
function checkCollation(column: Column, table: Table, { charsets }: Platform, { report }: SchemaState): void {
  if (!charsets || column.vendor.size === 0) return
  const find = ({ vendor }: Column | Table, names: readonly string[]): string | undefined => {
    const name = names.find((each) => vendor.has(each))
    return name === undefined ? undefined : vendor.get(name)
  }
  const collation = find(column, charsets.collation)
  if (collation === undefined || !charsets.isShared(collation) || find(column, charsets.charset)) return
  const charset = find(table, charsets.charset) ?? find(table, charsets.collation)?.replace(/_.*$/, '')
  if (charset !== undefined && charsets.known.has(charset.toLowerCase()) && !charsets.fit(charset, collation)) {
    report(charsetAgainstCollation(column.origin, charset, collation, undefined))
  }
}

function checkSqlType({ name, sqlType, origin }: Column, platform: BoundPlatform, { report }: SchemaState): void {
  if (sqlType === undefined || platform.isSqlType(sqlType)) return
  report(notOneType(origin.at('sqlType'), name, sqlType, platform.name))
}

/** Returns the location of a column's default. */
const defaultMark = ({ origin }: Column) => {
  const attribute = ['defaultValue', 'default', 'defaultExpr'].find((name) => isWritten(origin, name))
  return attribute === undefined ? origin : origin.at(attribute)
}

/** Checks attributes that exist only for some types and some databases. */
function checkAttributes(column: Column, platform: BoundPlatform, { report }: SchemaState): void {
  const { name, type, origin } = column
  for (const attribute of rareAttributes) {
    // Zerofill implies unsigned, so the same problem is not reported twice.
    if (column[attribute] === undefined || (attribute === 'unsigned' && column.zerofill)) continue
    const types = attributeTypes[attribute]
    const at = origin.at(attribute)
    if (!types.has(type)) report(unsuitableAttribute(at, name, attribute, shownType(type)))
    else if (!platform.columnAttributes?.includes(attribute))
      report(noSuchAttribute(at, name, attribute, platform.name))
  }
  if (column.array && column.primaryKey) report(unsuitableKeyType(origin.at('array'), name, 'array'))
  if (column.array && column.autoIncrement)
    report(unsuitableAttribute(origin.at('array'), name, 'array', 'autoIncrement'))
}

const attributeTypes: Readonly<Record<RareAttribute, ReadonlySet<SchemaType>>> = {
  array: typesWhere(({ arrayExample }) => arrayExample),
  unsigned: numericTypes,
  zerofill: numericTypes,
  srid: typesWhere(({ family }) => family === 'geometry'),
}
const rareAttributes = Object.keys(attributeTypes) as RareAttribute[]

/** Checks that the database has the type. A column with its own SQL type can have any type in PHP. */
function checkType({ name, type, sqlType, origin }: Column, platform: BoundPlatform, { report }: SchemaState): void {
  if (sqlType !== undefined || platform.hasType(type)) return
  report(noSuchType(origin.at('type'), name, type, platform.name))
}

/** Checks size and scale against the type and the limits of the database. */
function checkSize(column: Column, platform: Platform, { report }: SchemaState): void {
  const { name, type, size, scale, origin, sqlType } = column
  // Size and scale are not appended to a custom SQL type.
  if (sqlType !== undefined) return
  if (numericTypes.has(type) && platform.charsets?.charset.some((parameter) => column.vendor.has(parameter))) {
    report(charsetOfNumber(origin, name, type))
  }
  if (type === 'BINARY' && size === undefined) report(binaryWithoutSize(origin, name))
  if (scale !== undefined && !decimalTypes.has(type) && !floatTypes.has(type)) {
    report(noScale(origin.at('scale'), name, shownType(type)))
    return
  }
  if (scale !== undefined && (size === undefined || scale > size)) {
    report(scaleNeedsSize(origin.at('scale'), name, scale))
    return
  }
  if (size === undefined) return
  const largestScale = decimalTypes.has(type) ? platform.largestScale : platform.largeScales?.above
  if (scale !== undefined && largestScale !== undefined && scale > largestScale)
    report(scaleTooLarge(origin.at('scale'), name, scale, platform.name, largestScale))
  else if (scale !== undefined && platform.largeScales && scale > platform.largeScales.above)
    report(scaleNeedsServer(origin.at('scale'), name, scale, platform.largeScales.above, platform.largeScales.need))
  const isPlainFloat = type === 'FLOAT' && scale === undefined
  const limit = (isPlainFloat && platform.plainFloatSize) || platform.sizes[type]
  if (limit === undefined) report(sizeWithoutEffect(origin.at('size'), name, shownType(type), platform.name))
  else if (size > limit) report(sizeTooLarge(origin.at('size'), name, size, platform.name, limit))
  else if (platform.safeSizes && size > (platform.safeSizes.sizes[type] ?? limit)) {
    report(
      sizeForSomeCharsets(origin.at('size'), name, size, platform.safeSizes.charset, platform.safeSizes.sizes[type]!),
    )
  }
}

function checkPhpEnum({ name, type, phpEnum, phpType, origin }: Column, { report }: SchemaState): void {
  if (phpEnum === undefined) return
  if (!valueSetTypes.has(type)) report(enumWithoutValues(origin.at('phpEnum'), name, type))
  else if (phpType !== undefined) report(enumAndType(origin.at('phpEnum'), name))
}

/** Checks the values of ENUM and SET columns. */
function checkValueSet(column: Column, { report, broken }: SchemaState): void {
  const { name, type, valueSet, origin, constantName } = column
  if (!valueSetTypes.has(type)) {
    if (isWritten(origin, 'valueSet')) report(valueSetWithoutEffect(origin.at('valueSet'), name, type))
    return
  }
  const at = origin.at('valueSet')
  if (valueSet.length === 0) {
    report(noValueSet(origin, name, shownType(type)))
    broken.add(column)
    return
  }
  const constants = new Map<string, string>()
  for (const value of valueSet) {
    const constant = valueConstant(constantName, value)
    const other = constants.get(constant)
    if (other === value) report(valueTwice(at, name, value))
    else if (other !== undefined) report(sameConstant(at, name, other, value))
    else {
      if (value === '') report(emptyValue(at, name))
      constants.set(constant, value)
    }
  }
  if (type === 'SET' && valueSet.length > 31) report(setTooLarge(at, name, valueSet.length))
}
