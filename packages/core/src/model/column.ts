import type { Check } from './check.js'
import type { OutputGroups, VendorParameters } from './common-parts.js'
import type { Origin } from './origin.js'
import { numericTypes, type SchemaType } from './types/index.js'
import { isTrue } from './values.js'

export type Visibility = 'public' | 'protected' | 'private'

export interface Column {
  readonly name: string
  /** The name in the schema, if it is too long for the vendor and `name` is a shortened one. */
  readonly writtenName?: string
  readonly phpName: string
  /** Used in `hasX`, `addX` and `removeX` of ARRAY and SET columns. */
  readonly phpSingularName: string
  /** Whether `phpSingularName` names single values; those methods are only generated then. */
  readonly hasSingular: boolean
  /** Name of the column's constant in the map class, such as `COL_TITLE`. */
  readonly constantName: string
  readonly type: SchemaType
  /** Length or precision as written; each vendor has its own defaults (`Platform.defaultSizes`). */
  readonly size?: number
  /** Number of fraction digits; 0 is kept. */
  readonly scale?: number
  /** Whether values are database arrays with elements of `type`. */
  readonly array?: true
  /** Whether a number is unsigned; `zerofill` implies it. */
  readonly unsigned?: true
  /** Whether the server pads a number with leading zeros. */
  readonly zerofill?: true
  /** The spatial reference system identifier of a GEOMETRY. */
  readonly srid?: number
  /** SQL type to use verbatim on every vendor. */
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
  /** The identity options of an auto-increment column, if the schema sets any. */
  readonly identity?: Identity
  /** The shared sequence whose next number the column's default expression returns. */
  readonly sequence?: string
  /** Whether this column represents a row as a string; at most one per table. */
  readonly primaryString: boolean
  readonly lazyLoad: boolean
  readonly default?: ColumnDefault
  /** Set if the database computes the value from other columns of the row; such a column is never written. */
  readonly generated?: Generated
  /** Whether every UPDATE of the row sets the value to the current time. */
  readonly changesOnUpdate?: true
  /** Values of an ENUM or SET in order; empty for other types. */
  readonly valueSet: readonly string[]
  /** The type of native ENUM and SET columns, if the vendor has named types. */
  readonly enumType?: EnumType
  /** The database domain used as the column's type; its checks are conditions on `VALUE`. */
  readonly domain?: Domain
  /** Present on the class key column of single table inheritance. */
  readonly inheritance?: Inheritance
  readonly accessorVisibility: Visibility
  readonly mutatorVisibility: Visibility
  /** What the column contains, for migrations. */
  readonly content?: 'UUID'
  readonly outputGroups?: OutputGroups
  /** Vendor parameters for the adapter's vendor. */
  readonly vendor: VendorParameters
  readonly origin: Origin
}

export interface EnumType {
  readonly name: string
  /** SQL schema. */
  readonly schema?: string
}

/** A database type with conditions. Its base type is stored in each column that uses it. */
export interface Domain {
  readonly name: string
  /** SQL schema. */
  readonly schema?: string
  readonly checks: readonly DomainCheck[]
}

/** One SQL expression in the vendor's dialect; `VALUE` stands for the column's value. */
export type DomainCheck = Pick<Check, 'name' | 'explicitName' | 'expression'>

/** A literal, written as the column's type requires, or SQL to be used verbatim. */
export interface ColumnDefault {
  readonly kind: 'value' | 'expression'
  readonly text: string
}

export interface Identity {
  /** `always`: only the database writes the column. */
  readonly mode: 'always' | 'by default'
  readonly start?: number
  readonly increment?: number
}

export interface Generated {
  /** One SQL expression in the vendor's dialect. */
  readonly expression: string
  /** Whether the value is stored in the row; otherwise it is computed when it is read. */
  readonly stored: boolean
}

export interface Inheritance {
  /** Empty if rows contain class names instead of keys. */
  readonly children: readonly InheritanceChild[]
}

export interface InheritanceChild {
  readonly key: string
  /** The suffix of its constants CLASSKEY_FOO_BAR and CLASSNAME_FOO_BAR, such as `FOO_BAR`. */
  readonly constantSuffix: string
  readonly className: string
  /** Another child's class, a table's phpName or a name with a backslash; absent for the table's own class. */
  readonly extends?: string
  readonly package?: string
  readonly origin: Origin
}

/** Returns whether a number is unsigned, by the attribute or by the older vendor parameter. */
export const isUnsigned = ({ type, unsigned, vendor }: Column): boolean =>
  numericTypes.has(type) && (unsigned === true || isTrue(vendor.get('Unsigned')))
