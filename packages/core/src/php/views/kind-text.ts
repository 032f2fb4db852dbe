import { isNativeType } from '../../destinations.js'
import type { Column } from '../../model/index.js'
import type { ColumnKind } from '../column-kinds.js'
import { phpLiteral, phpString } from '../literal.js'
import type { Scope } from '../scope.js'

/** The PHP of a column that depends on its kind; what is missing is as of a value that is stored as it is given. */
export interface KindText {
  readonly getterParameter?: string
  readonly getterType?: string
  /** What the getter's native type cannot say. */
  readonly documentedType?: string
  readonly getterValue?: string
  /** Statement of the setter that makes of `$v` what the property holds. */
  readonly conversion?: string
  /** Whether the setter's value is a new one; empty where it always is. */
  readonly differs?: string
  /** Statements that store it. */
  readonly stores?: readonly string[]
  readonly hydrated?: string
  readonly isDefault?: string
}

/** What the text is made of. */
export interface ColumnPieces {
  readonly column: Column
  readonly scope: Scope
  /** `FilmTableMap::COL_TITLE` */
  readonly constant: string
  /** `$this->title` */
  readonly property: string
  /** Where hydration finds the value. */
  readonly row: string
  /** The default as the property holds it. */
  readonly stored: string
  readonly isNeverNull: boolean
  /** Whether the setter takes null. */
  readonly takesNull: boolean
}

