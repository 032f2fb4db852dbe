import type { SchemaType } from '../model/index.js'

/** How a column type looks in PHP (model-api §2.3). */
export interface PhpColumnType {
  /** Type of the property and of the getter, without null. */
  readonly native: string
  /** Types that the setter takes and casts, without null. */
  readonly accepts: string
  /** Types that the filter takes, without null. */
  readonly filters: string
  /** Runtime method behind `filterByX`. */
  readonly condition: string
  /** Whether some driver gives the value in another type, so that hydration must cast. */
  readonly castOnHydrate: boolean
}

const text: PhpColumnType = {
  native: 'string',
  accepts: 'string|int|float|bool|Stringable',
  filters: 'string|array|Criteria',
  condition: 'conditionOnValue',
  castOnHydrate: false,
}

const integer: PhpColumnType = {
  native: 'int',
  accepts: 'int|float|string|bool',
  filters: 'int|float|string|array|Criteria',
  condition: 'conditionOnRange',
  castOnHydrate: true,
}

const types: Readonly<Partial<Record<SchemaType, PhpColumnType>>> = {
  CHAR: text,
  VARCHAR: text,
  LONGVARCHAR: text,
  CLOB: text,
  TINYINT: integer,
  SMALLINT: integer,
  INTEGER: integer,
}

export function phpColumnType(type: SchemaType): PhpColumnType {
  const found = types[type]
  if (!found) throw new Error(`model classes have no accessors for columns of type ${type} yet`)
  return found
}
