// The entry `orm-core/behavior`: everything that a behavior needs, bundled ones included.
import './host.js'

export {
  type Behavior,
  type BehaviorFile,
  type ClassBuilder,
  type CodeContext,
  type ColumnNames,
  type Companion,
  copyColumns,
  copyForeignKeys,
  copyIndexes,
  defineBehavior,
  ensureCompanion,
  type Member,
  moveColumns,
  type Parameter,
  Php,
  p,
  php,
  referToMain,
  type TableView,
  type Values,
} from '../behaviors/index.js'
export { type BuiltSchema, buildSchema } from '../compile/build-schema.js'
export { type RunPhpOptions, runPhp } from '../compile/run-php.js'
export { BuildError } from '../errors/index.js'
export type { Column, ForeignKey, Index, Relation, Table } from '../model/index.js'
export type { PhpClass, PhpField, PhpMethod } from '../php/code/php-class.js'
export type { AttributesOf, DatabaseEditor, TableEditor } from '../schema/index.js'
