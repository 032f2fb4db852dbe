import type { SqlSettings } from '../dialects/index.js'

/** Generator settings that affect classes: the `generator` section of the configuration. */
export interface ModelSettings {
  /** Whether to generate getByName(), toArray() and so on. */
  readonly addGenericAccessors: boolean
  /** Whether to generate setByName(), fromArray() and so on. */
  readonly addGenericMutators: boolean
  /** Whether to generate preSave() and the other hooks. */
  readonly addHooks: boolean
  /** Whether to generate save() and delete(). */
  readonly addSaveMethod: boolean
  readonly addClassLevelComment: boolean
  /** Version and build time, printed in the docblocks of classes. */
  readonly timeStamp?: string
  /** Default key type of methods with a key type parameter. */
  readonly defaultKeyType: KeyType
  /** Namespace segment and directory of table maps. */
  readonly namespaceMap: string
  readonly entityNotFoundExceptionClass: string
  readonly useLeftJoinsInDoJoinMethods: boolean
  /** Whether deleting emulates onDelete in PHP. */
  readonly emulateForeignKeyConstraints: boolean
  readonly classPrefix: string
  /** Whether properties and return values have native types. If not, the types are in docblocks. */
  readonly nativeReturnTypes: boolean
  /** Whether setters reject values that are longer than their columns. */
  readonly checkLengths: boolean
  /** Whether fromArray() throws for keys that no column has. */
  readonly refuseUnknownKeys: boolean
  /** Whether every model has a collection class. */
  readonly generateCollections: boolean
  /** Whether every model has a factory class, which creates rows for tests. */
  readonly generateFactories: boolean
  /** Whether every ENUM column has a backed enum. */
  readonly enumClasses: boolean
  /** Classes allowed when OBJECT columns are read, in addition to their phpType; `any` allows all. */
  readonly objectClasses: readonly string[]
  readonly dateTimeClass: string
  readonly defaultTimeStampFormat: string | null
  readonly defaultTimeFormat: string | null
  readonly defaultDateFormat: string | null
  /** Directory that schema file names in notices are relative to. */
  readonly schemaDir: string
  /** Settings that affect the SQL types of columns. */
  readonly sql: SqlSettings
}

export type KeyType = 'phpName' | 'camelName' | 'colName' | 'fieldName' | 'num'
