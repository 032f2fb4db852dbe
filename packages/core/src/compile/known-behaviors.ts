import { type Behavior, createRegistry } from '../behaviors/index.js'
import { type Config, type LoadConfigOptions, projectRoot } from '../config/index.js'
import { Source } from '../errors/index.js'
import { disk } from '../files.js'
import { originAt } from '../model/index.js'

/** The behaviors that the schemas of a project can use, for tools that help to write them. */
export interface KnownBehaviors {
  /** Of bundled behaviors, and of those that the configuration or a package names. */
  readonly names: readonly string[]
  /** The behavior that a name means in a schema file; undefined where there is none, or its module cannot be loaded. */
  find(name: string, file: string): Behavior | undefined
}

/** Throws an OrmError where the configuration lists a module that is no behavior. */
export async function knownBehaviors(
  config: Config,
  { configDir, files = disk, plugins = true }: LoadConfigOptions,
): Promise<KnownBehaviors> {
  const root = projectRoot(configDir)
  const registry = await createRegistry({
    map: config.generator.behaviors ?? {},
    root,
    composerDir: config.paths.composerDir ?? root,
    files,
    ...(!plugins && { plugins }),
  })
  return {
    names: registry.names,
    find: (name, file) => registry.behaviorOf({ name, origin: originAt({ source: new Source(file, ''), offset: 0 }) }),
  }
}
