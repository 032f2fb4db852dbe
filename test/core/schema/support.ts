import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { disk, type FileReader, type InputFile } from 'orm-core'
import { dialects } from '#core/dialects/index.js'
import { sortDiagnostics } from '#core/errors/index.js'
import { type DialectName, pluralize } from '#core/model/index.js'
import {
  type BehaviorRegistry,
  type ResolvedSchema,
  resolveSchema,
  type SchemaBehavior,
  type SchemaContext,
  type SchemaSettings,
} from '#core/schema/index.js'

const settings: SchemaSettings = {
  tablePrefix: '',
  targetPackage: '',
  packageObjectModel: true,
  namespaceAutoPackage: true,
  identifierQuoting: false,
  ignoreUnknownBehaviors: false,
  ignoredBehaviors: [],
  lenient: false,
  autoPrefix: false,
  autoPackage: false,
  autoNamespace: false,
  merge: false,
  phpDir: 'generated-classes',
  adapters: { mysql: { tableType: 'InnoDB' }, sqlite: { foreignKey: true } },
  pluralize,
}

/** Two behaviors that do little: one that adds a column, and one that a table can use several times. */
const behaviors: readonly SchemaBehavior[] = [
  {
    name: 'stamp',
    parameters: { column: {}, type: {}, scope: { repeatable: true } },
    modifyTable(table, { parameters }) {
      table.ensureColumn({
        name: text(parameters.get('column')) ?? 'stamped_at',
        type: text(parameters.get('type')) ?? 'TIMESTAMP',
      })
    },
  },
  { name: 'counter', multiple: true, order: 60, parameters: { column: {}, items: {} } },
]

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const registryOf = (known: readonly SchemaBehavior[]): BehaviorRegistry => ({
  names: known.map(({ name }) => name),
  find: ({ name }) => known.find((behavior) => behavior.name === name),
  isBundled: () => false,
  hasSearched: false,
  traceOf: () => ({ looked: '', wayOut: undefined }),
})

interface Given {
  /** Vendor of the connection `shop`. */
  readonly adapter?: DialectName
  readonly settings?: Partial<SchemaSettings>
  readonly behaviors?: readonly SchemaBehavior[]
  readonly files?: FileReader
  readonly makesSql?: boolean
}

const contextOf = (given: Given = {}): SchemaContext => ({
  platforms: new Map([
    ['shop', dialects[given.adapter ?? 'sqlite']],
    ['archive', dialects.sqlite],
  ]),
  settings: { ...settings, ...given.settings },
  behaviors: registryOf(given.behaviors ?? behaviors),
  files: given.files ?? inMemory({}),
  makesSql: given.makesSql ?? true,
})

export const inMemory = (files: Readonly<Record<string, string>>): FileReader => ({
  read: async (path) => (Object.hasOwn(files, path) ? Buffer.from(files[path]!) : undefined),
  list: async (directory) => (directory === '.' ? Object.keys(files).sort() : []),
})

/** Resolves schema texts; one given alone is `schema.xml`. Diagnostics are sorted as users see them. */
export async function resolve(schema: string | readonly InputFile[], given: Given = {}): Promise<ResolvedSchema> {
  const inputs = typeof schema === 'string' ? [{ path: 'schema.xml', contents: schema }] : schema
  const resolved = await resolveSchema(inputs, contextOf(given))
  return { ...resolved, diagnostics: sortDiagnostics(resolved.diagnostics, resolved.files) }
}

/** Resolves a schema that must have nothing to complain of. */
export async function resolveCleanly(schema: string, given: Given = {}): Promise<ResolvedSchema['databases']> {
  const { databases, diagnostics } = await resolve(schema, given)
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'))
  return databases
}

/** Reads files of a folder under paths relative to it. */
export const inFolder = (folder: string): FileReader => ({
  read: (path) => disk.read(join(folder, path)),
  list: (directory) => disk.list(join(folder, directory)),
})

export const readLines = async (file: string): Promise<string[]> => (await readFile(file, 'utf8')).trimEnd().split('\n')
