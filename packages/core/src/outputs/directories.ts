/** Directories of the bundled outputs: a key of `paths` in the configuration, or a path. */
export const bundledDirectories = {
  sql: 'sqlDir',
  model: 'phpDir',
  config: 'phpConfDir',
  diagram: 'generated-graphviz',
  dictionary: 'generated-datadictionary',
} as const

export type BundledName = keyof typeof bundledDirectories

/** What a build can generate. `outputs` stands for the configured outputs. */
export type OutputName = BundledName | 'outputs'

/** What a build of everything generates. */
export const everything: readonly OutputName[] = ['sql', 'model', 'config', 'outputs']
