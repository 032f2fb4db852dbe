import type { Config } from '../config/index.js'
import type { CatalogTable, Dialect } from '../dialects/index.js'
import { type Diagnostic, isError, OrmError } from '../errors/index.js'
import {
  draftSchema,
  omitDependents,
  Repair,
  type ReversedSchema,
  type ReverseOptions,
  writeDraft,
} from '../evolve/index.js'
import type { FileReader } from '../files.js'
import { buildModel, buildSql } from './builds.js'
import { isLeftOutOf } from './migration.js'

/** The maximum number of attempts to compile the schema of a catalog. */
const maxAttempts = 50

/**
 * Returns a schema of a catalog that builds immediately: what the compiler rejects is removed, with a notice.
 */
export async function reverseSchema(
  catalog: readonly CatalogTable[],
  dialect: Dialect,
  options: ReverseOptions & { readonly config: Config },
): Promise<ReversedSchema> {
  const notices: string[] = []
  const draft = draftSchema(catalog, dialect, { ...options, notice: (text) => notices.push(text) })
  const isLeftOut = isLeftOutOf(options.config)
  const kept = catalog.filter(({ name }) => !isLeftOut(name))
  const repair = new Repair(draft, dialect, (text) => notices.push(text))
  for (let attempt = 1; ; attempt++) {
    const schema = writeDraft(draft)
    const problems = await problemsOf(schema, dialect, options)
    if (problems.length === 0 && omitDependents(draft, kept, dialect, (text) => notices.push(text))) continue
    if (problems.length === 0)
      return {
        schema,
        tables: draft.children.filter(({ name }) => name === 'table' || name === 'view').length,
        notices,
      }
    if (attempt >= maxAttempts || !repair.apply(problems)) throw new OrmError(problems)
  }
}

const nothing: FileReader = { read: async () => undefined, list: async () => [] }

async function problemsOf(
  schema: string,
  dialect: Dialect,
  { config, database }: { readonly config: Config; readonly database: string },
): Promise<readonly Diagnostic[]> {
  if (!/<(?:table|view)\b/.test(schema)) return []
  const inputs = [{ path: 'schema.xml', contents: schema }]
  const connections = { [database]: { adapter: dialect.name, classname: '', dsn: '' } }
  const generator = { ...config.generator, connections: [database], tablePrefix: '' }
  const options = { config: { ...config, connections, generator }, files: nothing }
  try {
    await buildSql(inputs, options)
    await buildModel(inputs, options)
    return []
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.diagnostics.filter(isError)
  }
}
