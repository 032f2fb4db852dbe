import { type Behavior, createRegistry } from '../behaviors/index.js'
import { type Config, type LoadConfigOptions, projectRoot } from '../config/index.js'
import { Source } from '../errors/index.js'
import { disk } from '../files.js'
import { originAt } from '../model/index.js'

/** The behaviors that the schemas of a project can use, for editors and similar tools. */
export interface KnownBehaviors {
  /** Names of bundled behaviors, and of those that the configuration or a package declares. */
  readonly names: readonly string[]
  /** Returns the behavior of a name in a schema file, or undefined if none exists or its module cannot be loaded. */
  find(name: string, file: string): Behavior | undefined
}

/** Returns the behaviors. Throws an OrmError if the configuration lists a module that is not a behavior. */
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
