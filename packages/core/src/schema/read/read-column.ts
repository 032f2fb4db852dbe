import { asWarning, type Mark } from '../../errors/index.js'
import {
  defaultReadAs,
  domainAndType,
  noType,
  scaleNeedsSize,
  severalDefaults,
  treatedAsExpression,
  unknownDomain,
  unknownSequence,
} from '../../errors/schema/column-errors.js'
import { childrenWithoutInheritance } from '../../errors/schema/inheritance-errors.js'
import { renamed } from '../../errors/schema/php-name-errors.js'
import { unusedVendorParameter, zeroDate } from '../../errors/schema/vendor-errors.js'
import {
  asciiUpper,
  booleanTypes,
  type Column,
  type ColumnDefault,
  columnTypes,
  dateTypes,
  type EnumType,
  expressionOfWord,
  fittedName,
  type Generated,
  type Identity,
  type Inheritance,
  inheritanceSuffix,
  integerTypes,
  isUpdatedTimestamp,
  listTypes,
  type NamingMethod,
  nativeValueTypes,
  numericTypes,
  phpNameOf,
  readBoolean,
  readList,
  type SchemaType,
  type Table,
  temporalTypes,
  type Visibility,
  valueSetTypes,
} from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import type { Mutable } from '../mutable.js'
import { takenByColumn, takenBySingular } from '../runtime-methods.js'
import { isPlural, singularOf } from '../singular.js'
import { isZeroDate } from '../zero-date.js'
import { readDomainType } from './read-domain.js'
import { classOfPath } from './read-file-settings.js'
import { readOutputGroups } from './read-output-groups.js'
import { readType } from './read-type.js'
import { readVendor } from './read-vendor.js'
import {
  type DeclaredDomain,
  declaredName,
  markBroken,
  namedElsewhere,
  type Reading,
  type TableSettings,
} from './reading.js'
import { roundedDefault } from './rounded-default.js'