export const kindTexts: Readonly<Record<ColumnKind, (pieces: ColumnPieces) => KindText>> = {
  text: (pieces) => ({ conversion: castOfValue('(string) $v', pieces), hydrated: hydratedText(pieces) }),
  decimal: (pieces) => ({
    conversion: castOfValue('(string) $v', pieces),
    hydrated: castOfRow(`(string) ${pieces.row}`, pieces),
  }),
  integer: (pieces) => ({
    conversion: castOfValue('(int) $v', pieces),
    hydrated: hydratedInteger(pieces),
  }),
  float: (pieces) => ({
    conversion: castOfValue('(float) $v', pieces),
    hydrated: castOfRow(`(float) ${pieces.row}`, pieces),
  }),
  boolean: (pieces) => ({
    conversion: `$v = ${pieces.scope.names.ColumnValue}::boolean($v);`,
    hydrated: castOfRow(`(bool) ${pieces.row}`, pieces),
  }),
  binary: ({ row, scope: { names } }) => ({ hydrated: `${names.ColumnValue}::content(${row})` }),
  'uuid-binary': (pieces) => {
    const { UuidConverter, ColumnValue } = pieces.scope.names
    return {
      conversion: castOfValue('strtolower((string) $v)', pieces),
      hydrated: castOfRow(`${UuidConverter}::binToUuid((string) ${ColumnValue}::content(${pieces.row}))`, pieces),
    }
  },
  temporal: (pieces) => {
    const { column, scope, property, stored, isNeverNull } = pieces
    const className = classOf(column, scope)
    const { TemporalValue } = scope.names
    const isNull = isNeverNull ? '' : '|null'
    const comparison = phpString(comparisonFormats[column.type] ?? 'Y-m-d H:i:s.u')
    return {
      getterParameter: `?string $format = ${phpLiteral(formatOf(column, scope))}`,
      getterType: `${className}|string${isNull}`,
      documentedType: `($format is null ? ${className}${isNull} : string${isNull})`,
      getterValue: `${TemporalValue}::get(${property}, $format, ${className}::class)`,
      conversion: `$v = ${TemporalValue}::parse($v, ${className}::class);`,
      differs: `!${TemporalValue}::equal(${property}, $v, ${comparison})`,
      isDefault: `${TemporalValue}::equal(${property}, ${TemporalValue}::parse(${stored}), ${comparison})`,
    }
  },
  enum: (pieces) => {
    const { column, scope, constant, property, isNeverNull } = pieces
    const { ColumnValue } = scope.names
    const value = `${ColumnValue}::enumValue(${constant}, ${property}, ${valueSetOf(pieces)})`
    const enumClass = scope.enumClass(column)
    const type = enumClass ?? 'string'
    const from = isNeverNull ? `::from(${value})` : `::tryFrom(${value} ?? '')`
    return {
      getterType: isNeverNull ? type : `?${type}`,
      getterValue: enumClass ? enumClass + from : value,
      conversion: `$v = ${ColumnValue}::enumIndex(${constant}, $v, ${valueSetOf(pieces)});`,
      hydrated: hydratedInteger(pieces),
    }
  },
  set: (pieces) => {
    const { SetColumnConverter, ColumnValue } = pieces.scope.names
    return {
      getterType: 'array',
      documentedType: 'list<string>',
      getterValue: `${SetColumnConverter}::convertIntToArray(${pieces.property}, ${valueSetOf(pieces)})`,
      conversion: `$v = ${ColumnValue}::setMask($v, ${valueSetOf(pieces)});`,
      hydrated: hydratedInteger(pieces),
    }
  },
  array: ({ property, scope: { names } }) => ({
    getterType: 'array',
    documentedType: 'list<string>',
    getterValue: `${names.ColumnValue}::arrayList(${property})`,
    conversion: `$v = ${names.ColumnValue}::arrayText($v);`,
  }),
  object: ({ column, property, scope }) => {
    const { ColumnValue } = scope.names
    const { phpType } = column
    const allowed =
      phpType === undefined ? '' : `, ${isNativeType(phpType) ? 'false' : `[${classOf(column, scope)}::class]`}`
    return {
      getterType: 'mixed',
      ...(phpType !== undefined && { documentedType: `${classOf(column, scope)}|null` }),
      getterValue: `${property}_isUnserialized ??= ${ColumnValue}::unserialize(${property}${allowed})`,
      conversion: '$text = $v === null ? null : serialize($v);',
      differs: `${ColumnValue}::content(${property}) !== $text`,
      stores: [`${property} = $text;`, `${property}_isUnserialized = $v;`],
    }
  },
  json: ({ property, scope: { names } }) => ({
    getterParameter: 'bool $asArray = true',
    getterType: 'mixed',
    getterValue: `${names.ColumnValue}::jsonValue(${property}, $asArray)`,
    conversion: `$v = ${names.ColumnValue}::jsonText($v);`,
    differs: `${names.ColumnValue}::jsonText(${property}) !== $v`,
  }),
  lob: ({ property, stored, scope: { names } }) => ({
    getterType: 'mixed',
    documentedType: 'resource|null',
    getterValue: `${property} = ${names.ColumnValue}::stream(${property})`,
    differs: '',
    stores: [`${property} = ${names.ColumnValue}::stream($v);`],
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

/** The class that `phpType` names, else that of dates and times. */
export function classOf({ phpType }: Column, { imports, settings }: Scope): string {
  const named = phpType !== undefined && !isNativeType(phpType) ? phpType : settings.dateTimeClass
  return imports.use(named.replace(/^\\/, ''))
}

const comparisonFormats: Readonly<Partial<Record<string, string>>> = { DATE: 'Y-m-d', TIME: 'H:i:s.u' }

function formatOf({ type }: Column, { settings }: Scope): string | null {
  if (type === 'DATE') return settings.defaultDateFormat
  return type === 'TIME' ? settings.defaultTimeFormat : settings.defaultTimeStampFormat
}

const valueSetOf = ({ scope, constant }: ColumnPieces): string => `${scope.tableMap}::VALUE_SETS[${constant}]`

const castOfValue = (expression: string, { takesNull }: ColumnPieces): string =>
  takesNull ? `$v = $v === null ? null : ${expression};` : `$v = ${expression};`

const castOfRow = (expression: string, { row, isNeverNull }: ColumnPieces): string =>
  isNeverNull ? expression : `${row} === null ? null : ${expression}`

const hydratedInteger = (pieces: ColumnPieces): string =>
  pieces.scope.hasIntegerInRows(pieces.column) ? pieces.row : castOfRow(`(int) ${pieces.row}`, pieces)

/** Oracle gives long text as a stream. */
const hydratedText = ({ column, scope, row }: ColumnPieces): string =>
  column.type === 'CLOB' && scope.database.platform === 'oracle' ? `${scope.names.ColumnValue}::content(${row})` : row
