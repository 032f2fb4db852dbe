import { swapsUuids } from '../../dialects/index.js'
import { isArrayShape, isNativeType } from '../../escape/index.js'
import { phpLiteral, phpString } from '../../escape/php-literal.js'
import {
  type Column,
  type ColumnKind,
  columnTypes,
  decimalTypes,
  integerTypes,
  numericTypes,
  type SchemaType,
} from '../../model/index.js'
import type { Scope } from '../scope.js'

/** The PHP code of a column that depends on its kind. Missing parts are as for a value that is stored unchanged. */
export interface KindText {
  readonly getterParameter?: string
  readonly getterType?: string
  /** Type in the docblock, where it says more than the getter's native type. */
  readonly documentedType?: string
  readonly getterValue?: string
  /** Statement of the setter that converts `$v` to the property's type. */
  readonly conversion?: string
  /** Condition for a changed value in the setter. Empty if it counts as changed always. */
  readonly differs?: string
  /** Statements that store the value. */
  readonly stores?: readonly string[]
  readonly hydrated?: string
  readonly isDefault?: string
}

/** The parts that the code is built from. */
export interface ColumnPieces {
  readonly column: Column
  readonly scope: Scope
  /** Such as `FilmTableMap::COL_TITLE`. */
  readonly constant: string
  /** Such as `$this->title`. */
  readonly property: string
  /** The expression that hydration reads the value from. */
  readonly row: string
  /** The default as stored in the property. */
  readonly stored: string
  /** Whether the column cannot be null when its row is written. */
  readonly isRequired: boolean
}

/** Makes the setter of an unsigned number reject values that its column cannot store. */
export function withoutSign(text: KindText, { column, scope, constant }: ColumnPieces): KindText {
  if (!column.unsigned || !numericTypes.has(column.type)) return text
  const [, value] = /^\$v = (.*);$/s.exec(text.conversion ?? '') ?? []
  if (value === undefined) return text
  const type = phpString(column.type)
  return { ...text, conversion: `$v = ${scope.names.NumberValue}::unsigned(${value}, ${constant}, ${type});` }
}

