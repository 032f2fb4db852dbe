import { qualifiedName } from 'orm-core/internal'
import type { Position, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver'
import type { Project } from '../project.js'
import { type NamedThing, plainName, type SchemaFile, tableOf } from '../schema-file.js'
import { tableNamed } from './completion.js'
import { useAt } from './navigation.js'

/** Edits of a rename, and what the user must do in addition. */
export interface Renaming {
  readonly edit: WorkspaceEdit
  /** Option of `migration:diff` and `db:push` that keeps the rows; absent for domains. */
  readonly option?: string
  /** PHP names that change too, such as `getTitle`. */
  readonly phpNames: readonly string[]
}

/** Returns the range of the name to rename, or undefined if nothing can be renamed. */
export function renamedRange(file: SchemaFile, position: Position): Range | undefined {
  const use = useAt(file, position)
  return use && file.range(use.start, use.end)
}

/** Characters that would end the attribute or split the name. */
const unusable = /["'<>&,.\p{C}]/u

/** Returns why a name is invalid, or undefined if it is valid. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'A name needs at least one character.'
  const [found] = unusable.exec(name) ?? []
  return found === undefined ? undefined : `A name cannot contain ${JSON.stringify(found)}.`
}

export function rename(project: Project, file: SchemaFile, position: Position, newName: string): Renaming | undefined {
  const use = useAt(file, position)
  if (!use) return undefined
  const changes: Record<string, TextEdit[]> = {}
  for (const each of project.usesOf(use.thing)) {
    const { uri } = each.file.document
    changes[uri] ??= []
    changes[uri].push({ range: each.file.range(each.start, each.end), newText: newName })
  }
  const { thing } = use
  return { edit: { changes }, ...optionOf(project, thing, newName), phpNames: phpNamesOf(project, thing) }
}

function optionOf(project: Project, thing: NamedThing, newName: string): { readonly option?: string } {
  const written = tableOf(thing)
  if (!written) return {}
  const table = tableNamed(project, written)
  const from = table ? qualifiedName(table) : written.name
  if (thing.kind === 'column') return { option: `--rename=${from}.${thing.name}:${newName}` }
  // The new name has the SQL schema and the prefix of the old one.
  return { option: `--rename=${from}:${from.slice(0, -plainName(written.name).length)}${newName}` }
}

/** Returns PHP names that a rename changes. They do not change if the schema sets phpName. */
function phpNamesOf(project: Project, thing: NamedThing): string[] {
  const written = tableOf(thing)
  const table = written && tableNamed(project, written)
  if (!table) return []
  if (thing.kind === 'table') {
    const isWritten = table.origin.at('phpName') !== table.origin
    return isWritten ? [] : [table.phpName, `${table.phpName}Query`]
  }
  const column = table.columns.find(({ name }) => name.toLowerCase() === thing.name.toLowerCase())
  if (!column || column.origin.at('phpName') !== column.origin) return []
  return ['get', 'set', 'filterBy', 'orderBy', 'findBy', 'findOneBy', 'groupBy'].map((verb) => verb + column.phpName)
}
