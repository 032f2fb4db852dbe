import type { CatalogColumn, CatalogTable, CatalogValueType, Dialect } from '../../dialects/index.js'
import {
  type Column,
  characterTypes,
  columnTypes,
  fittedName,
  generatedName,
  lobTypes,
  readList,
  type SchemaType,
  valueConstant,
  writeList,
} from '../../model/index.js'
import { idOf, idText } from './catalog-tables.js'
import type { ReverseContext } from './context.js'
import { clean, type Element, isWritable } from './element.js'

/** A native ENUM or SET as a schema expresses it. */
interface ValueList {
  readonly type: 'ENUM_NATIVE' | 'SET_NATIVE'
  readonly values: readonly string[]
  readonly name?: string
}

/** The use of a domain: one of its columns, and whether any column has a default or is in a key. */
interface DomainUse {
  readonly column: CatalogColumn
  readonly isDefaulted: boolean
  readonly isInKey: boolean
}

/** Named types of a database: domains, and lists of values. */
export class NamedTypes {
  readonly #context: ReverseContext
  /** Domains that are in the schema. */
  readonly #domains = new Set<string>()

  constructor(context: ReverseContext) {
    this.#context = context
  }

  /** Returns the domains of all columns that a schema can express. */
  domains(tables: readonly CatalogTable[]): Element[] {
    const uses = new Map<string, DomainUse>()
    for (const table of tables.filter(({ view }) => !view)) {
      for (const column of table.columns.filter(({ domain }) => domain)) {
        const use = uses.get(idOf(column.domain!)) ?? { column, isDefaulted: false, isInKey: false }
        uses.set(idOf(column.domain!), {
          column: use.column,
          isDefaulted: use.isDefaulted || column.default !== undefined,
          isInKey: use.isInKey || isKeyColumn(table, column.name),
        })
      }
    }
    const names = new Set<string>()
    return [...uses].flatMap(([id, use]) => {
      const element = names.has(use.column.domain!.name) ? undefined : this.#domain(use)
      if (!element) return []
      names.add(use.column.domain!.name)
      this.#domains.add(id)
      return [element]
    })
  }

  /** Notes the types that are not in the schema, so that expressions that cast to them are omitted. */
  noteLostTypes(tables: readonly CatalogTable[]): void {
    for (const { valueType, domain } of tables.flatMap(({ columns }) => columns)) {
      if (valueType && !this.#isSaid(valueType.values, valueType.isSet, valueType))
        this.#context.expressions.loseType(valueType.name)
      if (domain && !this.#domains.has(idOf(domain))) this.#context.expressions.loseType(domain.name)
    }
  }

  /** Returns the name of the column's domain, if it is in the schema. */
  domainName(table: CatalogTable, { name, domain }: CatalogColumn): string | undefined {
    if (!domain) return undefined
    if (this.#domains.has(idOf(domain))) return domain.name
    this.#context.notice(`${idText(table)}.${name}: ${domain.loss}`)
    return undefined
  }

  /** Returns the values of a native ENUM or SET, if a schema can express them. */
  valueList(table: CatalogTable, column: CatalogColumn): ValueList | undefined {
    const { valueType } = column
    const values = valueType?.values ?? this.#context.dialect.reverse.valuesOf?.(column.type)
    const rules = this.#context.dialect.nativeEnums
    if (!values || !rules) return undefined
    const isSet = valueType?.isSet ?? /^set/i.test(column.type)
    if (!this.#isSaid(values, isSet, valueType)) {
      if (valueType) this.#context.notice(`${idText(table)}.${column.name}: ${valueType.loss}`)
      return undefined
    }
    const isNear = valueType && valueType.schema === table.schema
    const isOwn = isNear && valueType.name === fittedName(`${table.name}_${column.name}`, this.#context.dialect)
    return {
      type: isSet ? 'SET_NATIVE' : 'ENUM_NATIVE',
      values,
      ...(valueType && !isOwn && { name: isNear ? valueType.name : `${valueType.schema}.${valueType.name}` }),
    }
  }

  #domain({ column, isDefaulted, isInKey }: DomainUse): Element | undefined {
    const { name, schema, checks, losses } = column.domain!
    const guess = this.#context.dialect.reverse.schemaTypeOf(column)
    const isSaid = clean(name) === name && clean(schema ?? '') === (schema ?? '')
    if (!guess || guess.array || guess.srid !== undefined || !isSaid) return undefined
    const conditions = checks.flatMap((check) => {
      const expression = this.#context.expressions.expression(
        check.expression,
        `domain ${name}: the check ${check.name}`,
      )
      const own = expression && generatedName(name, 'c', expression, this.#context.dialect.maxIdentifierLength)
      return expression === undefined ? [] : [{ name: check.name === own ? undefined : check.name, expression }]
    })
    const [first] = conditions
    if (!first) return undefined
    for (const loss of losses) this.#context.notice(`domain ${name}: ${loss}`)
    const type = shortType(guess.type, isDefaulted, isInKey)
    const isShort = conditions.length === 1 && first.name === undefined
    return {
      name: 'domain',
      attributes: {
        name,
        schema,
        ...this.#nativeType({ ...guess, type }, column.type),
        expression: isShort ? first.expression : undefined,
      },
      children: isShort ? [] : conditions.map((attributes) => ({ name: 'check', attributes })),
    }
  }

  /** Returns type, size and scale; adds the native type if these would generate a different one. */
  #nativeType(guess: NonNullable<ReturnType<Dialect['reverse']['schemaTypeOf']>>, native: string) {
    const { reverse } = this.#context.dialect
    const written = this.#context.dialect.typeOf(
      { ...guess, valueSet: [] } as unknown as Column,
      this.#context.config.adapters,
    )
    const isSame = reverse.canonical(written) === reverse.canonical(native)
    return {
      type: guess.type,
      size: isSame ? guess.size : undefined,
      scale: isSame ? guess.scale : undefined,
      sqlType: isSame ? undefined : native,
    }
  }

  #isSaid(values: readonly string[], isSet: boolean, type: CatalogValueType | undefined): boolean {
    const setSize = this.#context.dialect.nativeEnums?.setSize ?? 0
    return (
      values.length > 0 &&
      // A dot in the name would be read as the end of the SQL schema.
      !`${type?.schema}${type?.name}`.includes('.') &&
      readList(writeList(values)).join('\0') === values.join('\0') &&
      values.every((value) => isWritable(value) && !/[\r\n\t]/.test(value)) &&
      new Set(values.map((value) => valueConstant('', value))).size === values.length &&
      !(isSet && (values.length > setSize || values.some((value) => value === '' || value.includes(','))))
    )
  }
}

/**
 * Returns a type that can have a default or be in a key: large objects can be neither, and long texts cannot be in a key. The
 * server gets the native type anyway.
 */
export function shortType(type: SchemaType, isDefaulted: boolean, isInKey: boolean): SchemaType {
  if ((isDefaulted || isInKey) && lobTypes.has(type)) return 'BINARY'
  return isInKey && characterTypes.has(type) && columnTypes[type].isLong ? 'VARCHAR' : type
}

export const isKeyColumn = ({ primaryKey, foreignKeys }: CatalogTable, name: string): boolean =>
  primaryKey.includes(name) || foreignKeys.some(({ columns }) => columns.includes(name))
