/** All classes of the PHP runtime that generated code uses, by short name. Core refers to the runtime nowhere else. */
export const runtimeClasses = {
  ActiveRecordInterface: 'Orm\\Runtime\\ActiveRecord\\ActiveRecordInterface',
  ActiveRecordTrait: 'Orm\\Runtime\\ActiveRecord\\ActiveRecordTrait',
  BitValue: 'Orm\\Runtime\\Type\\BitValue',
  Collection: 'Orm\\Runtime\\Collection\\Collection',
  ColumnValue: 'Orm\\Runtime\\Util\\ColumnValue',
  LengthCheck: 'Orm\\Runtime\\Util\\LengthCheck',
  CombinationTrait: 'Orm\\Runtime\\ActiveRecord\\CombinationTrait',
  ConnectionInterface: 'Orm\\Runtime\\Connection\\ConnectionInterface',
  Criteria: 'Orm\\Runtime\\ActiveQuery\\Criteria',
  DateInterval: 'DateInterval',
  DateTimeInterface: 'DateTimeInterface',
  EnumCase: 'Orm\\Runtime\\Util\\EnumCase',
  Factory: 'Orm\\Runtime\\Factory\\Factory',
  GenericFieldsTrait: 'Orm\\Runtime\\ActiveRecord\\GenericFieldsTrait',
  HstoreValue: 'Orm\\Runtime\\Type\\HstoreValue',
  IntervalValue: 'Orm\\Runtime\\Type\\IntervalValue',
  ListValue: 'Orm\\Runtime\\Type\\ListValue',
  ManyToMany: 'Orm\\Runtime\\ActiveRecord\\ManyToMany',
  ManyToManyTrait: 'Orm\\Runtime\\ActiveRecord\\ManyToManyTrait',
  MaterializedViewTrait: 'Orm\\Runtime\\ActiveQuery\\MaterializedViewTrait',
  ModelCriteria: 'Orm\\Runtime\\ActiveQuery\\ModelCriteria',
  NetworkValue: 'Orm\\Runtime\\Type\\NetworkValue',
  NumberValue: 'Orm\\Runtime\\Util\\NumberValue',
  ObjectCollection: 'Orm\\Runtime\\Collection\\ObjectCollection',
  ObjectCombinationCollection: 'Orm\\Runtime\\Collection\\ObjectCombinationCollection',
  ObjectValue: 'Orm\\Runtime\\Util\\ObjectValue',
  OneToMany: 'Orm\\Runtime\\ActiveRecord\\OneToMany',
  OneToManyTrait: 'Orm\\Runtime\\ActiveRecord\\OneToManyTrait',
  OrmException: 'Orm\\Runtime\\Exception\\OrmException',
  PersistenceTrait: 'Orm\\Runtime\\ActiveRecord\\PersistenceTrait',
  Range: 'Orm\\Runtime\\Type\\Range',
  RangeValue: 'Orm\\Runtime\\Type\\RangeValue',
  RelationMap: 'Orm\\Runtime\\Map\\RelationMap',
  NativeSet: 'Orm\\Runtime\\Util\\NativeSet',
  SetColumnConverter: 'Orm\\Runtime\\Util\\SetColumnConverter',
  Stringable: 'Stringable',
  TableMap: 'Orm\\Runtime\\Map\\TableMap',
  TableMapTrait: 'Orm\\Runtime\\Map\\TableMapTrait',
  TemporalValue: 'Orm\\Runtime\\Util\\TemporalValue',
  Throwable: 'Throwable',
  UuidConverter: 'Orm\\Runtime\\Util\\UuidConverter',
} as const

export type RuntimeClass = keyof typeof runtimeClasses

/** Table map methods that the runtime declares with types, so that generated ones need the same types. */
export const typedByRuntime: ReadonlySet<string> = new Set([
  '__toString',
  'buildRelations',
  'getBehaviors',
  'getCollectionClassName',
  'getOMClass',
  'initialize',
])

/**
 * Methods and properties that the runtime declares without a type, so that any stub can override them. Generated ones
 * must not have one either, because the class of a child table declares the runtime's again.
 */
