import { nativeType, phpComment, phpProperty } from '../../escape/index.js'
import { phpString } from '../../escape/php-literal.js'
import { type Column, type ColumnKind, primaryKeyOf, type Relation, type Table } from '../../model/index.js'
import { booleanMethods } from '../../schema/index.js'
import { isStoredAsGiven, kindOf, rulesOf } from '../column-kinds.js'
import type { Scope } from '../scope.js'
import { storedDefault } from './default-values.js'
import { type ColumnPieces, classOf, enumValues, type KindText, kindTexts, withoutSign } from './kind-text.js'
import { isLeftOut } from './relation-view.js'

/** What templates print for a column. */
export interface ColumnView {
  readonly name: string
  readonly phpName: string
  /** Such as `FilmTableMap::COL_TITLE`. */
  readonly constant: string
  readonly property: string
  readonly propertyType: string
  readonly default: string
  readonly lazyLoad: boolean
  /** Whether an OBJECT column has a second property for the object. */
  readonly keepsObject: boolean
  readonly getter: {
    /** Lines of the docblock; empty for none. */
    readonly doc: readonly string[]
    readonly visibility: string
    readonly parameters: readonly string[]
    readonly type: string
    /** The returned expression. */
    readonly value: string
  }
  /** Name of the `isX` accessor of a boolean, in addition to `getX`. */
  readonly isAccessor: string | undefined
  /** Whether models write the column: only the database writes a generated column. */
  readonly isWritten: boolean
  readonly setter: {
    readonly visibility: string
    readonly parameter: string
    /** Statement before the comparison; empty for none. */
    readonly conversion: string
    /** Condition for a changed value. Empty if it counts as changed always. */
    readonly differs: string
    /** Statements that store the value. */
    readonly stores: readonly string[]
    /** Cached objects that are dropped if they no longer match the column. */
    readonly drops: readonly Drop[]
    /** Statements that pass the value on to related objects. */
    readonly passesOn: readonly string[]
  }
  /** `$con`, if the getter has that parameter. */
  readonly isArguments: string
  /** Further parameters of a lazy column's list methods, after the value. */
  readonly connection: readonly string[]
  /** Singular name of `hasX`, `addX`, `removeX`. */
  readonly singular: string | undefined
  /** `$value` as a list element, and the list itself. For enum cases, both are converted to values. */
  readonly element: string
  readonly elements: string
  /** The expression that hydration assigns. */
  readonly hydrated: string
  /** Condition that the column still has its default. */
  readonly isDefault: string
  /** The expression that applies the default. A default that is an object cannot be the initial value of a property. */
  readonly applied: string
  readonly hasDefault: boolean
}

interface Drop {
  readonly property: string
  readonly when: string
}

/** Returns the views of all columns. Lazy columns are not in the rows that `hydrate()` receives. */
export function columnViews(scope: Scope): ColumnView[] {
  const views: ColumnView[] = []
  let position = 0
  for (const column of scope.table.columns) {
    const row = column.lazyLoad ? '$value' : `$row[${position++}]`
    views.push(columnView(column, scope, row))
  }
  return views
}

