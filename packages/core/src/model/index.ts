export { autoIncrementOf, findColumn, primaryKeyOf } from './lookup.js'
export type {
  Column,
  ColumnPair,
  Database,
  ForeignKey,
  IdMethod,
  Reference,
  ReferentialAction,
  Relation,
  RelationKind,
  Table,
} from './model.js'
export { foreignKeyName, phpNameOf, relationNames } from './names.js'
export { isSchemaType, type SchemaType, schemaTypes } from './types.js'
