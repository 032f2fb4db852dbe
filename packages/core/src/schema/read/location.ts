import { isPhpNamespace, pathBelow } from '../../escape/index.js'
import { withoutEnd } from '../../model/index.js'
import type { SchemaSettings } from '../schema-settings.js'

/** Where the classes of a table go. */
export interface Location {
  readonly namespace: string
  readonly isNamespace: boolean
  readonly package: string
  /** Below the output directory; undefined when the package points outside. */
  readonly directory: string | undefined
}

/** What the rules look at, most of it optional. */
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
  // Classes lie where PSR-4 looks for them, unless the table itself says otherwise.
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

/** A table's namespace is appended to the database's unless it starts with a backslash. */
function joinNamespaces(database: string | undefined, table: string | undefined): string {
  const absolute = table?.trimStart().startsWith('\\')
  const parts = absolute ? [table] : [database, table]
  return parts
    .map((part) => part && withoutEnd(part.trim().replace(/^\\+/, ''), '\\'))
    .filter(Boolean)
    .join('\\')
}

/** `a.b` and `a/b` give `a/b`; undefined for a path that leaves the output directory. */
function directoryOf(name: string): string | undefined {
  const path = name.includes('/') ? name : name.replace(/^\.+/, '').replaceAll('...', '/../').replaceAll('.', '/')
  return pathBelow(path)
}