export const kindTexts: Readonly<Record<ColumnKind, (pieces: ColumnPieces) => KindText>> = {
  text: (pieces) => ({
    conversion: checkedText(pieces),
    hydrated: hydratedText(pieces),
  }),
  decimal: (pieces) => ({
    conversion: numberAsText(pieces),
    hydrated: castOfRow(digitsOfRow(pieces), pieces),
  }),
  integer: (pieces) => ({
    conversion:
      columnTypes[pieces.column.type].family === 'year'
        ? `$v = ${pieces.scope.names.NumberValue}::year(${checked(pieces)});`
        : unless('int', `${pieces.scope.names.NumberValue}::integer`, pieces),
    hydrated: hydratedInteger(pieces),
  }),
  float: (pieces) => ({
    conversion: unless('float', `${pieces.scope.names.NumberValue}::float`, pieces),
    hydrated: castOfRow(floatOfRow(pieces), pieces),
  }),
  boolean: (pieces) => ({
    conversion: unless('bool', `${pieces.scope.names.ColumnValue}::boolean`, pieces),
    hydrated: castOfRow(`(bool) ${pieces.row}`, pieces),
  }),
  binary: ({ row, scope: { names } }) => ({ hydrated: `${names.ColumnValue}::content(${row})` }),
  'uuid-binary': (pieces) => {
    const { UuidConverter, ColumnValue } = pieces.scope.names
    const bytes = `(string) ${ColumnValue}::content(${pieces.row})`
    const order = swapsUuids(pieces.scope.table) ? '' : ', false'
    return {
      conversion: uuid(pieces),
      hydrated: castOfRow(`${UuidConverter}::binToUuid(${bytes}${order})`, pieces),
    }
  },
  temporal: (pieces) => {
    const { column, scope, constant, property, stored } = pieces
    const className = classOf(column, scope)
    const { TemporalValue } = scope.names
    const { parse, comparison } = temporalCodeOf(column)
    return {
      getterParameter: `?string $format = ${phpLiteral(formatOf(column, scope))}`,
      getterType: `${className}|string|null`,
      documentedType: `($format is null ? ${className}|null : string|null)`,
      getterValue: `${TemporalValue}::get(${property}, $format, ${className}::class)`,
      conversion: `$v = ${TemporalValue}::${parse}($v, ${className}::class, ${constant}${cutOf(pieces)});`,
      differs: `!${TemporalValue}::equal(${property}, $v, ${comparison})`,
      isDefault: `${TemporalValue}::equal(${property}, ${TemporalValue}::parse(${stored}), ${comparison})`,
    }
  },
  instant: (pieces) => {
    const { column, scope, constant, property, stored } = pieces
    const className = classOf(column, scope, 'DateTimeImmutable')
    const { TemporalValue } = scope.names
    return {
      getterParameter: `?string $format = ${phpLiteral(formatOf(column, scope))}`,
      getterType: `${className}|string|null`,
      documentedType: `($format is null ? ${className}|null : string|null)`,
      getterValue: `${TemporalValue}::getInstant(${property}, $format, ${className}::class)`,
      conversion: `$v = ${TemporalValue}::parseInstant($v, ${className}::class, ${constant}${cutOf(pieces)});`,
      differs: `!${TemporalValue}::equalInstants(${property}, $v)`,
      isDefault: `${TemporalValue}::equalInstants(${property}, ${TemporalValue}::parseInstant(${stored}))`,
    }
  },
  interval: (pieces) => {
    const { property, constant, scope } = pieces
    const { DateInterval, IntervalValue } = scope.names
    return {
      getterType: `?${DateInterval}`,
      getterValue: `${IntervalValue}::object(${property})`,
      conversion: `$v = ${IntervalValue}::text(${checked(pieces)});`,
      differs: `${IntervalValue}::text(${property}, ${constant}) !== $v`,
    }
  },
  map: (pieces) => {
    const { property, scope } = pieces
    const { HstoreValue } = scope.names
    return {
      getterType: 'array',
      documentedType: 'array<string, string|null>',
      getterValue: `${HstoreValue}::map(${property})`,
      conversion: `$v = ${HstoreValue}::text(${checked(pieces)});`,
    }
  },
  range: (pieces) => {
    const { column, property, constant, scope, isRequired } = pieces
    const { Range, RangeValue } = scope.names
    const type = phpString(column.type)
    const required = isRequired ? ', true' : ''
    return {
      getterType: `?${Range}`,
      getterValue: `${RangeValue}::object(${property}, ${type})`,
      conversion: `$v = ${RangeValue}::text($v, ${type}, ${constant}${required});`,
      differs: `${RangeValue}::text(${property}, ${type}, ${constant}) !== $v`,
    }
  },
  list: (pieces) => {
    const { column, property, constant, scope, isRequired } = pieces
    const { ListValue } = scope.names
    const type = phpString(column.type)
    const isDate = columnTypes[column.type].kind === 'temporal'
    const required = isRequired ? ', true' : ''
    return {
      getterType: 'array',
      documentedType: `list<${elementType(pieces)}|null>`,
      getterValue: `${ListValue}::list(${property}, ${type}${isDate ? `, ${classOf(column, scope)}::class` : ''})`,
      conversion: `$v = ${ListValue}::text($v, ${type}, ${constant}${required});`,
      differs: `!${ListValue}::same(${property}, $v, ${type}, ${constant})`,
    }
  },
  enum: (pieces) => {
    const { scope, constant, property } = pieces
    const { ColumnValue } = scope.names
    return {
      ...enumGetter(`${ColumnValue}::enumValue(${constant}, ${property}, ${valueSetOf(pieces)})`, pieces),
      conversion: `$v = ${ColumnValue}::enumIndex(${constant}, ${given(pieces)}, ${valueSetOf(pieces)});`,
      hydrated: hydratedInteger(pieces),
    }
  },
  'native-enum': (pieces) => {
    const { scope, constant, property } = pieces
    return {
      ...enumGetter(property, pieces),
      conversion: `$v = ${scope.names.ColumnValue}::enumText(${constant}, ${given(pieces)}, ${valueSetOf(pieces)});`,
    }
  },
  'native-set': (pieces) => {
    const { scope, constant, property } = pieces
    const { NativeSet } = scope.names
    const form = scope.hasSetArrays ? 'Array' : 'List'
    return {
      ...setGetter(`${NativeSet}::from${form}(${property})`, pieces),
      conversion: `$v = ${NativeSet}::to${form}(${given(pieces)}, ${valueSetOf(pieces)}, ${constant});`,
    }
  },
  set: (pieces) => {
    const { scope, constant, property } = pieces
    const { SetColumnConverter, ColumnValue } = scope.names
    return {
      ...setGetter(`${SetColumnConverter}::convertIntToArray(${property}, ${valueSetOf(pieces)})`, pieces),
      conversion: `$v = ${ColumnValue}::setMask(${given(pieces)}, ${valueSetOf(pieces)}, ${constant});`,
      hydrated: hydratedInteger(pieces),
    }
  },
  array: ({ property, scope: { names } }) => ({
    getterType: 'array',
    documentedType: 'list<string>',
    getterValue: `${names.ColumnValue}::arrayList(${property})`,
    conversion: `$v = ${names.ColumnValue}::arrayText($v);`,
  }),
  object: ({ column, constant, property, scope }) => {
    const { ColumnValue, ObjectValue } = scope.names
    const { phpType } = column
    const allowed = `${scope.tableMap}::OBJECT_CLASSES`
    return {
      getterType: 'mixed',
      ...(phpType !== undefined && { documentedType: `${classOf(column, scope)}|null` }),
      getterValue: `${property}_isUnserialized ??= ${ObjectValue}::read(${constant}, ${property}, ${allowed}, $this)`,
      conversion: `$text = ${ObjectValue}::write(${constant}, $v, ${allowed});`,
      differs: `${ColumnValue}::content(${property}) !== $text`,
      stores: [`${property} = $text;`, `${property}_isUnserialized = $v;`],
    }
  },
  json: (pieces) => {
    const { column, property, scope, constant, isRequired } = pieces
    const { ColumnValue } = scope.names
    const { phpType = '' } = column
    return {
      ...(isArrayShape(phpType) && { documentedType: `($asArray is true ? ${phpType}|null : mixed)` }),
      getterParameter: 'bool $asArray = true',
      getterType: 'mixed',
      getterValue: `${ColumnValue}::jsonValue(${property}, $asArray)`,
      conversion: `$v = ${ColumnValue}::jsonToStore($v, ${property}, ${constant}${isRequired ? ', true' : ''});`,
      differs: `${ColumnValue}::jsonText(${property}) !== $v`,
    }
  },
  lob: ({ property, stored, scope: { names } }) => ({
    getterType: 'mixed',
    documentedType: 'resource|null',
    getterValue: `${property} = ${names.ColumnValue}::stream(${property})`,
    differs: '',
    stores: [`${property} = ${names.ColumnValue}::bytes($v);`],
    isDefault: `${names.ColumnValue}::content(${property}) === ${stored}`,
  }),
  instance: (pieces) => {
    const { column, scope, property, stored, row } = pieces
    const className = classOf(column, scope)
    return {
      conversion: `$v = $v === null || $v instanceof ${className} ? $v : new ${className}($v);`,
      differs: `${scope.names.ColumnValue}::differ(${property}, $v)`,
      hydrated: castOfRow(`new ${className}(${row})`, pieces),
      isDefault: `!${scope.names.ColumnValue}::differ(${property}, new ${className}(${stored}))`,
    }
  },
}

