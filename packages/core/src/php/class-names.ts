import { isNativeType } from '../escape/index.js'
import { type Column, enumTypes, type InheritanceChild, type Table } from '../model/index.js'
import type { ModelSettings } from './model-settings.js'
import { Notices } from './notice.js'

/** A generated class: its fully qualified name without leading backslash, and its file below the output directory. */
export interface ClassName {
  readonly fqcn: string
  readonly namespace: string
  readonly short: string
  readonly file: string
}

/** The five classes of a table. */
export interface TableClasses {
  readonly model: ClassName
  readonly query: ClassName
  readonly baseModel: ClassName
  readonly baseQuery: ClassName
  readonly tableMap: ClassName
}

/** The classes of a child in single table inheritance. */
export type ChildClasses = Pick<TableClasses, 'model' | 'query' | 'baseQuery'>

/** Names of all classes that are generated from a schema. */
export class ClassNames {
  readonly #settings: ModelSettings
  readonly #prefix: string
  readonly #known = new WeakMap<Table, TableClasses>()
  /** The notices at the top of their files. */
  readonly notices: Notices

  constructor(settings: ModelSettings) {
    this.#settings = settings
    this.#prefix = settings.classPrefix ?? ''
    this.notices = new Notices(settings.schemaDir)
  }

  ofTable(table: Table): TableClasses {
    const known = this.#known.get(table)
    if (known) return known
    const name = this.#prefix + table.phpName
    const classes = {
      model: named(table, name),
      query: named(table, `${name}Query`),
      baseModel: named(table, name, 'Base'),
      baseQuery: named(table, `${name}Query`, 'Base'),
      tableMap: named(table, `${name}TableMap`, this.#settings.namespaceMap),
    }
    this.#known.set(table, classes)
    return classes
  }

  ofChild(table: Table, { className }: InheritanceChild): ChildClasses {
    const name = this.#prefix + className
    return {
      model: named(table, name),
      query: named(table, `${name}Query`),
      baseQuery: named(table, `${name}Query`, 'Base'),
    }
  }

  /** Returns the collection class of a model, if one is generated: a behavior may name a custom one instead. */
  collectionOf(table: Table): { readonly collection: ClassName; readonly base: ClassName } | undefined {
    const isNamed = table.behaviors.some(({ parameters }) => parameters.get('object_collection_class'))
    if (!this.#settings.generateCollections || table.referenceOnly || isNamed) return undefined
    const name = `${this.#prefix}${table.phpName}Collection`
    return { collection: named(table, name), base: named(table, name, 'Base') }
  }

  /** Returns the factory class of a model, if one is generated. */
  factoryOf(table: Table): { readonly factory: ClassName; readonly base: ClassName } | undefined {
    const isMade = this.#settings.generateFactories && this.#settings.addSaveMethod
    if (!isMade || table.referenceOnly || table.readOnly || table.abstract) return undefined
    const name = `${this.#prefix}${table.phpName}Factory`
    return { factory: named(table, name), base: named(table, name, 'Base') }
  }

  /** Returns the backed enum of an ENUM or SET column, if it has one. `generated` is false for an enum of the project. */
  enumOf(table: Table, column: Column): (ClassName & { readonly generated: boolean }) | undefined {
    const { phpEnum } = column
    if (phpEnum === 'true') {
      return {
        ...named(table, `${this.#prefix}${table.phpName}${column.phpName}`, 'Enum'),
        generated: true,
      }
    }
    if (phpEnum !== undefined) return { ...this.mentioned(table, phpEnum), generated: false }
    if (!enumTypes.has(column.type)) return undefined
    if (column.phpType !== undefined && !isNativeType(column.phpType)) {
      if (column.phpType.includes('\\')) return { ...foreign(column.phpType), generated: false }
      return { ...named(table, this.#prefix + column.phpType), generated: true }
    }
    if (!this.#settings.enumClasses) return undefined
    return { ...named(table, `${this.#prefix}${table.phpName}${column.phpName}`), generated: true }
  }

  /** Returns a class or interface named by an attribute: absolute with a backslash, otherwise in the table's namespace. */
  mentioned(table: Table, name: string): ClassName & { readonly generated: boolean } {
    return name.includes('\\') ? { ...foreign(name), generated: false } : { ...named(table, name), generated: true }
  }
}

function named(table: Table, short: string, segment = ''): ClassName {
  const namespace = joined(table.namespace, '\\', segment)
  return {
    fqcn: joined(namespace, '\\', short),
    namespace,
    short,
    file: joined(joined(table.directory, '/', segment.replaceAll('\\', '/')), '/', `${short}.php`),
  }
}

const joined = (one: string, separator: string, other: string): string =>
  one && other ? one + separator + other : one || other

function foreign(name: string): ClassName {
  const fqcn = name.replace(/^\\/, '')
  const at = fqcn.lastIndexOf('\\')
  return { fqcn, namespace: at < 0 ? '' : fqcn.slice(0, at), short: fqcn.slice(at + 1), file: '' }
}
