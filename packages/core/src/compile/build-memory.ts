import { SchemaMemory } from '../schema/index.js'

/** What one build of a project leaves to the next. */
export class BuildMemory {
  readonly schema = new SchemaMemory()
  readonly #kept = new Map<unknown, object>()

  /** What outputs keep. */
  memory<Kept extends object>(kind: new () => Kept): Kept {
    const kept = (this.#kept.get(kind) as Kept | undefined) ?? new kind()
    this.#kept.set(kind, kept)
    return kept
  }
}
