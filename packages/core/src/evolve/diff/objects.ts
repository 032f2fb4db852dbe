import { type Dialect, mentioner, objectFacts, orderedObjects, type TableChange } from '../../dialects/index.js'
import { type ScriptObject, serverName, type Table } from '../../model/index.js'
import type { Snapshot } from '../snapshot.js'

/** Changes to objects that are compared by their SQL. */
export interface ObjectDiff {
  /** Objects to drop, in statement order; all except `removed` are created again. */
  readonly dropped: readonly ScriptObject[]
  /** Objects to create, in statement order. */
  readonly created: readonly ScriptObject[]
  readonly added: readonly ScriptObject[]
  readonly removed: readonly ScriptObject[]
  /** New versions of objects whose SQL differs. */
  readonly changed: readonly ScriptObject[]
  /** Unchanged objects that must be recreated because something that they mention changes. */
  readonly disturbed: readonly ScriptObject[]
}

export const noObjectDiff: ObjectDiff = {
  dropped: [],
  created: [],
  added: [],
  removed: [],
  changed: [],
  disturbed: [],
}

/** Compares objects by their SQL, given the changes to the tables that they may mention. */
export function diffObjects(
  before: Snapshot,
  after: Snapshot,
  changes: readonly TableChange[],
  dialect: Dialect,
): ObjectDiff {
  const idOf = ({ schema, name }: ScriptObject): string => {
    const id = serverName(
      { name, ...(schema !== undefined && schema !== dialect.defaultSchema && { schema }) },
      dialect,
    )
    return dialect.neverQuotes ? id.toUpperCase() : id
  }
  const now = new Map(after.objects.map((object) => [idOf(object), object]))
  const removed = before.objects.filter((object) => !now.has(idOf(object)))
  const pairs = before.objects.flatMap((old): [ScriptObject, ScriptObject][] => {
    const same = now.get(idOf(old))
    return same ? [[old, same]] : []
  })
  const known = new Set(pairs.map(([, object]) => object))
  const added = after.objects.filter((object) => !known.has(object))
  const changed = pairs.filter(([old, same]) => objectFacts(old, dialect) !== objectFacts(same, dialect))
  const moving = new Set([...removed, ...added].map(({ name }) => name).concat(changed.map(([old]) => old.name)))
  const reshaped = changes.filter(isReshaped).flatMap(namesOf)
  const widened = changes.filter(({ addedColumns }) => addedColumns.length > 0).flatMap(namesOf)
  const disturbed: [ScriptObject, ScriptObject][] = []
  for (let found = true; found; ) {
    found = false
    for (const pair of pairs) {
      if (changed.includes(pair) || disturbed.includes(pair)) continue
      const isAbout = mentioner(pair[0], dialect)
      // Servers expand an asterisk to columns when the view is created.
      const isMet = [...reshaped, ...moving].some(isAbout) || (isAbout('*') && widened.some(isAbout))
      if (!isMet) continue
      disturbed.push(pair)
      moving.add(pair[0].name)
      found = true
    }
  }
  const [goes, comes] = [new Set(removed), new Set(added)]
  for (const [old, same] of [...changed, ...disturbed]) {
    goes.add(old)
    comes.add(same)
  }
  return {
    dropped: orderedObjects(before.objects, dialect)
      .filter((object) => goes.has(object))
      .reverse(),
    created: orderedObjects(after.objects, dialect).filter((object) => comes.has(object)),
    added,
    removed,
    changed: changed.map(([, object]) => object),
    disturbed: disturbed.map(([, object]) => object),
  }
}

const namesOf = ({ before, after }: { readonly before: Table; readonly after: Table }): string[] => [
  before.name,
  after.name,
]

/** Returns whether servers reject the change while a view reads the table, or would not update the view. */
const isReshaped = ({ before, after, columns, droppedColumns, changesPrimaryKey }: TableChange): boolean =>
  before.name !== after.name ||
  before.schema !== after.schema ||
  droppedColumns.length > 0 ||
  changesPrimaryKey ||
  columns.some(({ aspects }) =>
    ['name', 'type', 'generated', 'options'].some((aspect) => aspects.has(aspect as 'type')),
  )