/** Reads a `<column>`. One with a wrong type is kept and marked as broken, so that references to it are found. */
export function readColumn(element: SchemaElement, table: Table, reading: Reading): Column | undefined {
  const name = element.text('name')
  if (name === undefined) return undefined
  const errorsBefore = reading.errorCount()
  const rare = isUsual(element) ? undefined : element
  const declared = rare && readDomain(rare, name, reading)
  const domain = declared?.element
  const domainType = declared && readDomainType(element, name, declared, reading)
  const written = readColumnType(element, domain, table, name, reading)
  const type = rare ? nativeType(rare, written) : written
  const size = element.size('size') ?? domain?.size('size')
  const scale = readScale(element, domain, type, size, name, reading)
  const sqlType = rare?.text('sqlType') ?? domain?.text('sqlType')
  const description = element.text('description') ?? domain?.text('description')
  const sequence = rare && readSequence(rare, name, reading)
  const array = rare?.flag('array') ?? false
  const given =
    readDefault(element, domain, array ? undefined : type, name, reading) ??
    (sequence === undefined ? undefined : { kind: 'expression', text: reading.platform.nextValue?.(sequence) ?? '' })
  const phpName = freePhpName(element, rare, table, name, reading)
  const singular = rare?.text('phpSingularName')
  const phpType = rare?.text('phpType')
  const phpEnum = rare?.text('phpEnum')
  const typeHint = rare?.text('typeHint')
  const inheritance = rare && readInheritance(rare, name, table, reading)
  const generated = rare && readGenerated(rare, reading)
  const primaryKey = element.flag('primaryKey') ?? false
  const identity = rare && readIdentity(rare)
  const autoIncrement = element.flag('autoIncrement') ?? identity !== undefined
  const sqlName = declaredName(name, element.at('name'), reading)
  const column: Mutable<Column> = {
    name: sqlName,
    phpName,
    phpSingularName: singular ?? singularOf(phpName),
    hasSingular:
      ((type && listTypes.has(type)) || array) &&
      (singular !== undefined || isPlural(phpName)) &&
      takenBySingular(singular ?? singularOf(phpName)) === undefined,
    constantName: `COL_${asciiUpper(rare?.text('tableMapName') ?? name)}`,
    type: type ?? 'VARCHAR',
    required: primaryKey || autoIncrement || (element.flag('required') ?? false),
    primaryKey,
    autoIncrement,
    primaryString: rare?.flag('primaryString') ?? false,
    lazyLoad: rare?.flag('lazyLoad') ?? false,
    valueSet: type && valueSetTypes.has(type) && element.has('valueSet') ? readList(element.text('valueSet')!) : [],
    accessorVisibility: (rare?.text('accessorVisibility') as Visibility | undefined) ?? table.accessorVisibility,
    mutatorVisibility: (rare?.text('mutatorVisibility') as Visibility | undefined) ?? table.mutatorVisibility,
    vendor: readVendor(element, reading),
    origin: element,
  }
  // Set one by one, as spreading into the literal takes three times as long, and there are many columns.
  if (sqlName !== name) column.writtenName = name
  if (size !== undefined) column.size = size
  if (scale !== undefined) column.scale = scale
  if (array) column.array = true
  const zerofill = rare?.flag('zerofill') ?? false
  const srid = rare?.integer('srid')
  // With ZEROFILL, the server adds UNSIGNED.
  if (zerofill || rare?.flag('unsigned')) column.unsigned = true
  if (zerofill) column.zerofill = true
  if (srid !== undefined) column.srid = srid
  if (sqlType !== undefined) column.sqlType = sqlType
  if (phpType !== undefined) column.phpType = phpType
  if (phpEnum !== undefined && readBoolean(phpEnum) !== false) column.phpEnum = readBoolean(phpEnum) ? 'true' : phpEnum
  if (type && nativeValueTypes.has(type)) column.enumType = readEnumType(element, table, sqlName, reading)
  if (domainType) column.domain = domainType
  if (typeHint !== undefined) column.typeHint = typeHint
  if (description !== undefined) column.description = description
  if (given) column.default = roundedDefault(column, given, reading.platform)
  if (sequence !== undefined) column.sequence = sequence
  if (inheritance) column.inheritance = inheritance
  if (generated) column.generated = generated
  if (identity) column.identity = identity
  if (rare?.has('onUpdate')) column.changesOnUpdate = true
  if (rare?.has('content')) column.content = 'UUID'
  const groups = rare && readOutputGroups(rare, 'outputGroup', 'ignoreGroup')
  if (groups) column.outputGroups = groups
  if (type && column.vendor.has('Unsigned') && !numericTypes.has(type)) {
    reading.report(unusedVendorParameter(element, 'Unsigned', 'column', reading.platform.name, []))
  }
  const isDomainBroken = domain !== undefined && (domain.damaged || reading.broken.has(domain))
  if (element.damaged || isDomainBroken || reading.errorCount() > errorsBefore) markBroken(column, reading)
  return column
}

/** The attributes of most columns. If a column has no others and no children, the rare attributes are not read. */
const usualAttributes: ReadonlySet<string> = new Set([
  'name',
  'type',
  'size',
  'scale',
  'required',
  'primaryKey',
  'autoIncrement',
  'default',
  'defaultValue',
  'valueSet',
  'description',
])

function isUsual({ attributes, children }: SchemaElement): boolean {
  for (const { name } of attributes) if (!usualAttributes.has(name)) return false
  return children.length === 0
}

/** Returns the type of the database for ENUM and SET with `native`, otherwise the type itself. */
function nativeType(element: SchemaElement, type: SchemaType | undefined): SchemaType | undefined {
  if (!element.flag('native')) return type
  return (type && columnTypes[type].native) ?? type
}

/** Reads the type of a native column. It is in the SQL schema of its table, unless its name starts with another one. */
function readEnumType(element: SchemaElement, table: Table, column: string, { platform }: Reading): EnumType {
  const written = element.text('enumName') ?? fittedName(`${table.name}_${column}`, platform)
  const dot = element.has('enumName') ? written.indexOf('.') : -1
  const schema = dot > 0 ? written.slice(0, dot) : table.schema
  return { name: written.slice(dot + 1), ...(schema !== undefined && { schema }) }
}

/** Returns a PHP name whose methods do not override runtime methods. */
function freePhpName(
  element: SchemaElement,
  rare: SchemaElement | undefined,
  table: Table,
  name: string,
  { inherited, report }: Reading,
): string {
  const wanted = rare?.text('phpName') ?? makePhpName(rare, name, inherited.get(table)!)
  const method = takenByColumn(wanted)
  if (method === undefined) return wanted
  const at = element.has('phpName') ? 'phpName' : 'name'
  report(renamed(element.at(at), `column "${name}"`, method, `${wanted}Column`))
  return `${wanted}Column`
}

