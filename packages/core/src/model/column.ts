import type { Check } from './check.js'
import type { OutputGroups, VendorParameters } from './common-parts.js'
import type { Origin } from './origin.js'
import { numericTypes, type SchemaType } from './types.js'
import { isTrue } from './values.js'

export type Visibility = 'public' | 'protected' | 'private'

export interface Column {
  readonly name: string
  /** The name in the schema, where it is too long for the vendor. */
  readonly writtenName?: string
  readonly phpName: string
  /** For `hasX`, `addX`, `removeX` of ARRAY and SET columns. */
  readonly phpSingularName: string
  /** Whether `phpSingularName` names single values: those methods exist only then. */
  readonly hasSingular: boolean
  /** `COL_TITLE`: the name of its constant in the map class. */
  readonly constantName: string
  readonly type: SchemaType
  /** Length or precision as written; vendors have defaults of their own (`Platform.defaultSizes`). */
  readonly size?: number
  /** Digits after the point; 0 is kept. */
  readonly scale?: number
  /** Whether values are arrays of the database, with elements of `type`. */
  readonly array?: true
  /** Whether a number has no sign; `zerofill` says so too. */
  readonly unsigned?: true
  /** Whether the server shows a number with zeros before it. */
  readonly zerofill?: true
  /** The spatial reference system of a GEOMETRY. */
  readonly srid?: number
  /** SQL type to use verbatim, on every vendor. */
  readonly sqlType?: string
  /** A PHP type or class to cast to, instead of the native type of `type`. */
  readonly phpType?: string
  /** The backed enum of an ENUM or SET column: a class, or `true` for one that is generated. */
  readonly phpEnum?: string
  readonly typeHint?: string
  readonly description?: string
  /** NOT NULL; primary key and auto-increment columns always are. */
  readonly required: boolean
  readonly primaryKey: boolean
  readonly autoIncrement: boolean
  /** How an auto-increment column counts, where the schema says it. */
  readonly identity?: Identity
  /** The shared sequence that its default, an expression, takes the next number of. */
  readonly sequence?: string
  /** The column that represents a row as text; at most one per table. */
  readonly primaryString: boolean
  readonly lazyLoad: boolean
  readonly default?: ColumnDefault
  /** The database computes its value from other columns of the row; nobody else writes it. */
  readonly generated?: Generated
  /** The value becomes the current time with every UPDATE of the row. */
  readonly changesOnUpdate?: true
  /** Values of an ENUM or SET in order; empty for other types. */
  readonly valueSet: readonly string[]
  /** The type of native ENUM and SET columns, where the vendor has types with names. */
  readonly enumType?: EnumType
  /** The domain of the database that is the type of the column; its checks are conditions of `VALUE`. */
  readonly domain?: Domain
  /** Present on the class key column of single table inheritance. */
  readonly inheritance?: Inheritance
  readonly accessorVisibility: Visibility
  readonly mutatorVisibility: Visibility
  /** What the column holds, for migrations. */
  readonly content?: 'UUID'
  readonly outputGroups?: OutputGroups
  /** Parameters of the database's vendor. */
  readonly vendor: VendorParameters
  readonly origin: Origin
}

export interface EnumType {
  readonly name: string
  /** SQL schema. */
  readonly schema?: string
}

/** A type of the database with conditions. What it is made of, columns that have it know by their own type. */
export interface Domain {
  readonly name: string
  /** SQL schema. */
  readonly schema?: string
  readonly checks: readonly DomainCheck[]
}

/** One SQL expression of the vendor, in which `VALUE` stands for the value. */
export type DomainCheck = Pick<Check, 'name' | 'explicitName' | 'expression'>

/** A literal, written in the terms of the column's type, or SQL to be used as it is. */
export interface ColumnDefault {
  readonly kind: 'value' | 'expression'
  readonly text: string
}

export interface Identity {
  /** `always`: nobody else writes the column. */
  readonly mode: 'always' | 'by default'
  readonly start?: number
  readonly increment?: number
}

export interface Generated {
  /** One SQL expression of the vendor. */
  readonly expression: string
  /** Whether the value is part of the row; otherwise it is computed when it is read. */
  readonly stored: boolean
}

export interface Inheritance {
  /** Empty when rows hold class names themselves. */
  readonly children: readonly InheritanceChild[]
}

export interface InheritanceChild {
  readonly key: string
  /** `FOO_BAR`: the end of its constants CLASSKEY_FOO_BAR and CLASSNAME_FOO_BAR. */
  readonly constantSuffix: string
  readonly className: string
  /** Another child's class, a table's phpName or a name with a backslash; absent for the table's own class. */
  readonly extends?: string
  readonly package?: string
  readonly origin: Origin
}

/** By the attribute, or by the vendor parameter that was there before. */
export const isUnsigned = ({ type, unsigned, vendor }: Column): boolean =>
  numericTypes.has(type) && (unsigned === true || isTrue(vendor.get('Unsigned')))
