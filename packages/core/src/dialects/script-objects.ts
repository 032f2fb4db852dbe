import { generatedName, readsFrom, type ScriptObject, serverName } from '../model/index.js'
import { columnList, described, qualified, stringLiteral } from './clauses.js'
import type { Dialect } from './dialect.js'
import { unquotedName } from './sql-names.js'
import { significantTokens } from './sql-words.js'

/** Returns the name of an object as written in SQL. */
const objectName = ({ name, schema }: Pick<ScriptObject, 'name' | 'schema'>, dialect: Dialect): string => {
  const { quote, schemas } = dialect
  return schemas === 'native'
    ? qualified(schema, name, quote)
    : quote(serverName({ name, ...(schema !== undefined && { schema }) }, dialect))
}

/** Returns the statements that create an object. */
export function createObject(object: ScriptObject, dialect: Dialect): string[] {
  const { kind, sql, description, columnDescriptions, identity } = object
  if (kind === 'statement') return [sql]
  const { views = {}, quote, maxIdentifierLength } = dialect
  const written = objectName(object, dialect)
  const create = `CREATE ${kind.toUpperCase()} ${written} AS\n${sql}`
  const { commentText = stringLiteral } = views
  const comment = (on: string, text: string): string => `COMMENT ON ${on} IS ${commentText(text)}`
  return [
    views.comment ? create : described(description, create),
    ...(identity.length > 0
      ? [
          `CREATE UNIQUE INDEX ${quote(generatedName(object.name, 'u', identity.join(), maxIdentifierLength))} ON ${written} ${columnList(
            identity.map((column) => ({ name: column })),
            quote,
          )}`,
        ]
      : []),
    ...(views.comment && description
      ? [comment(`${views.comment === 'TABLE' ? 'TABLE' : kind.toUpperCase()} ${written}`, description)]
      : []),
    ...(views.comment
      ? [...columnDescriptions].map(([column, text]) => comment(`COLUMN ${written}.${quote(column)}`, text))
      : []),
  ]
}

/**
 * Returns the statements that drop an object. A script that recreates everything must allow for a missing object; objects
 * without a DROP statement, such as a grant, disappear with their table.
 */
export function dropObject(object: ScriptObject, dialect: Dialect, isThere: boolean): string[] {
  const { drop } = object
  if (drop !== undefined) return isThere || /^DROP\b/i.test(drop) ? [drop] : []
  const { ifExists, cascades } = dialect.views ?? {}
  const [found, along] = isThere ? ['', ''] : [ifExists ? 'IF EXISTS ' : '', cascades ? ' CASCADE' : '']
  return [`DROP ${object.kind.toUpperCase()} ${found}${objectName(object, dialect)}${along}`]
}

/** Returns the properties of an object as a string; the object is recreated if they change. */
export function objectFacts(object: ScriptObject, dialect: Dialect): string {
  const { kind, sql, description, columnDescriptions, identity } = object
  const isDescribed = dialect.views?.comment !== undefined
  return JSON.stringify([
    kind,
    queryText(sql, dialect),
    object.drop && queryText(object.drop, dialect),
    identity,
    (isDescribed && description) || '',
    isDescribed ? [...columnDescriptions].sort() : [],
  ])
}

/** Returns a query in canonical form: normalized whitespace and no comments. */
export const queryText = (sql: string, { lexicon }: Dialect): string => significantTokens(sql, lexicon).join(' ')

/** Returns a function that tells whether the SQL of an object may mention a name. */
export function mentioner({ sql }: ScriptObject, { lexicon }: Dialect): (name: string) => boolean {
  const words = new Set(significantTokens(sql, lexicon).map((token) => unquotedName(token).toLowerCase()))
  return (name) => words.has(name.toLowerCase())
}

const isStatement = ({ kind }: ScriptObject): boolean => kind === 'statement'

/** Orders objects after the objects that their SQL mentions, if there is such an order. */
export function orderedObjects(objects: readonly ScriptObject[], dialect: Dialect): ScriptObject[] {
  const ordered = new Set<ScriptObject>()
  const seen = new Set<ScriptObject>()
  const visit = (object: ScriptObject): void => {
    if (seen.has(object)) return
    seen.add(object)
    const isAbout = mentioner(object, dialect)
    const sources = isStatement(object) ? undefined : dialect.sqlSources(object.sql)
    const needs = (other: ScriptObject): boolean =>
      sources && !isStatement(other) ? readsFrom(sources, other, dialect) : isAbout(other.name)
    for (const other of objects) if (other !== object && needs(other)) visit(other)
    ordered.add(object)
  }
  for (const object of objects) if (!isStatement(object)) visit(object)
  for (const object of objects) visit(object)
  return [...ordered]
}