/** @param row the expression that hydration reads the value from */
export function columnView(column: Column, scope: Scope, row: string): ColumnView {
  const { name, phpName, lazyLoad } = column
  const kind = kindOf(column, scope.storedType(column))
  const isInstance = kind === 'instance'
  const property = propertyOf(column)
  const constant = `${scope.tableMap}::${column.constantName}`
  const stored = storedDefault(column, scope.dialect.nativeEnums?.sets)
  const hasDefault = stored !== 'null'
  const propertyType = isInstance
    ? `?${classOf(column, scope)}`
    : nullable(scope.typeList(rulesOf(kind).property), true)
  const own = `$this->${property}`
  const pieces: ColumnPieces = {
    column,
    scope,
    constant,
    property: own,
    row,
    stored,
    isRequired: column.required && !column.autoIncrement,
  }
  const text = withoutSign(kindTexts[kind](pieces), pieces)
  const differs = text.differs ?? `${own} !== $v`
  const stores = text.stores ?? [`${own} = $v;`]
  const checks = scope.lengthLimit(column)
    ? [`${scope.names.LengthCheck}::check($v, ${constant}, ${scope.tableMap}::LENGTHS);`]
    : []
  const elements = `$this->get${phpName}(${lazyLoad ? '$con' : ''})`
  const connection = lazyLoad ? [`?${scope.names.ConnectionInterface} $con = null`] : []
  return {
    name,
    phpName,
    constant,
    property,
    propertyType,
    default: isInstance ? 'null' : stored,
    lazyLoad,
    keepsObject: kind === 'object',
    getter: {
      doc: getterDoc(column, text),
      visibility: column.accessorVisibility,
      parameters: text.getterParameter ? [text.getterParameter, ...connection] : connection,
      type: text.getterType ?? propertyType,
      value: text.getterValue ?? own,
    },
    isAccessor: kind === 'boolean' ? isAccessorOf(column) : undefined,
    isWritten: !column.generated,
    setter: {
      visibility:
        scope.table.readOnly && column.mutatorVisibility === 'public' ? 'protected' : column.mutatorVisibility,
      parameter: setterParameter(column, kind, scope),
      conversion: text.conversion ?? '',
      differs: differs && [differs, ...furtherChanges(column, own)].join(' || '),
      stores: [...checks, ...(column.primaryKey ? ['$this->rememberKey();'] : []), ...stores],
      drops: droppedBy(column, kind, scope),
      passesOn: passedOn(column, scope),
    },
    isArguments: lazyLoad ? '$con' : '',
    connection,
    singular: column.hasSingular ? column.phpSingularName : undefined,
    element: column.phpEnum ? enumValues('$value', column, scope) : '$value',
    elements: column.phpEnum ? enumValues(elements, column, scope) : elements,
    hydrated: text.hydrated ?? row,
    isDefault: text.isDefault ?? `${own} === ${stored}`,
    applied: isInstance && hasDefault ? `new ${classOf(column, scope)}(${stored})` : stored,
    hasDefault,
  }
}

/** Returns conditions under which a setter counts as a change although the property has the value already. */
function furtherChanges(column: Column, property: string): string[] {
  const conditions: string[] = []
  // save() has to reject null in a new row.
  if (isNullRefused(column)) conditions.push('$v === null')
  // The row may have another value, which was not read.
  if (column.lazyLoad) conditions.push(`(!${property}_isLoaded && !$this->rowIsNew)`)
  return conditions
}

const propertyOf = ({ name }: Column): string => phpProperty(name)

/** Returns the parameter name for a phpName, which is the phpName with a lower-case first letter: `authorId`. */
export function parameterName(phpName: string): string {
  const name = phpName.charAt(0).toLowerCase() + phpName.slice(1)
  return otherParameters.has(name) ? `${name}Value` : name
}

/** Other variables in generated methods with such a parameter. */
const otherParameters: ReadonlySet<string> = new Set(['this', 'comparison', 'con', 'criteria', 'row', 'rows'])

/** Returns the fastest expression for the value of an own column that its getter returns, and may have to load. */
export const ownValue = (column: Column): string =>
  isStoredAsGiven(kindOf(column)) && !column.lazyLoad ? `$this->${propertyOf(column)}` : `$this->${getterCall(column)}`

/** Returns the getter call of a column. For a date it requests the object, not a string in the default format. */
export const getterCall = (column: Column): string => `get${column.phpName}(${isTime(kindOf(column)) ? 'null' : ''})`

const isTime = (kind: ColumnKind): boolean => kind === 'temporal' || kind === 'instant'

/** Returns the operator that compares two columns: a strict one if their values have the same type. */
export function comparisonOf(one: Column, other: Column): '!==' | '!=' {
  const [kind, otherKind] = [kindOf(one), kindOf(other)]
  const areGiven = isStoredAsGiven(kind) && isStoredAsGiven(otherKind)
  return areGiven && rulesOf(kind).property.types === rulesOf(otherKind).property.types ? '!==' : '!='
}

/** Whether nothing can replace null when a row is inserted. */
const isNullRefused = (column: Column): boolean => column.required && !column.autoIncrement && !column.default

