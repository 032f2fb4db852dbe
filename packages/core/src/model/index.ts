export type { BehaviorUse, ParameterItem, ParameterValue } from './behavior-use.js'
export type { Check } from './check.js'
export {
  type Column,
  type ColumnDefault,
  type Domain,
  type DomainCheck,
  type EnumType,
  type Generated,
  type Identity,
  type Inheritance,
  type InheritanceChild,
  isUnsigned,
  type Visibility,
} from './column.js'
export type { OutputGroups } from './common-parts.js'
export { noVendorParameters, type VendorParameters } from './common-parts.js'
export type { Database, Extension, Sequence } from './database.js'
export {
  expressionOfWord,
  isCurrentDate,
  isCurrentTimestamp,
  isSqlLiteral,
  isUpdatedTimestamp,
} from './default-words.js'
export { type DialectName, dialectNames, isDialectName } from './dialect-name.js'
export type { Exclusion, ExclusionPart } from './exclusion.js'
export {
  columnReferences,
  type Deferral,
  deferralOf,
  type ForeignKey,
  hasConstraint,
  isColumnReference,
  isPolymorphic,
  type JoinType,
  type Reference,
  type ReferentialAction,
} from './foreign-key.js'
export {
  autoIncrementOf,
  foreignSchemaOf,
  foreignTableOf,
  inheritanceColumnOf,
  isCreated,
  primaryKeyOf,
  qualifiedName,
  serverName,
} from './lookup.js'
export {
  asciiLower,
  asciiUpper,
  clipped,
  fittedName,
  foreignKeyIndexName,
  generatedName,
  inheritanceSuffix,
  type NamingMethod,
  namePattern,
  nameWithSuffix,
  phpNameOf,
  sameAccessors,
  valueConstant,
} from './names.js'
export { copiedOrigin, isWritten, type Origin, originAt, textOf } from './origin.js'
export { type Part, type Partition, type PlainPartition, plainPartition } from './partition.js'
export {
  type ActionSupport,
  type AdapterSettings,
  type BoundPlatform,
  type CharsetRules,
  identifierLength,
  type KeyBytes,
  type MethodRules,
  type NameScope,
  oneColumn,
  type PartitionRules,
  type Platform,
  type RareAttribute,
  type SqlCall,
  type SqlOutline,
  type SqlTexts,
  type SqlUse,
  singlePrecisionLimit,
  type TextUnit,
  type UnusableNames,
  usualPlatform,
  type VendorElement,
  type VendorParameterRules,
} from './platform.js'
export { pluralize, pluralizeSimply } from './plural.js'
export { type ScriptObject, viewOf } from './script-object.js'
export type {
  ColumnLiteral,
  ColumnPair,
  CrossRelation,
  IdMethod,
  Relation,
  Table,
} from './table.js'
export { TableCache } from './table-cache.js'
export {
  comparedColumns,
  concernsColumn,
  type IncludedColumn,
  type Index,
  type IndexColumn,
  type IndexContents,
  type IndexMethod,
  indexAbout,
  indexMethods,
  indexText,
  indexWords,
  isUniqueIndex,
  isUniqueKey,
  isWholeColumnIndex,
  methodOf,
  namedColumns,
  specialText,
  tellingMethod,
} from './table-index.js'
export { kindFacts, type TableKind, tableKinds } from './table-kind.js'
export * from './types/index.js'
export * from './types/sql-forms.js'
export {
  arrayElement,
  isTrue,
  readBoolean,
  readInteger,
  readList,
  setMask,
  setText,
  withoutEnd,
  writeList,
} from './values.js'
export { readsFrom, type View } from './view.js'
