import { SchemaMemory } from '../schema/index.js'

/** Keeps what later builds of the same project can reuse. */
export class BuildMemory {
  readonly schema = new SchemaMemory()
  readonly #kept = new Map<unknown, object>()

  /** Returns the memory of one kind of output. */
  memory<Kept extends object>(kind: new () => Kept): Kept {
    const kept = (this.#kept.get(kind) as Kept | undefined) ?? new kind()
    this.#kept.set(kind, kept)
    return kept
  }
}
