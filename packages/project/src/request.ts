import type { ConfigOverrides, LoadConfigOptions, OrmOptions, Output, OutputName } from 'orm-core/internal'
import { bundledDirectories } from 'orm-core/internal/config'
import { configOptionNames, type OptionName, optionTable } from 'orm-core/internal/options'

type Made = OutputName | Output

/**
 * A build request, independent of the conventions of the host. Hosts differ only in how they receive options and show results.
 */
export interface Request extends Omit<LoadConfigOptions, 'files' | 'php'> {
  /** Names of outputs. A program can also pass its own outputs. */
  readonly make: readonly Made[]
  /** Whether to write files, to compare them only, or to compare them and fail if one is outdated. */
  readonly mode: 'write' | 'dry-run' | 'check'
  /** Whether the host builds again when a source changes. */
  readonly watch: boolean
  /** Directory of the schema files; defaults to the configured one. */
  readonly schemaDir?: string | undefined
  /** Whether to include subdirectories; defaults to the configuration. */
  readonly recursive?: boolean | undefined
  /** Returns which schema files in the schema directory to include; all by default. */
  readonly takesPart?: ((path: string, schemaDir: string) => boolean) | undefined
  /** Schema files, if the host finds them itself. */
  readonly sources?: readonly string[] | undefined
  /** Patterns that the user wrote for schema files, for the message that none match. */
  readonly patterns?: readonly string[] | undefined
  /** Output directory, if there is only one output; defaults to the configured directory. */
  readonly outputDir?: string | undefined
  readonly outputFile?: string | undefined
  readonly loaderScriptDir?: string | undefined
  readonly overwrite?: boolean | undefined
  readonly strict?: boolean | undefined
  readonly keepGoing?: boolean | undefined
}

const always = [
  'configDir',
  'connection',
  'platform',
  'keepEnv',
  'overrides',
  'overwrite',
  'plugins',
  'dryRun',
  'check',
  'watch',
  'format',
] as const satisfies OptionName[]

/** Options of builds that read schemas. */
const ofSchemas = [
  'schemaDir',
  'recursive',
  'strict',
  'keepGoing',
  ...configOptionNames,
] as const satisfies OptionName[]

const ofOutputs = {
  sql: ['validate'],
  model: ['loaderScriptDir'],
  config: ['loaderScriptDir', 'outputFile'],
} as const satisfies Partial<Record<OutputName, OptionName[]>>

type BuildOption =
  | (typeof always)[number]
  | (typeof ofSchemas)[number]
  | (typeof ofOutputs)[keyof typeof ofOutputs][number]
  | 'outputDir'

/** Options of builds. Which of them are valid depends on the outputs. */
export type RequestOptions = Omit<Pick<OrmOptions, BuildOption>, 'overrides'> & { readonly overrides?: ConfigOverrides }

/** Returns the valid options of a build, in table order, without those that the host handles itself. */
export function optionsFor(make: readonly Made[], without: readonly OptionName[] = []): OptionName[] {
  const wanted = new Set<OptionName>([
    ...always,
    ...(make.some((output) => output !== 'config') ? ofSchemas : []),
    ...make.flatMap((output): readonly OptionName[] => ofOutputs[output as keyof typeof ofOutputs] ?? []),
    ...(make.length === 1 && make[0] !== 'outputs' ? (['outputDir'] as const) : []),
  ])
  return (Object.keys(optionTable) as OptionName[]).filter((name) => wanted.has(name) && !without.includes(name))
}

/** Converts the options of a host to a request. The host has checked them by `optionsFor()`. */
export function requestOf(make: readonly Made[], given: RequestOptions): Request {
  const { dryRun, check, watch = false, ...options } = given
  return { ...options, make, watch, mode: check ? 'check' : dryRun ? 'dry-run' : 'write' }
}

/** Returns the configuration keys that the request sets. */
export function overridesOf({ make, outputDir, loaderScriptDir, overrides }: Request): ConfigOverrides {
  const directory = make.length === 1 ? bundledDirectories[make[0] as keyof typeof bundledDirectories] : undefined
  return {
    ...overrides,
    paths: {
      ...overrides?.paths,
      ...(directory?.endsWith('Dir') && outputDir && { [directory]: outputDir }),
      ...(loaderScriptDir && { loaderScriptDir }),
    },
  }
}
