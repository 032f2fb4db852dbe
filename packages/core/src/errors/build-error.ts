import type { Mark } from './source.js'

interface BuildErrorOptions {
  readonly node?: { readonly origin: Mark }
  readonly parameter?: string
  readonly hint?: string | undefined
  readonly keysOf?: KeyOwner
}

interface KeyOwner {
  readonly foreignKeys: readonly object[]
}

/**
 * Thrown by a behavior that cannot do what a schema requests; the host adds file, line, table and behavior. Several problems
 * are thrown as an `AggregateError` of them.
 */
export class BuildError extends Error {
  /** The part of the model with the problem; if absent, it is the parameter or the `<behavior>` element. */
  readonly node: { readonly origin: Mark } | undefined
  /** The behavior parameter with the problem. */
  readonly parameter: string | undefined
  readonly hint: string | undefined
  /** The table in which the behavior misses a foreign key: if one there is in error, only that is reported. */
  readonly keysOf: KeyOwner | undefined

  constructor(message: string, options: BuildErrorOptions = {}) {
    super(message)
    this.name = 'BuildError'
    this.node = options.node
    this.parameter = options.parameter
    this.hint = options.hint
    this.keysOf = options.keysOf
  }
}
