import { primaryKeyOf } from '../../model/index.js'
import { returned } from '../code/layout.js'
import type { Imports } from '../imports.js'
import type { Scope } from '../scope.js'
import { type ColumnView, ownValue } from './column-view.js'
import type { ManyToOneView } from './model-many-to-one.js'
import type { OneToManyView } from './model-one-to-many.js'
import type { OneToOneView } from './model-one-to-one.js'
import { savesRows } from './relation-view.js'

/** How a model is hydrated from a row, and what saving it involves. */
export interface ModelRowsView {
  readonly names: Imports['names']
  readonly tableMap: string
  readonly hydration: readonly string[]
  readonly afterHydration: readonly string[]
  /** The hydration method: hydrateRow() if nothing follows it, so that the runtime may call it alone. */
  readonly rowMethod: 'hydrateRow' | 'hydrateOwnRow'
  readonly hydratedColumns: number
  /** Whether toArray() of this class or its parent can contain related objects. */
  readonly exportsRelated: boolean
  readonly toText: string
  /** The related objects that together determine the whole key. */
  readonly keyParents: string
  /** Condition that saving involves more than one row. Empty if it never does. */
  readonly relatedWork: string
  readonly savesReferrers: boolean
  /** Properties of one-to-one objects. */
  readonly singles: readonly string[]
  readonly rowsOfReferrers: string
  /** Condition that a saved object reloads its row. */
  readonly reloads: string
}

export interface ModelRelations {
  readonly manyToOne: readonly ManyToOneView[]
  readonly oneToMany: readonly OneToManyView[]
  readonly oneToOne: readonly OneToOneView[]
}

export function modelRowsView(
  scope: Scope,
  columns: readonly ColumnView[],
  relations: ModelRelations,
  afterHydration: readonly string[],
  parentIsModel: boolean,
): ModelRowsView {
  const { names } = scope
  const saved = relations.oneToMany.filter(({ isSaved }) => isSaved)
  const singles = relations.oneToOne.filter(({ isSaved }) => isSaved).map(({ property }) => property)
  const saves = savesRows(scope)
  const rows = saved.map(({ plural }) => `$this->manySave(self::relationTo${plural}(), $con)`)
  return {
    names,
    tableMap: scope.tableMap,
    hydration: hydration(columns),
    afterHydration,
    rowMethod: afterHydration.length > 0 ? 'hydrateOwnRow' : 'hydrateRow',
    hydratedColumns: columns.filter(({ lazyLoad }) => !lazyLoad).length,
    exportsRelated: scope.settings.addGenericAccessors && (scope.table.relations.length > 0 || parentIsModel),
    toText: toText(scope),
    keyParents: keyParents(scope),
    relatedWork: saves ? relatedWork(relations, singles) : '',
    savesReferrers: saves && rows.length + singles.length > 0,
    singles,
    rowsOfReferrers: returned(singles.length > 0 ? ['$rows', ...rows] : rows, '+'),
    reloads: saves ? reloads(scope) : '',
  }
}

function hydration(columns: readonly ColumnView[]): string[] {
  const statements: string[] = []
  for (const { property, lazyLoad, keepsObject, default: initial, hydrated } of columns) {
    if (lazyLoad) statements.push(`$this->${property} = ${initial};`, `$this->${property}_isLoaded = false;`)
    else statements.push(`$this->${property} = ${hydrated};`)
    if (keepsObject) statements.push(`$this->${property}_isUnserialized = null;`)
  }
  return statements
}

/** Returns the expression for `__toString()`: the primaryString column or, without the generic accessors, the key. */
function toText({ table, settings }: Scope): string {
  const column = table.columns.find(({ primaryString }) => primaryString)
  if (column) return `(string) ${ownValue(column)}`
  if (settings.addGenericAccessors) return ''
  return primaryKeyOf(table).length === 0
    ? 'static::class'
    : "static::class . ' ' . json_encode($this->getPrimaryKey())"
}

/** Returns the objects that identify an unsaved row whose key comes entirely from other rows. */
function keyParents({ table }: Scope): string {
  const key = primaryKeyOf(table)
  const parents = table.relations.filter(({ isLocal, columns }) => isLocal && columns.some(({ own }) => own.primaryKey))
  const covered = parents.flatMap(({ columns }) => columns.map(({ own }) => own))
  if (key.length === 0 || !key.every((column) => covered.includes(column))) return ''
  return `[${parents.map(({ name }) => `$this->a${name}`).join(', ')}]`
}

function relatedWork({ manyToOne, oneToMany }: ModelRelations, singles: readonly string[]): string {
  const signs: string[] = []
  for (const { property, isStale, isSaved } of manyToOne) {
    const object = `$this->${property}`
    const changed = isSaved ? `${object}->isNew() || ${object}->isModified() || ${isStale}` : isStale
    signs.push(`(${object} !== null && (${changed}))`)
  }
  for (const property of singles) signs.push(singleWaits(property))
  for (const { plural, scheduled, isSaved } of oneToMany) {
    const members = `$this->coll${plural}`
    if (isSaved) signs.push(`(${members} !== null && $this->anyWaits(${members}))`, `$this->${scheduled} !== null`)
  }
  return returned(signs, '||')
}

/** Returns the condition that a one-to-one object has to be saved. */
function singleWaits(property: string): string {
  const object = `$this->${property}`
  return `(${object} !== null && !${object}->isDeleted() && (${object}->isNew() || ${object}->isModified()))`
}

function reloads({ table: { reloadOnInsert, reloadOnUpdate } }: Scope): string {
  if (reloadOnInsert && reloadOnUpdate) return '($this->isNew() || $this->isModified())'
  if (reloadOnInsert) return '$this->isNew()'
  return reloadOnUpdate ? '(!$this->isNew() && $this->isModified())' : ''
}