/** All setters accept null, as forms and `fromArray()` pass it. `save()` rejects it if the column is required. */
function setterParameter(column: Column, kind: ColumnKind, scope: Scope): string {
  const { typeHint, required, primaryKey } = column
  if (typeHint !== undefined) {
    const type = nativeType(typeHint) ?? scope.mentioned(typeHint)
    const takesNull = !required || primaryKey || scope.foreignParts.has(column)
    return takesNull ? `${nullable(type, true)} $v = null` : `${type} $v`
  }
  const accepts = scope.typeList(rulesOf(kind).accepts)
  const enumClass = scope.enumClass(column)
  return `${nullable(enumClass ? `${enumClass}|${accepts}` : accepts, true)} $v`
}

function getterDoc({ description }: Column, { documentedType }: KindText): readonly string[] {
  const lines = description ? textLines(description) : []
  if (documentedType) lines.push(`@return ${documentedType}`)
  return lines
}

/** Adds null to a type: `?int`, or `int|string|null` for several types. */
export function nullable(type: string, isNull: boolean): string {
  if (!isNull || type === 'mixed') return type
  return type.includes('|') ? `${type}|null` : `?${type}`
}

const commentWidth = 100

/** Returns text from the schema as comment lines that cannot end the comment. */
export function textLines(text: string): string[] {
  const lines = ['']
  for (const word of phpComment(text).split(' ').filter(Boolean)) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + word.length >= commentWidth) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.filter(Boolean)
}

/** Returns the second accessor of a boolean column, or undefined if the runtime has a method with that name. */
export function isAccessorOf({ phpName }: Column): string | undefined {
  const name = /^([iI]s|[hH]as)[A-Z]/.test(phpName) ? parameterName(phpName) : `is${phpName}`
  return booleanMethods.has(name.toLowerCase()) ? undefined : name
}

function droppedBy(column: Column, kind: ColumnKind, { foreignParts }: Scope): readonly Drop[] {
  const parts = foreignParts.get(column)
  if (!parts) return []
  const given = givenValue(column, kind)
  return parts.map(({ relation, other, value }) => {
    const property = `$this->a${relation.name}`
    const when = other
      ? `${property}->${getterCall(other)} ${comparisonOf(column, other)} ${given}`
      : `${given} !== ${literalOf(column, value)}`
    return { property, when }
  })
}

/** Returns the value that a setter has just stored, as getters return it: `$v` if it was not converted. */
const givenValue = (column: Column, kind: ColumnKind): string =>
  isStoredAsGiven(kind) || isTime(kind) ? '$v' : `$this->${getterCall(column)}`

/** Returns the constant of a polymorphic foreign key as PHP code, in the type of its column. */
export const literalOf = (column: Column, value: string): string =>
  kindOf(column) === 'integer' ? String(Number.parseInt(value, 10)) : phpString(value)

/** Passes the value of a key column that is also a foreign key and itself referenced on to loaded referrers. */
function passedOn(column: Column, scope: Scope): string[] {
  if (!column.primaryKey || !scope.foreignParts.has(column)) return []
  const refers = (relation: Relation): string[] => {
    const pair = relation.columns.find(({ own }) => own === column)
    if (relation.isLocal || !pair || isLeftOut(relation) || relation.table.readOnly) return []
    const set = `set${pair.other.phpName}(${givenValue(column, kindOf(column))});`
    if (relation.kind === 'one-to-one') return [`$this->single${relation.name}?->${set}`]
    const plural = relation.pluralName
    const members = `$this->coll${plural} === null ? [] : $this->manyKept(self::relationTo${plural}())`
    const { fqcn, short } = scope.classes.ofTable(relation.table).model
    const member = `/** @var ${scope.imports.use(fqcn, `Child${short}`)} $related */`
    return [member, `foreach (${members} as $related) {`, `    $related->${set}`, '}']
  }
  return scope.table.relations.flatMap(refers)
}

/** Returns the values of the key columns as `findPk()` accepts them. */
export function keyOf(table: Table, value: (column: Column) => string): string {
  const values = primaryKeyOf(table).map(value)
  return values.length === 1 ? values[0]! : `[${values.join(', ')}]`
}
