import type { Mark } from './source.js'

interface BuildErrorOptions {
  readonly node?: { readonly origin: Mark }
  readonly parameter?: string
  readonly hint?: string | undefined
}

/**
 * What a behavior throws when it cannot do what a schema asks; the host adds file, line, table and behavior. Several
 * problems are an `AggregateError` of them.
 */
export class BuildError extends Error {
  /** The part of the model that is wrong; without it, the parameter or the `<behavior>` element itself. */
  readonly node: { readonly origin: Mark } | undefined
  /** The parameter of the behavior that is wrong. */
  readonly parameter: string | undefined
  readonly hint: string | undefined

  constructor(message: string, options: BuildErrorOptions = {}) {
    super(message)
    this.name = 'BuildError'
    this.node = options.node
    this.parameter = options.parameter
    this.hint = options.hint
  }
}