/** Returns the getter for the value of an ENUM column, or for its enum case. */
function enumGetter(value: string, { column, scope, constant }: ColumnPieces): KindText {
  const enumClass = scope.enumClass(column)
  if (!enumClass) return { getterType: '?string', getterValue: value }
  return {
    getterType: `?${enumClass}`,
    getterValue: column.phpEnum
      ? `${scope.names.EnumCase}::of(${enumClass}::class, ${value}, ${constant})`
      : `${enumClass}::tryFrom(${value} ?? '')`,
  }
}

/** Returns the getter for the values of a SET column, or for their enum cases. */
function setGetter(values: string, { column, scope, constant }: ColumnPieces): KindText {
  const enumClass = scope.enumClass(column)
  return {
    getterType: 'array',
    documentedType: `list<${enumClass ?? 'string'}>`,
    getterValue: enumClass ? `${scope.names.EnumCase}::list(${enumClass}::class, ${values}, ${constant})` : values,
  }
}

/** Returns the class that `phpType` names, otherwise the class for dates and times. */
export function classOf({ phpType }: Column, { imports, settings }: Scope, usual = settings.dateTimeClass): string {
  const named = phpType !== undefined && !isNativeType(phpType) ? phpType : usual
  return imports.use(named.replace(/^\\/, ''))
}

