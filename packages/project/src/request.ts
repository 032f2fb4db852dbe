import type { ConfigOverrides, LoadConfigOptions, OrmOptions, Output, OutputName } from 'orm-core/internal'
import { bundledDirectories } from 'orm-core/internal/config'
import { checkOptions, configOptionNames, type OptionName, optionTable } from 'orm-core/internal/options'

type Made = OutputName | Output

/**
 * What a host asks for, in the same terms whatever the conventions of the host are. Hosts differ in how they get options
 * and show results, and in nothing else.
 */
export interface Request extends Omit<LoadConfigOptions, 'files' | 'php'> {
  /** Names of outputs; a program can hand in outputs of its own. */
  readonly make: readonly Made[]
  /** Whether files are written, only compared, or compared and an outdated file is a failure. */
  readonly mode: 'write' | 'dry-run' | 'check'
  /** Whether the host builds again when a source changes. */
  readonly watch: boolean
  /** Directory of the schema files; the configuration's by default. */
  readonly schemaDir?: string | undefined
  /** Whether directories below it take part too; as the configuration says by default. */
  readonly recursive?: boolean | undefined
  /** Which of the schema files in the schema directory take part; all by default. */
  readonly takesPart?: ((path: string, schemaDir: string) => boolean) | undefined
  /** The schema files, where a host finds them itself. */
  readonly sources?: readonly string[] | undefined
  /** What the user wrote to name schema files, for the message that there are none. */
  readonly patterns?: readonly string[] | undefined
  /** Where files are written to, if one output is made; the configuration's directory by default. */
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

/** Of builds that read schemas. */
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

/** Options of the builds; which of them a build has depends on what it makes. */
export type RequestOptions = Omit<Pick<OrmOptions, BuildOption>, 'overrides'> & { readonly overrides?: ConfigOverrides }

/** The options that have a meaning for a build, in the order of the table. A host owns some of them itself. */
export function optionsFor(make: readonly Made[], without: readonly OptionName[] = []): OptionName[] {
  const wanted = new Set<OptionName>([
    ...always,
    ...(make.some((output) => output !== 'config') ? ofSchemas : []),
    ...make.flatMap((output): readonly OptionName[] => ofOutputs[output as keyof typeof ofOutputs] ?? []),
    ...(make.length === 1 && make[0] !== 'outputs' ? (['outputDir'] as const) : []),
  ])
  return (Object.keys(optionTable) as OptionName[]).filter((name) => wanted.has(name) && !without.includes(name))
}

/** A host's options as a request; throws an OrmError that names each option that the build does not have. */
export function requestOf(make: readonly Made[], given: RequestOptions, without: readonly OptionName[] = []): Request {
  checkOptions(given, optionsFor(make, without))
  const { dryRun, check, watch = false, ...options } = given
  return { ...options, make, watch, mode: check ? 'check' : dryRun ? 'dry-run' : 'write' }
}

/** Keys of the configuration that the request sets. */
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
