import {
  byQualifiedName,
  dialects,
  objectFacts,
  qualifiedName,
  queryText,
  type ScriptObject,
  type Snapshot,
} from 'orm-core/internal'
import type { Site } from './migrate.js'

/** Adds the statement objects of another snapshot, because no catalog lists statements. */
export const withStatementsOf = (desired: Snapshot, snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  objects: [...snapshot.objects, ...desired.objects.filter(({ kind }) => kind === 'statement')].sort(byQualifiedName),
})

/** Returns the views of a database, in the spelling of another snapshot if both mean the same to the server. */
export async function withKnownTexts(
  { connected, connection }: Site,
  desired: Snapshot,
  snapshot: Snapshot,
): Promise<Snapshot> {
  const dialect = dialects[desired.platform]
  const texts = new Map(desired.objects.map((object) => [qualifiedName(object), object.sql]))
  const isDoubtful = (object: ScriptObject): boolean => {
    const sql = texts.get(qualifiedName(object))
    return sql !== undefined && objectFacts({ ...object, sql }, dialect) !== objectFacts(object, dialect)
  }
  const doubtful = snapshot.objects.filter(isDoubtful)
  if (doubtful.length === 0 || !connected.driver.viewTexts) return snapshot
  const queries = doubtful.map((object) => texts.get(qualifiedName(object))!)
  const made = await connected.driver.viewTexts(connected, queries, connection)
  const inWords = new Map(
    doubtful.map((object, position) => {
      const text = made[position]
      const query = text === undefined ? undefined : (dialect.sqlQuery(text) ?? text)
      const isSame = query !== undefined && queryText(query, dialect) === queryText(object.sql, dialect)
      return [object, isSame ? { ...object, sql: queries[position]! } : object]
    }),
  )
  return { ...snapshot, objects: snapshot.objects.map((object) => inWords.get(object) ?? object) }
}
