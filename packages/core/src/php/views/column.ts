import { type Column, primaryKeyOf, type Relation, type Table } from '../../model/index.js'
import { isNativeType } from '../class-names.js'
import { docBlock } from '../code/layout.js'
import { type ColumnKind, isStoredAsGiven, kindOf, rulesOf } from '../column-kinds.js'
import { phpLiteral, phpString } from '../literal.js'
import type { RuntimeClass } from '../runtime-names.js'
import type { Scope } from '../scope.js'
import { storedDefault } from './defaults.js'
import { isLeftOut } from './relation.js'

/** What templates print of a column. */
export interface ColumnView {
  readonly name: string
  readonly phpName: string
  /** `FilmTableMap::COL_TITLE` */
  readonly constant: string
  readonly property: string
  readonly propertyType: string
  readonly default: string
  readonly lazyLoad: boolean
  /** Whether the property of an OBJECT column has its value beside it. */
  readonly keepsObject: boolean
  readonly getter: {
    /** The docblock with its line break; empty for none. */
    readonly doc: string
    readonly visibility: string
    readonly parameters: string
    readonly type: string
    /** What it returns. */
    readonly value: string
  }
  /** `isX` beside `getX` of a boolean. */
  readonly isAccessor: string | undefined
  readonly setter: {
    readonly visibility: string
    readonly parameter: string
    /** Statements before the comparison. */
    readonly conversions: readonly string[]
    /** Whether the value is a new one; empty where it always is. */
    readonly differs: string
    /** Statements that store it. */
    readonly stores: readonly string[]
    /** Cached objects that must agree with the column. */
    readonly drops: readonly { readonly property: string; readonly when: string }[]
    /** Related objects that share the value. */
    readonly passesOn: readonly string[]
  }
  /** `$con` where the getter takes one. */
  readonly isArguments: string
  /** Parameter of a lazy column's list methods, with its comma. */
  readonly connectionParameter: string
  /** Singular name of `hasX`, `addX`, `removeX`. */
  readonly singular: string | undefined
  /** What hydration assigns, given the row's value. */
  hydrated(row: string): string
  /** Whether the column still holds its default. */
  readonly isDefault: string
  /** What applying the default assigns; a default that is an object cannot stand at the property. */
  readonly applied: string
  readonly hasDefault: boolean
}

const comparisonFormats: Readonly<Partial<Record<string, string>>> = { DATE: 'Y-m-d', TIME: 'H:i:s.u' }

export function columnView(column: Column, scope: Scope): ColumnView {
  const kind = kindOf(column, scope.typeOf(column))
  const property = propertyOf(column)
  const constant = `${scope.tableMap}::${column.constantName}`
  const stored = storedDefault(column)
  const isObject = kind === 'instance'
  const hasDefault = stored !== 'null'
  const text = new ColumnText(column, kind, constant, scope)
  return {
    name: column.name,
    phpName: column.phpName,
    constant,
    property,
    propertyType: text.propertyType,
    default: isObject ? 'null' : stored,
    lazyLoad: column.lazyLoad,
    keepsObject: kind === 'object',
    getter: {
      doc: text.getterDoc,
      visibility: column.accessorVisibility,
      parameters: text.getterParameters,
      type: text.getterType,
      value: text.getterValue,
    },
    isAccessor: kind === 'boolean' ? isAccessorOf(column) : undefined,
    setter: {
      visibility:
        scope.table.readOnly && column.mutatorVisibility === 'public' ? 'protected' : column.mutatorVisibility,
      parameter: text.setterParameter,
      conversions: text.conversions,
      differs: text.differs,
      stores: text.stores,
      drops: droppedBy(column, kind, scope.table),
      passesOn: passedOn(column, scope.table),
    },
    isArguments: column.lazyLoad ? '$con' : '',
    connectionParameter: column.lazyLoad ? `, ?${scope.names.ConnectionInterface} $con = null` : '',
    singular: column.hasSingular ? column.phpSingularName : undefined,
    hydrated: (row) => text.hydrated(row),
    isDefault: text.isDefault(stored),
    applied: isObject && hasDefault ? `new ${text.class}(${stored})` : stored,
    hasDefault,
  }
}

const propertyOf = ({ name }: Column): string => name.toLowerCase()

/** `author_id` gives `authorId`: parameters are named as the phpName with a small first letter. */
export const parameterName = (phpName: string): string => phpName.charAt(0).toLowerCase() + phpName.slice(1)

/** What the getter of an own column gives, in the fastest way. */
export const ownValue = (column: Column): string =>
  isStoredAsGiven(kindOf(column)) ? `$this->${propertyOf(column)}` : `$this->get${column.phpName}()`