/**
 * Reads the scale, but not a scale of zero where it is the default: for integers, and for numbers without a size. In a lenient
 * project a number without a size has no scale at all, as in Propel.
 */
function readScale(
  element: SchemaElement,
  domain: SchemaElement | undefined,
  type: SchemaType | undefined,
  size: number | undefined,
  column: string,
  { context, report }: Reading,
): number | undefined {
  const scale = element.integer('scale') ?? domain?.integer('scale')
  const isUnsized = size === undefined && type !== undefined && numericTypes.has(type)
  if (scale === undefined || !type) return scale
  if (scale === 0) return isUnsized || integerTypes.has(type) ? undefined : scale
  if (!isUnsized || integerTypes.has(type) || !context.settings.lenient) return scale
  report(asWarning(scaleNeedsSize((element.has('scale') ? element : domain!).at('scale'), column, scale)))
  return undefined
}

function makePhpName(rare: SchemaElement | undefined, name: string, table: TableSettings): string {
  const prefix = rare?.text('prefix') ?? table.columnPrefix
  const method = (rare?.text('phpNamingMethod') as NamingMethod | undefined) ?? table.namingMethod
  const rest = prefix !== '' && name.startsWith(prefix) ? name.slice(prefix.length) : name
  return phpNameOf(rest, method)
}

function readIdentity(element: SchemaElement): Identity | undefined {
  const mode = element.text('identity')
  const start = element.integer('start')
  const increment = element.integer('increment')
  if (mode === undefined && start === undefined && increment === undefined) return undefined
  return {
    mode: (mode as Identity['mode'] | undefined) ?? 'by default',
    ...(start !== undefined && { start }),
    ...(increment !== undefined && { increment }),
  }
}

/** Returns the sequence that the default takes its numbers from, if this database has it. */
function readSequence(element: SchemaElement, column: string, reading: Reading): string | undefined {
  const name = element.text('sequence')
  if (name === undefined) return undefined
  const { sequences, platform, broken, report } = reading
  const isThere = sequences.get(name)
  if (isThere === undefined && !broken.has(sequences))
    report(unknownSequence(element.at('sequence'), column, name, sequences.keys()))
  return isThere && platform.nextValue ? namedElsewhere(name, reading) : undefined
}

/** Reads the expression of a generated column. An invalid one is kept unchanged and reported later. */
function readGenerated(element: SchemaElement, { platform }: Reading): Generated | undefined {
  const text = element.text('generated') ?? element.text('generatedAs')
  if (text === undefined) return undefined
  return {
    expression: platform.sqlExpression(text) ?? text,
    stored: element.flag('stored') ?? platform.generatedColumns[0] === 'stored',
  }
}

function readDomain(
  element: SchemaElement,
  column: string,
  { domains, broken, report }: Reading,
): DeclaredDomain | undefined {
  const name = element.text('domain')
  if (name === undefined) return undefined
  if (element.has('type')) report(domainAndType(element.at('domain'), column))
  const domain = domains.get(name)
  if (!domain && !broken.has(domains)) report(unknownDomain(element.at('domain'), column, name, domains.keys()))
  return domain
}

function readColumnType(
  element: SchemaElement,
  domain: SchemaElement | undefined,
  table: Table,
  column: string,
  reading: Reading,
): SchemaType | undefined {
  if (element.has('type')) return readType(element, `table "${table.name}": column "${column}"`, reading.report)
  // The type of a domain was already checked where it is declared.
  if (domain) return readType(domain, '', () => true)
  if (element.has('domain') || element.damaged) return undefined
  return reading.report(noType(element, table.name, column)) ? undefined : 'VARCHAR'
}

const defaultAttributes = ['defaultValue', 'default', 'defaultExpr'] as const

/** Returns the attribute that contains the default of a column or domain, if any. A `NULL` gives way to an expression. */
function defaultOf(element: SchemaElement): (typeof defaultAttributes)[number] | undefined {
  const given = element.has('defaultValue') ? 'defaultValue' : element.has('default') ? 'default' : undefined
  const isExpression = element.has('defaultExpr') && (!given || element.text(given)!.toLowerCase() === 'null')
  return isExpression ? 'defaultExpr' : given
}

