import type { SqlSettings } from '../dialects/index.js'

/** Settings of the generator that change the classes; the configuration's `generator` section. */
export interface ModelSettings {
  /** getByName(), toArray() and the like. */
  readonly addGenericAccessors: boolean
  /** setByName(), fromArray() and the like. */
  readonly addGenericMutators: boolean
  /** preSave() and the like. */
  readonly addHooks: boolean
  /** save() and delete(). */
  readonly addSaveMethod: boolean
  readonly addClassLevelComment: boolean
  /** Printed in the docblocks of classes: a version and the time of the build. */
  readonly timeStamp?: string
  /** Default of key type parameters. */
  readonly defaultKeyType: KeyType
  /** Namespace segment and directory of table maps. */
  readonly namespaceMap: string
  readonly entityNotFoundExceptionClass: string
  readonly useLeftJoinsInDoJoinMethods: boolean
  /** Whether deleting carries out onDelete in PHP. */
  readonly emulateForeignKeyConstraints: boolean
  readonly classPrefix: string
  /** False puts the types of properties and of what methods return into docblocks. */
  readonly nativeReturnTypes: boolean
  /** Whether setters refuse values that are longer than their columns. */
  readonly checkLengths: boolean
  /** Whether fromArray() throws for keys that no column has. */
  readonly refuseUnknownKeys: boolean
  /** Whether every model has a collection class. */
  readonly generateCollections: boolean
  /** Whether every model has a class that makes rows for tests. */
  readonly generateFactories: boolean
  /** Whether every ENUM column has a backed enum. */
  readonly enumClasses: boolean
  /** Classes whose objects may come out of OBJECT columns, besides their phpType; `any` for all. */
  readonly objectClasses: readonly string[]
  readonly dateTimeClass: string
  readonly defaultTimeStampFormat: string | null
  readonly defaultTimeFormat: string | null
  readonly defaultDateFormat: string | null
  /** What the names of schema files in notices are relative to. */
  readonly schemaDir: string
  /** What the SQL types of columns depend on. */
  readonly sql: SqlSettings
}

export type KeyType = 'phpName' | 'camelName' | 'colName' | 'fieldName' | 'num'