export const untypedByRuntime: ReadonlySet<string> = new Set([
  'basePostDelete',
  'basePostUpdate',
  'basePreDelete',
  'basePreSelect',
  'basePreUpdate',
  'doSave',
  'emulatedReferrers',
  'ensureConsistency',
  'entityNotFoundExceptionClass',
  'hasOnlyDefaultValues',
  'hydrate',
  'keyParents',
  'relatedWorkWaits',
  'save',
  'saveReferencedObjects',
  'saveReferringObjects',
  'toArray',
  'transactionOptions',
])

/** Methods of ModelCriteria that could clash with methods for columns and relations, in lower case. */
export const takenByCriteria = [
  'orderby',
  'orderbyjson',
  'groupby',
  'groupbyclass',
  'join',
  'joinwith',
  'leftjoin',
  'rightjoin',
  'innerjoin',
]

const behaviors = 'Orm\\Runtime\\Behavior\\'

/** Methods of runtime traits for queries that could clash in the same way. */
export const traitMethods: Readonly<Record<string, readonly string[]>> = {
  ClosureTableQueryTrait: ['orderByLevel'],
  I18nQueryTrait: ['joinFallbacks', 'joinTranslations', 'joinWithTranslations'],
  SeveralTreesQueryTrait: ['orderByBranch', 'orderByLevel', 'orderByTree'],
  SingleTreeQueryTrait: ['orderByBranch', 'orderByLevel', 'orderByTree'],
  SortableQueryTrait: ['orderByListRank'],
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * Members of runtime traits that models use for a behavior: properties, and methods that a method for a column or a
 * relation would silently replace.
 */
export const modelTraitMembers: Readonly<Record<string, readonly string[]>> = {
  ArchivableTrait: words('getArchive $archivesAfterSave'),
  ClosureTableTrait: words(`
    countDescendants getAncestors getBranch getDescendants getLevel getSiblings hasChildren hasParent isAncestorOf
    isDescendantOf isLeaf isRoot`),
  DelegateTrait: words('$delegatedMethods'),
  EventDispatcherTrait: words('getEventDispatcher setEventDispatcher $eventDispatcher $wasNewBeforeSave'),
  I18nTrait: words('clearReferencesOnReload hasChangedTranslation $untranslated'),
  NestedSetProxiesTrait: words('createRoot getPath'),
  NestedSetTrait: words(`
    addChild getTreeKey getTreePlace clearTreeReferences isInTree isRoot isLeaf hasParent hasChildren isDescendantOf
    isAncestorOf hasPrevSibling hasNextSibling hasSiblings getPrevSibling getNextSibling getParent setParent getChildren
    countChildren getFirstChild getLastChild getSiblings getDescendants countDescendants getBranch getAncestors
    getIterator initNestedSetChildren clearNestedSetChildren addNestedSetChild $nestedSetQueries $treeIntent
    $intendedLeft $aNestedSetTarget $collNestedSetChildren $aNestedSetParent`),
  SluggableTrait: words(`
    createSlug createRawSlug $slugConnection $slugWithoutNumber $slugIsNext $madeSlug $triedSlug $slugStart $slugBefore
    $slugNode $slugScope`),
  SortableTrait: words(`
    getListSnapshot getListKey isListScopeModified isFirstOfList isLastOfList isAtEnd isWithoutPlace $sortableQueries
    $listSnapshot $listIntent $listToAppendTo $lastAppend $stateBeforeMove $unsavedBySwap`),
  ValidateTrait: words('addRules'),
  VersionableTrait: words(`
    isVersioningNecessary addVersion getLastVersionNumber isLastVersion getOneVersion getAllVersions getLastVersions
    $enforceVersion $isVersionWanted $isVersionRefused $isVersionNumbered $isAskedForVersion`),
}

/** Returns the `traitMethods` of a trait, or undefined if the trait is not from the runtime. */
export function methodsOfTrait(fqcn: string): readonly string[] | undefined {
  const name = fqcn.replace(/^\\/, '')
  return name.startsWith(behaviors) ? (traitMethods[name.slice(name.lastIndexOf('\\') + 1)] ?? []) : undefined
}

/** Properties that the runtime gives to every model. */
export const modelState = ['rowIsNew', 'rowIsDeleted', 'modifiedColumns', 'virtualColumns', 'originalKey']
