/** Where the bundled outputs write to: a key of `paths` in the configuration, or a path. */
export const bundledDirectories = {
  sql: 'sqlDir',
  model: 'phpDir',
  config: 'phpConfDir',
  diagram: 'generated-graphviz',
  dictionary: 'generated-datadictionary',
} as const

export type BundledName = keyof typeof bundledDirectories

/** What can be made of a project; `outputs` are those that the configuration names. */
export type OutputName = BundledName | 'outputs'

/** What a build of everything makes. */
export const everything: readonly OutputName[] = ['sql', 'model', 'config', 'outputs']