function readDefault(
  element: SchemaElement,
  domain: SchemaElement | undefined,
  type: SchemaType | undefined,
  column: string,
  reading: Reading,
): ColumnDefault | undefined {
  const { context, platform } = reading
  const from = !domain || defaultOf(element) !== undefined ? element : domain
  const attribute = defaultOf(from)
  if (attribute === undefined) return undefined
  const ignored = defaultAttributes.findLast((name) => element.has(name) && name !== defaultOf(element))
  const { lenient } = context.settings
  if (ignored) {
    const problem = severalDefaults(element.at(ignored), `column "${column}"`)
    reading.report(lenient ? asWarning(problem) : problem)
  }
  // With several defaults, the intended one is unknown, so problems with the one used are not reported.
  const report: Reading['report'] = ignored && !lenient ? () => false : reading.report
  const text = from.text(attribute)!
  // An invalid expression is kept unchanged and reported later.
  const expressionOf = (sql: string): ColumnDefault => ({
    kind: 'expression',
    text: isUpdatedTimestamp(sql) ? sql : (platform.sqlExpression(sql) ?? sql),
  })
  if (attribute === 'defaultExpr') return expressionOf(text)
  if (text.toLowerCase() === 'null') return undefined
  const word = type && expressionOfWord(text, type)
  if (word !== undefined) {
    report(treatedAsExpression(from.at(attribute), column, text, word))
    return expressionOf(word)
  }
  if (type && temporalTypes.has(type) && text.trim() === '') {
    report(defaultReadAs(from.at(attribute), column, text, 'none'))
    return undefined
  }
  if (type && dateTypes.has(type) && isZeroDate(text) && !platform.takesZeroDate) {
    report(zeroDate(from.at(attribute), column, text, platform.name))
    return undefined
  }
  const literal = literalOf(text, type, from.at(attribute), column, report)
  if (lenient && type && booleanTypes.has(type) && readBoolean(literal) === undefined) {
    const value = String(Boolean(Number(literal)))
    report(defaultReadAs(from.at(attribute), column, text, value))
    return { kind: 'value', text: value }
  }
  return { kind: 'value', text: literal }
}

/**
 * Returns the text of a literal default. For a number, an empty string or a boolean means what PHP casts it to; for a
 * boolean, an empty string is false. Quotes and brackets around a number or a boolean come from SQL and are removed.
 */
function literalOf(
  text: string,
  type: SchemaType | undefined,
  at: Mark,
  column: string,
  report: Reading['report'],
): string {
  if (type === undefined) return text
  const isFlag = booleanTypes.has(type)
  if (!isFlag && !numericTypes.has(type)) return text
  const flag = text.trim() === '' ? false : isFlag ? undefined : words.get(text.trim().toLowerCase())
  if (flag === undefined) {
    const quoted = /^[\s(]*(?:'([^'()]+)'|(?<=\()([^'()]+))[\s)]*$/.exec(text)?.slice(1).find(Boolean)?.trim()
    if (quoted !== undefined) report(defaultReadAs(at, column, text, quoted))
    return quoted ?? text
  }
  const value = isFlag ? String(flag) : String(Number(flag))
  report(defaultReadAs(at, column, text, value))
  return value
}

const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

function readInheritance(
  element: SchemaElement,
  column: string,
  table: Table,
  { report }: Reading,
): Inheritance | undefined {
  const children = element.childrenOf('inheritance').filter((child) => child.has('key') && child.has('class'))
  if (element.text('inheritance') !== 'single') {
    if (children.length > 0 && !element.damaged) report(childrenWithoutInheritance(element, column))
    return undefined
  }
  return {
    children: children.map((child) => {
      const className = child.text('class')!
      const written = child.text('extends')
      const parent = written === undefined ? table.phpName : classOfPath(written)
      // The class of the table itself is for rows that belong to no other class.
      const isOwn = written === undefined && className === table.phpName
      const name = child.text('package')
      return {
        key: child.text('key')!,
        constantSuffix: inheritanceSuffix(child.text('key')!),
        className,
        ...(!isOwn && { extends: parent }),
        ...(name !== undefined && { package: name }),
        origin: child,
      }
    }),
  }
}
