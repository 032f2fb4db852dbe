import { type Dialect, mentioner, objectFacts, orderedObjects, type TableChange } from '../../dialects/index.js'
import { type ScriptObject, serverName, type Table } from '../../model/index.js'
import type { Snapshot } from '../snapshot.js'

/** What becomes of the objects that are known by their texts. */
export interface ObjectDiff {
  /** Those that go, in the order of the statements; all but `removed` come back. */
  readonly dropped: readonly ScriptObject[]
  /** Those that come, in the order of the statements. */
  readonly created: readonly ScriptObject[]
  readonly added: readonly ScriptObject[]
  readonly removed: readonly ScriptObject[]
  /** Those with another text, as they are after. */
  readonly changed: readonly ScriptObject[]
  /** Those that make way for a change of what they are about. */
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

/** Compares objects by their texts, given what becomes of the tables that they may be about. */
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
      // Servers write out the columns of an asterisk once and for all.
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

/** Whether servers refuse the change as long as a view reads the table, or would leave the view behind as it was. */
const isReshaped = ({ before, after, columns, droppedColumns, changesPrimaryKey }: TableChange): boolean =>
  before.name !== after.name ||
  before.schema !== after.schema ||
  droppedColumns.length > 0 ||
  changesPrimaryKey ||
  columns.some(({ aspects }) =>
    ['name', 'type', 'generated', 'options'].some((aspect) => aspects.has(aspect as 'type')),
  )