/** The method of TemporalValue that keeps simple strings unchanged, the format for comparisons and the setting of the getter. */
const temporalCode = {
  date: { parse: 'parseDay', comparison: "'Y-m-d'", format: 'defaultDateFormat' },
  time: { parse: 'parseTime', comparison: "'H:i:s.u'", format: 'defaultTimeFormat' },
  datetime: { parse: 'parseTimestamp', comparison: "'Y-m-d H:i:s.u'", format: 'defaultTimeStampFormat' },
} as const

const temporalCodeOf = ({ type }: Column) => {
  const { moment } = columnTypes[type]
  return temporalCode[moment === 'date' || moment === 'time' ? moment : 'datetime']
}

const formatOf = (column: Column, { settings }: Scope): string | null => settings[temporalCodeOf(column).format] ?? null

/** Returns the decimal places of seconds if a column stores fewer than PHP, so that an object has the same value as its row. */
function cutOf({ column, scope }: ColumnPieces): string {
  if (columnTypes[column.type].moment === 'date' || column.sqlType !== undefined) return ''
  const digits = scope.dialect.fractionDigits(column)
  return digits === null || digits >= 6 ? '' : `, ${digits}`
}

/** Returns the PHP type of an array's elements. */
function elementType({ column, scope }: ColumnPieces): string {
  switch (columnTypes[column.type].kind) {
    case 'instant':
      return scope.imports.use('DateTimeImmutable')
    case 'temporal':
      return classOf(column, scope)
    case 'interval':
      return scope.names.DateInterval
    case 'boolean':
      return 'bool'
    case 'integer':
      return 'int'
    case 'float':
      return 'float'
    default:
      return 'string'
  }
}

const valueSetOf = ({ scope, constant }: ColumnPieces): string => `${scope.tableMap}::VALUE_SETS[${constant}]`

const castOfValue = (expression: string): string => `$v = $v === null ? null : ${expression};`

const castOfRow = (expression: string, { row }: ColumnPieces): string => `${row} === null ? null : ${expression}`

/** Converts a value unless it already has the property's type, so that such a value costs only one comparison. */
const unless = (type: 'int' | 'float' | 'bool', method: string, pieces: ColumnPieces): string =>
  `$v = \\is_${type}($v) || $v === null ? $v : ${method}(${checked(pieces)});`

/** Returns arguments for a runtime method that rejects invalid values. It converts '' to null if the column may be null. */
const checked = ({ constant, isRequired }: ColumnPieces): string => `$v, ${constant}${isRequired ? ', true' : ''}`

/** Returns the setter's value, with '' converted to null unless '' is a valid value. */
const given = ({ column, isRequired, scope }: ColumnPieces): string => {
  const value = column.phpEnum ? enumValues('$v', column, scope) : '$v'
  return isRequired || column.valueSet.includes('') ? value : `$v === '' ? null : ${value}`
}

/** Converts cases of the column's enum, or their names, to values. */
export const enumValues = (given: string, column: Column, scope: Scope): string =>
  `${scope.names.EnumCase}::values(${scope.enumClass(column)}::class, ${given})`

const isFraction = (type: SchemaType): boolean => numericTypes.has(type) && !integerTypes.has(type)

