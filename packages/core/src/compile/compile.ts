import { type Behavior, createRegistry, validateLeniently } from '../behaviors/index.js'
import {
  type Config,
  ConfigError,
  type Draft,
  findAndReadConfig,
  type LoadConfigOptions,
  loadConfigNames,
  projectRoot,
  withOptions,
} from '../config/index.js'
import { dialects } from '../dialects/index.js'
import { vendorOfAdapter } from '../dialects/vendors.js'
import { type Diagnostic, foldWarnings, isError, OrmError, sortDiagnostics } from '../errors/index.js'
import { noSchemaFile } from '../errors/schema/schema-file-errors.js'
import { disk, type InputFile } from '../files.js'
import { pluralize, pluralizeSimply } from '../model/index.js'
import { loadWaiting } from '../modules.js'
import { checkInputs } from '../options.js'
import type { Compiled } from '../outputs/index.js'
import {
  resolveSchema,
  type SchemaContext,
  type SchemaMemory,
  type SchemaSettings,
  unboundPlatform,
} from '../schema/index.js'
import { LeftOutTables } from './left-out-tables.js'

/** Options of a build besides its input files. */
export interface BuildOptions extends LoadConfigOptions {
  /** An already loaded configuration. Without it, the configuration is loaded from `configDir`. */
  readonly config?: Config
  /** Already loaded behaviors, besides the bundled ones and those of packages. */
  readonly behaviors?: readonly Behavior[]
  /** Whether warnings fail the build like errors. */
  readonly strict?: boolean | undefined
  /** Whether tables with errors are omitted instead of failing the build. */
  readonly keepGoing?: boolean | undefined
  /** Called for every warning, unless the build fails. */
  readonly onWarning?: (warning: Diagnostic) => void
}

/** Names of the options of every build. */
export const buildNames = [
  ...loadConfigNames,
  'config',
  'behaviors',
  'strict',
  'keepGoing',
  'onWarning',
] as const satisfies (keyof BuildOptions)[]

export interface Purpose {
  /** Set if the configuration is a draft: its connections whose database is unknown. */
  readonly draft?: Pick<Draft, 'unbound'>
  /** Whether SQL is generated from the model. If not, problems that concern only SQL are warnings. @default true */
  readonly makesSql?: boolean
  /** Called between the reading steps, so that the host stays responsive. An exception from it aborts the reading. */
  readonly pause?: () => Promise<void>
}

