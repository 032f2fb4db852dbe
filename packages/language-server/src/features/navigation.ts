import { dirname, resolve } from 'node:path'
import type { Table } from 'orm-core/internal'
import type { Location, Position, Range } from 'vscode-languageserver'
import type { Project } from '../project.js'
import { type NamedThing, type NameUse, plainName, type SchemaFile, type TableName } from '../schema-file.js'
import { tableNamed } from './completion.js'
import { rangeAt } from './diagnostics.js'

/** Returns the name at a position, including its end. */
export function useAt(file: SchemaFile, position: Position): NameUse | undefined {
  return file.useAt(file.document.offsetAt(position))
}

const locationOf = ({ file, start, end }: NameUse): Location => ({
  uri: file.document.uri,
  range: file.range(start, end),
})

/** Returns where a table, column or domain is declared. A column added by a behavior is declared by that behavior. */
export function definition(project: Project, file: SchemaFile, position: Position): Location[] {
  const use = useAt(file, position)
  if (!use) return externalSchema(project, file, position)
  return declared(project, use.thing)
}

export function references(
  project: Project,
  file: SchemaFile,
  position: Position,
  withDeclaration: boolean,
): Location[] {
  const use = useAt(file, position)
  if (!use) return []
  return project
    .usesOf(use.thing)
    .filter(({ isDeclaration }) => withDeclaration || !isDeclaration)
    .map(locationOf)
}

function addedByBehavior(project: Project, thing: NamedThing): Location[] {
  if (thing.kind !== 'column') return []
  const column = tableNamed(project, thing.table)?.columns.find(({ name }) => plainName(name) === plainName(thing.name))
  if (!column) return []
  const place = column.origin.source.placeAt(column.origin.offset)
  const path = project.absolute(place.file)
  return [{ uri: project.uriOf(path), range: rangeAt(place, project.file(path)?.document) }]
}

function externalSchema(project: Project, file: SchemaFile, position: Position): Location[] {
  const cursor = file.cursorAt(file.document.offsetAt(position))
  if (cursor.kind !== 'value' || cursor.element.name !== 'external-schema' || !cursor.attribute.value) return []
  // Resolved like in the compiler: relative to the file, otherwise to the working directory of builds.
  const places = [dirname(file.path), project.root].map((folder) => resolve(folder, cursor.attribute.value!))
  const found = places.find((path) => project.reads(path)) ?? places[0]!
  const start: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }
  return [{ uri: project.uriOf(found), range: start }]
}

/** Returns the stub classes of the table at a position, which contain application code. */
export function stubClasses(project: Project, file: SchemaFile, position: Position): Location[] {
  const cursor = file.cursorAt(file.document.offsetAt(position))
  const element = 'element' in cursor ? cursor.element : cursor.parent
  const use = useAt(file, position)
  const written = use?.thing.kind === 'table' ? use.thing : file.tableAround(element)
  const table = written && tableNamed(project, written)
  if (!table || !project.model) return []
  const folder = [project.model.config.paths.phpDir, table.directory].filter(Boolean).join('/')
  const start: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }
  return [table.phpName, `${table.phpName}Query`].map((stub) => ({
    uri: project.uriOf(project.absolute(`${folder}/${stub}.php`)),
    range: start,
  }))
}

/** Prefixes of generated methods, before the name of a column or relation. */
const verbs = [
  ...['get', 'set', 'is', 'has', 'add', 'remove', 'use', 'count', 'init', 'clear', 'create'],
  ...['filterBy', 'orderBy', 'groupBy', 'findBy', 'findOneBy', 'requireOneBy'],
  ...['join', 'leftJoin', 'rightJoin', 'innerJoin', 'joinWith', 'leftJoinWith', 'rightJoinWith', 'innerJoinWith'],
]

/**
 * Returns possible names of columns and relations in a method name. For `joinWithAuthor`, these are `Author` and `WithAuthor`.
 */
function membersOf(method: string): string[] {
  const names = verbs.filter((verb) => method.startsWith(verb)).map((verb) => method.slice(verb.length))
  return names.flatMap((name) => [name, name.replace(/(?:Query|s)$/, '')]).filter((name) => name !== '')
}

/**
 * Returns columns, relations and tables that a name in a PHP file may refer to. The types of PHP names are unknown here, so if
 * the file mentions any tables, all others are ignored.
 */
export function declarationsOfPhp(project: Project, text: string, offset: number): Location[] {
  const word = wordAt(text, offset)
  const all =
    project.model?.databases.flatMap(({ name: database, tables }) => tables.map((table) => ({ database, table }))) ?? []
  if (!word) return []
  const classes = all.filter(({ table: { phpName } }) =>
    [phpName, `${phpName}Query`, `${phpName}TableMap`].includes(word),
  )
  if (classes.length > 0)
    return classes.flatMap(({ database, table }) => declared(project, { kind: 'table', ...nameOf(database, table) }))
  const members = membersOf(word)
  if (members.length === 0) return []
  const mentioned = all.filter(({ table: { phpName } }) => new RegExp(`\\b${phpName}(?:Query|TableMap)?\\b`).test(text))
  return (mentioned.length > 0 ? mentioned : all).flatMap(({ database, table }) => [
    ...table.columns
      .filter(({ phpName }) => members.includes(phpName))
      .flatMap(({ name }) => declared(project, { kind: 'column', database, table: nameOf(database, table), name })),
    ...table.relations
      .filter((relation) =>
        [relation.name, relation.pluralName].some((each) =>
          members.some((member) => each === member || each === `${member}s`),
        ),
      )
      .flatMap((relation) => declared(project, { kind: 'table', ...nameOf(database, relation.table) })),
  ])
}

const nameOf = (database: string, { schema, name }: Table): TableName => ({ database, schema, name })

function declared(project: Project, thing: NamedThing): Location[] {
  const written = project.usesOf(thing).filter(({ isDeclaration }) => isDeclaration)
  return written.length > 0 ? written.map(locationOf) : addedByBehavior(project, thing)
}

function wordAt(text: string, offset: number): string | undefined {
  const before = /\w*$/.exec(text.slice(Math.max(0, offset - 200), offset))![0]
  const after = /^\w*/.exec(text.slice(offset, offset + 200))![0]
  return before + after || undefined
}
