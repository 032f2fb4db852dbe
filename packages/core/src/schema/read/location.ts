import { isPhpNamespace, pathBelow } from '../../escape/index.js'
import { withoutEnd } from '../../model/index.js'
import type { SchemaSettings } from '../schema-settings.js'

/** Where the classes of a table are generated. */
export interface Location {
  readonly namespace: string
  readonly isNamespace: boolean
  readonly package: string
  /** Directory below the output directory, or undefined if the package points outside. */
  readonly directory: string | undefined
}

/** The settings that the location depends on. */
export interface LocationInput {
  readonly tableNamespace: string | undefined
  readonly databaseNamespace: string | undefined
  readonly tablePackage: string | undefined
  readonly databasePackage: string | undefined
  readonly schema: string | undefined
}

export function locate(input: LocationInput, settings: SchemaSettings): Location {
  const namespace =
    joinNamespaces(input.databaseNamespace, input.tableNamespace) || (settings.autoNamespace && input.schema) || ''
  // Classes are generated where PSR-4 looks for them, unless the table itself sets a package.
  const ofNamespace = settings.namespaceAutoPackage && namespace !== '' ? namespace.replaceAll('\\', '.') : undefined
  const name =
    input.tablePackage ??
    ofNamespace ??
    input.databasePackage ??
    ((settings.autoPackage && input.schema) || settings.targetPackage)
  return { namespace, isNamespace: isNamespace(namespace), package: name, directory: directoryOf(name) }
}

const isNamespace = (namespace: string): boolean => {
  const name = joinNamespaces(undefined, namespace)
  return name === '' || isPhpNamespace(name)
}

/** Appends a table's namespace to that of the database, unless it starts with a backslash. */
function joinNamespaces(database: string | undefined, table: string | undefined): string {
  const absolute = table?.trimStart().startsWith('\\')
  const parts = absolute ? [table] : [database, table]
  return parts
    .map((part) => part && withoutEnd(part.trim().replace(/^\\+/, ''), '\\'))
    .filter(Boolean)
    .join('\\')
}

/** Returns `a/b` for `a.b` and `a/b`, or undefined for a path that leaves the output directory. */
function directoryOf(name: string): string | undefined {
  const path = name.includes('/') ? name : name.replace(/^\.+/, '').replaceAll('...', '/../').replaceAll('.', '/')
  return pathBelow(path)
}