/** Whether two columns give values of one type, so that they can be compared strictly. */
export const comparisonOf = (one: Column, other: Column): '!==' | '!=' => {
  const kinds = [kindOf(one), kindOf(other)]
  return kinds.every(isStoredAsGiven) && rulesOf(kinds[0]!).property === rulesOf(kinds[1]!).property ? '!==' : '!='
}

/** Kinds whose setters never make null of something. */
const keepsValue = (kind: ColumnKind): boolean => isStoredAsGiven(kind) || ['enum', 'set', 'array'].includes(kind)

/** Whether the value is never null: the schema says required, and a new object has a default. */
const isNeverNull = (column: Column): boolean =>
  column.required &&
  !column.primaryKey &&
  !column.lazyLoad &&
  keepsValue(kindOf(column)) &&
  storedDefault(column) !== 'null'

const isForeign = (column: Column, table: Table): boolean =>
  table.relations.some(
    ({ isLocal, columns, literals }) =>
      isLocal && (columns.some(({ own }) => own === column) || literals.some((literal) => literal.column === column)),
  )

/** The PHP of one column that depends on its kind. */
class ColumnText {
  readonly #column: Column
  readonly #kind: ColumnKind
  readonly #constant: string
  readonly #scope: Scope
  readonly #this: string
  readonly #isNeverNull: boolean
  #setterParameter: string | undefined

  constructor(column: Column, kind: ColumnKind, constant: string, scope: Scope) {
    this.#column = column
    this.#kind = kind
    this.#constant = constant
    this.#scope = scope
    this.#this = `$this->${propertyOf(column)}`
    this.#isNeverNull = isNeverNull(column)
  }

  /** The date-time class, the backed enum or the class that `phpType` names. */
  get class(): string {
    const { phpType } = this.#column
    const { imports, settings, classes, table } = this.#scope
    if (this.#kind === 'enum') return imports.use(classes.enumOf(table, this.#column)!.fqcn)
    const named = phpType !== undefined && !isNativeType(phpType) ? phpType : undefined
    return imports.use((named ?? settings.dateTimeClass).replace(/^\\/, ''))
  }

  get #hasEnum(): boolean {
    return this.#scope.classes.enumOf(this.#scope.table, this.#column) !== undefined
  }