/** Compiles schema files and configuration to a resolved model. Throws an OrmError with all problems of all files. */
export async function compile(
  inputs: readonly InputFile[],
  options: BuildOptions & Purpose,
  memory?: SchemaMemory,
): Promise<Compiled> {
  checkInputs(inputs)
  const config = options.config
    ? withOptions(options.config, options)
    : await findAndReadConfig(options).catch(async (error) => {
        throw await withSchemaErrors(error, () => inputs, options)
      })
  if (inputs.length === 0) throw new OrmError([noSchemaFile(config.paths.schemaDir)])
  const reader = options.files ?? disk
  const root = projectRoot(options.configDir)
  const left = new LeftOutTables()
  const attempt = async () => {
    const behaviors = await createRegistry({
      inputs,
      map: config.generator.behaviors ?? {},
      root,
      composerDir: config.paths.composerDir ?? root,
      files: reader,
      behaviors: [
        ...(config.generator.allowUnknownConstraints || config.generator.schema.strictness === 'lenient'
          ? [validateLeniently]
          : []),
        ...(options.behaviors ?? []),
      ],
      ...(options.plugins === false && { plugins: false }),
    })
    // `platformClass` affects only generated files: PHP still connects with the adapter.
    const chosen = vendorOfAdapter(config.generator.platformClass ?? '')
    const unbound = options.draft?.unbound ?? []
    const names = [...Object.keys(config.connections), ...unbound]
    const context: SchemaContext = {
      platforms: new Map([
        ...Object.entries(config.connections).map(
          ([name, { adapter }]) => [name, dialects[chosen ?? adapter]] as const,
        ),
        ...unbound.map((name) => [name, chosen ? dialects[chosen] : unboundPlatform] as const),
      ]),
      ...(options.draft && !options.draft.unbound && { hasMore: true }),
      leftOut: new Set(names.filter((name) => !config.generator.connections.includes(name))),
      settings: schemaSettings(config),
      behaviors,
      files: reader,
      makesSql: options.makesSql ?? true,
      pause: options.pause,
      ...(options.keepGoing && { parse: left.parse }),
    }
    // The memory may only contain complete schemas.
    const kept = options.keepGoing ? undefined : memory
    const resolved = await resolveSchema([...inputs].sort(byPath), context, kept).finally(() => behaviors.noteSources())
    return { behaviors, resolved }
  }
  const first = await attempt()
  // Schemas look up behaviors synchronously. Modules with a top-level await are loaded now, and the schemas read again.
  let { behaviors, resolved } = (await loadWaiting()) ? await attempt() : first
  // Without an omitted table, another may have errors, for example from a behavior that refers to it.
  while (options.keepGoing && left.note(resolved.diagnostics)) ({ behaviors, resolved } = await attempt())
  const { databases, diagnostics, files, sources } = resolved
  const isNothingLeft = left.names.size > 0 && databases.every(({ tables }) => tables.length === 0)
  const omitted = isNothingLeft ? left.errors : left.warnings
  const sorted = sortDiagnostics([...omitted, ...foldWarnings(sortDiagnostics(diagnostics, files))], files)
  if (sorted.some((diagnostic) => isError(diagnostic) || options.strict)) throw new OrmError(sorted)
  for (const warning of sorted) options.onWarning?.(warning)
  const leftOut = [...left.names]
  return {
    config,
    databases,
    schemas: sources,
    leftOut,
    usesModules: behaviors.usesModules,
    findBehavior: (use) => behaviors.behaviorOf(use),
  }
}

/**
 * Returns the error of a configuration that could not be loaded, with the errors of the schemas, unless they might follow from it.
 *
 * @param find returns the schemas according to a draft of the configuration
 */
export async function withSchemaErrors(
  error: unknown,
  find: (draft: Config) => readonly InputFile[] | Promise<readonly InputFile[]>,
  options: Omit<BuildOptions, 'config' | 'keepGoing' | 'strict' | 'onWarning'> & Purpose,
): Promise<unknown> {
  if (!(error instanceof ConfigError) || !error.draft) return error
  const { draft } = error
  try {
    const { config } = draft
    await compile(await find(config), { ...options, config, draft, keepGoing: false, strict: false, onWarning() {} })
    return error
  } catch (found) {
    if (!(found instanceof OrmError)) throw found
    // A correct configuration may name the place of the schemas that were not found.
    const errors = found.diagnostics.filter((each) => isError(each) && each.code !== 'ORM-S001')
    return errors.length > 0 ? new OrmError([...error.diagnostics, ...errors]) : error
  }
}

const schemaSettings = ({ generator, paths, adapters }: Config): SchemaSettings => ({
  tablePrefix: generator.tablePrefix ?? '',
  targetPackage: generator.targetPackage ?? '',
  packageObjectModel: generator.packageObjectModel,
  namespaceAutoPackage: generator.namespaceAutoPackage,
  identifierQuoting: generator.identifierQuoting,
  ignoreUnknownBehaviors: generator.ignoreUnknownBehaviors,
  ignoredBehaviors: generator.ignoredBehaviors ?? [],
  autoPrefix: generator.schema.autoPrefix,
  autoPackage: generator.schema.autoPackage,
  autoNamespace: generator.schema.autoNamespace,
  merge: generator.schema.merge,
  lenient: generator.schema.strictness === 'lenient',
  phpDir: paths.phpDir,
  adapters,
  pluralize: /\bSimpleEnglishPluralizer$/.test(generator.objectModel.pluralizerClass) ? pluralizeSimply : pluralize,
})

// Sorts by code units, so that every machine reads files in the same order.
const byPath = (a: InputFile, b: InputFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