/** Returns the conversion for numbers that PHP stores as strings. */
function numberAsText(pieces: ColumnPieces): string {
  const { column, scope } = pieces
  const { NumberValue } = scope.names
  const scale = scaleOf(pieces)
  if (scale !== undefined) {
    return `$v = ${NumberValue}::decimal($v, ${pieces.constant}, ${pieces.isRequired}, ${scale});`
  }
  if (isFraction(column.type)) {
    const digits = digitsOf(column, scope)
    const rounded = digits === null ? '' : `, digits: ${digits}`
    return `$v = ${NumberValue}::decimal(${checked(pieces)}${rounded});`
  }
  if (!integerTypes.has(column.type)) return castOfValue('(string) $v')
  const isUnsigned = column.unsigned || /\bunsigned\b/i.test(column.sqlType ?? '')
  return isUnsigned
    ? `$v = ${NumberValue}::bigint($v, ${pieces.constant}, ${pieces.isRequired}, true);`
    : `$v = ${NumberValue}::bigint(${checked(pieces)});`
}

const uuid = (pieces: ColumnPieces): string =>
  castOfValue(`${pieces.scope.names.UuidConverter}::checked(${checked(pieces)})`)

/** Returns the conversion for strings, to the canonical form of the server if the type has one. */
function checkedText(pieces: ColumnPieces): string {
  const { column, scope } = pieces
  // Reading a member of `names` imports the class, so each case reads only what it needs.
  const { names } = scope
  const { family, phpCheck: [className, method] = [] } = columnTypes[column.type]
  if (family === 'uuid') return uuid(pieces)
  if (family === 'bits') {
    const isFixed = column.type === 'BIT'
    const { size = isFixed ? 1 : null, sqlType } = column
    const limit = size === null || sqlType !== undefined ? '' : `, ${size}`
    const call = `${names.BitValue}::${isFixed ? 'fixed' : 'varying'}`
    return castOfValue(`${call}($v, ${pieces.constant}, ${pieces.isRequired}${limit})`)
  }
  return castOfValue(className ? `${names[className]}::${method}(${checked(pieces)})` : '(string) $v')
}

function digitsOfRow(pieces: ColumnPieces): string {
  const { column, scope, row } = pieces
  if (!scope.dialect.decimalReader || !isFraction(column.type)) return `(string) ${row}`
  const scale = scaleOf(pieces)
  return `${scope.names.NumberValue}::${scope.dialect.decimalReader}(${row}${scale === undefined ? '' : `, ${scale}`})`
}

/** Returns the decimal places that the database stores; null if it stores all, or if only it knows. */
const digitsOf = (column: Column, { dialect }: Scope): number | null =>
  decimalTypes.has(column.type) && column.sqlType === undefined ? dialect.fractionDigits(column) : null

/**
 * Returns the decimal places that a column shows on every database. Related columns with different scales keep the digits
 * they were given, so that a foreign key has the value of the key it refers to.
 */
const scaleOf = ({ column, scope }: ColumnPieces): number | undefined => {
  const digits = digitsOf(column, scope)
  const isShared = scope.relations.every(({ columns }) =>
    columns.every(({ own, other }) => own !== column || digitsOf(other, scope) === digits),
  )
  return isShared ? (digits ?? undefined) : undefined
}

const floatOfRow = ({ scope, row }: ColumnPieces): string =>
  scope.dialect.floatReader ? `${scope.names.NumberValue}::${scope.dialect.floatReader}(${row})` : `(float) ${row}`

const hydratedInteger = (pieces: ColumnPieces): string =>
  pieces.scope.hasIntegerInRows(pieces.column) ? pieces.row : castOfRow(`(int) ${pieces.row}`, pieces)

const hydratedText = (pieces: ColumnPieces): string => {
  const { column, scope, row } = pieces
  if (column.type === 'BIT' && scope.dialect.bitReader && column.sqlType === undefined) {
    return castOfRow(`${scope.names.BitValue}::${scope.dialect.bitReader}(${row}, ${column.size ?? 1})`, pieces)
  }
  return column.type === 'CLOB' && scope.dialect.clobIsStream ? `${scope.names.ColumnValue}::content(${row})` : row
}