  get #valueSet(): string {
    return `${this.#scope.tableMap}::VALUE_SETS[${this.#constant}]`
  }

  get propertyType(): string {
    const { property } = rulesOf(this.#kind)
    if (this.#kind === 'instance') return `?${this.class}`
    return nullable(imported(property, this.#scope), !this.#isNeverNull)
  }

  get getterParameters(): string {
    const { settings, names } = this.#scope
    const formats: Readonly<Record<string, string | null>> = {
      DATE: settings.defaultDateFormat,
      TIME: settings.defaultTimeFormat,
    }
    const { type, lazyLoad } = this.#column
    const format = type in formats ? formats[type]! : settings.defaultTimeStampFormat
    return [
      ...(this.#kind === 'temporal' ? [`?string $format = ${phpLiteral(format)}`] : []),
      ...(this.#kind === 'json' ? ['bool $asArray = true'] : []),
      ...(lazyLoad ? [`?${names.ConnectionInterface} $con = null`] : []),
    ].join(', ')
  }

  get getterType(): string {
    const isNull = !this.#isNeverNull
    switch (this.#kind) {
      case 'temporal':
        return nullable(`${this.class}|string`, isNull)
      case 'enum':
        return nullable(this.#hasEnum ? this.class : 'string', isNull)
      case 'set':
      case 'array':
        return 'array'
      case 'json':
      case 'object':
      case 'lob':
        return 'mixed'
      default:
        return this.propertyType
    }
  }

  get getterDoc(): string {
    const { description } = this.#column
    const type = this.#documentedType
    const lines = description ? textLines(description) : []
    if (type) lines.push(`@return ${type}`)
    return docBlock(lines.join('\n'), '    ')
  }

  /** What the getter's native type cannot say. */
  get #documentedType(): string | undefined {
    const isNull = this.#isNeverNull ? '' : '|null'
    switch (this.#kind) {
      case 'temporal':
        return `($format is null ? ${this.class}${isNull} : string${isNull})`
      case 'set':
      case 'array':
        return 'list<string>'
      case 'lob':
        return 'resource|null'
      case 'object':
        return this.#column.phpType === undefined ? undefined : `${this.class}|null`
      default:
        return undefined
    }
  }

  get getterValue(): string {
    const { names } = this.#scope
    const value = this.#this
    switch (this.#kind) {
      case 'temporal':
        return `${names.TemporalValue}::get(${value}, $format, ${this.class}::class)`
      case 'enum': {
        const text = `${names.ColumnValue}::enumValue(${this.#constant}, ${value}, ${this.#valueSet})`
        if (!this.#hasEnum) return text
        return this.#isNeverNull ? `${this.class}::from(${text})` : `${this.class}::tryFrom(${text} ?? '')`
      }
      case 'set':
        return `${names.SetColumnConverter}::convertIntToArray(${value}, ${this.#valueSet})`
      case 'array':
        return `${names.ColumnValue}::arrayList(${value})`
      case 'json':
        return `${names.ColumnValue}::jsonValue(${value}, $asArray)`
      case 'object':
        return `${value}_unserialized ??= ${names.ColumnValue}::unserialize(${value}${this.#allowedClasses})`
      case 'lob':
        return `${value} = ${names.ColumnValue}::stream(${value})`
      default:
        return value
    }
  }

  get #allowedClasses(): string {
    const { phpType } = this.#column
    if (phpType === undefined) return ''
    return isNativeType(phpType) ? ', false' : `, [${this.class}::class]`
  }

  get setterParameter(): string {
    this.#setterParameter ??= this.#parameterOfSetter()
    return this.#setterParameter
  }

  #parameterOfSetter(): string {
    const { typeHint, required, primaryKey } = this.#column
    const takesNull = !this.#isNeverNull && (!required || primaryKey || isForeign(this.#column, this.#scope.table))
    if (typeHint !== undefined) {
      const type = isNativeType(typeHint) ? typeHint : this.#scope.mentioned(typeHint)
      return takesNull ? `${nullable(type, true)} $v = null` : `${type} $v`
    }
    const accepts = imported(rulesOf(this.#kind).accepts, this.#scope)
    const type = this.#kind === 'enum' && this.#hasEnum ? `${this.class}|${accepts}` : accepts
    return `${nullable(type, takesNull)} $v`
  }

  get conversions(): string[] {
    const { names } = this.#scope
    const cast = (expression: string): string[] =>
      this.setterParameter.includes('null') || this.setterParameter.startsWith('?')
        ? [`$v = $v === null ? null : ${expression};`]
        : [`$v = ${expression};`]
    switch (this.#kind) {
      case 'text':
      case 'decimal':
        return cast('(string) $v')
      case 'integer':
        return cast('(int) $v')
      case 'float':
        return cast('(float) $v')
      case 'uuid-binary':
        return cast('strtolower((string) $v)')
      case 'boolean':
        return [`$v = ${names.ColumnValue}::boolean($v);`]
      case 'temporal':
        return [`$v = ${names.TemporalValue}::parse($v, ${this.class}::class);`]
      case 'enum':
        return [`$v = ${names.ColumnValue}::enumIndex(${this.#constant}, $v, ${this.#valueSet});`]
      case 'set':
        return [`$v = ${names.ColumnValue}::setMask($v, ${this.#valueSet});`]
      case 'array':
        return [`$v = ${names.ColumnValue}::arrayText($v);`]
      case 'json':
        return [`$v = ${names.ColumnValue}::jsonText($v);`]
      case 'object':
        return ['$text = $v === null ? null : serialize($v);']
      case 'instance':
        return [`$v = $v === null || $v instanceof ${this.class} ? $v : new ${this.class}($v);`]
      default:
        return []
    }
  }

  get differs(): string {
    const { names } = this.#scope
    switch (this.#kind) {
      case 'temporal': {
        const format = comparisonFormats[this.#column.type] ?? 'Y-m-d H:i:s.u'
        return `!${names.TemporalValue}::equal(${this.#this}, $v, ${phpString(format)})`
      }
      case 'json':
        return `${names.ColumnValue}::jsonText(${this.#this}) !== $v`
      case 'object':
        return `${names.ColumnValue}::content(${this.#this}) !== $text`
      case 'instance':
        return `${this.#this} != $v`
      case 'lob':
        return ''
      default:
        return `${this.#this} !== $v`
    }
  }

  get stores(): string[] {
    const { names } = this.#scope
    const remember = this.#column.primaryKey ? ['$this->rememberKey();'] : []
    switch (this.#kind) {
      case 'lob':
        return [...remember, `${this.#this} = ${names.ColumnValue}::stream($v);`]
      case 'object':
        return [...remember, `${this.#this} = $text;`, `${this.#this}_unserialized = $v;`]
      default:
        return [...remember, `${this.#this} = $v;`]
    }
  }

  hydrated(row: string): string {
    const { names, database } = this.#scope
    const cast = (expression: string): string =>
      this.#isNeverNull ? expression : `${row} === null ? null : ${expression}`
    switch (this.#kind) {
      case 'integer':
      case 'enum':
      case 'set':
        return cast(`(int) ${row}`)
      case 'decimal':
        return cast(`(string) ${row}`)
      case 'float':
        return cast(`(float) ${row}`)
      case 'boolean':
        return cast(`(bool) ${row}`)
      case 'binary':
        return `${names.ColumnValue}::content(${row})`
      case 'uuid-binary':
        return cast(`${names.UuidConverter}::binToUuid((string) ${names.ColumnValue}::content(${row}))`)
      case 'instance':
        return cast(`new ${this.class}(${row})`)
      default:
        // Oracle gives long text as a stream.
        return this.#column.type === 'CLOB' && database.platform === 'oracle'
          ? `${names.ColumnValue}::content(${row})`
          : row
    }
  }

  isDefault(stored: string): string {
    const { names } = this.#scope
    switch (this.#kind) {
      case 'temporal': {
        const format = comparisonFormats[this.#column.type] ?? 'Y-m-d H:i:s.u'
        return `${names.TemporalValue}::equal(${this.#this}, ${names.TemporalValue}::parse(${stored}), ${phpString(format)})`
      }
      case 'lob':
        return `${names.ColumnValue}::content(${this.#this}) === ${stored}`
      case 'instance':
        return `${this.#this} == new ${this.class}(${stored})`
      default:
        return `${this.#this} === ${stored}`
    }
  }
}

/** A type list with its class names as the file imports them. */
export const imported = (types: string, { names }: Scope): string =>
  hasClass.test(types) ? types.replace(className, (name) => names[name as RuntimeClass]) : types

const hasClass = /[A-Z]/
const className = /\b[A-Z]\w+/g

/** `?int`, or `int|string|null` of several types. */
export function nullable(type: string, isNull: boolean): string {
  if (!isNull || type === 'mixed') return type
  return type.includes('|') ? `${type}|null` : `?${type}`
}

const commentWidth = 100

/** Words of the schema as lines of a comment, which they cannot end. */
export function textLines(text: string): string[] {
  const lines = ['']
  for (const word of text.replaceAll('*/', '* /').split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + word.length >= commentWidth) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.filter(Boolean)
}

const taken: ReadonlySet<string> = new Set(['isnew', 'ismodified', 'iscolumnmodified', 'isdeleted'])

function isAccessorOf({ phpName }: Column): string | undefined {
  const name = /^([iI]s|[hH]as)[A-Z]/.test(phpName) ? parameterName(phpName) : `is${phpName}`
  return taken.has(name.toLowerCase()) ? undefined : name
}

function droppedBy(column: Column, kind: ColumnKind, table: Table): { property: string; when: string }[] {
  const value = isStoredAsGiven(kind) || kind === 'temporal' ? '$v' : `$this->get${column.phpName}()`
  const drops: { property: string; when: string }[] = []
  for (const relation of table.relations) {
    if (!relation.isLocal) continue
    const property = `$this->a${relation.name}`
    const pair = relation.columns.find(({ own }) => own === column)
    const literal = relation.literals.find((each) => each.column === column)
    if (pair) {
      const { other } = pair
      drops.push({ property, when: `${property}->get${other.phpName}() ${comparisonOf(column, other)} ${value}` })
    } else if (literal) {
      drops.push({ property, when: `${value} !== ${literalOf(literal.column, literal.value)}` })
    }
  }
  return drops
}

/** The constant of a polymorphic foreign key in the type of its column. */
export const literalOf = (column: Column, value: string): string =>
  kindOf(column) === 'integer' ? String(Number.parseInt(value, 10)) : phpString(value)

/** A key column that is a foreign key too and is referenced in turn: loaded referrers get its new value (model-api §2.5). */
function passedOn(column: Column, table: Table): string[] {
  if (!column.primaryKey || !isForeign(column, table)) return []
  const refers = (relation: Relation): string[] => {
    const pair = relation.columns.find(({ own }) => own === column)
    if (relation.isLocal || !pair || isLeftOut(relation) || relation.table.readOnly) return []
    const set = `set${pair.other.phpName}($v);`
    return relation.kind === 'one-to-one'
      ? [`$this->single${relation.name}?->${set}`]
      : [`foreach ($this->coll${relation.pluralName}?->getData() ?? [] as $related) {`, `    $related->${set}`, '}']
  }
  return table.relations.flatMap(refers)
}

/** Values of the key columns as `findPk` takes them. */
export function keyOf(table: Table, value: (column: Column) => string): string {
  const values = primaryKeyOf(table).map(value)
  return values.length === 1 ? values[0]! : `[${values.join(', ')}]`
}
