import type { Mark } from './source.js'

/** What a behavior throws when it cannot do what a schema asks; the host adds file, line, table and behavior. */
export class BuildError extends Error {
  /** The part of the model that is wrong; without it, the `<behavior>` element itself. */
  readonly node: { readonly origin: Mark } | undefined
  readonly hint: string | undefined

  constructor(message: string, options: { readonly node?: { readonly origin: Mark }; readonly hint?: string } = {}) {
    super(message)
    this.name = 'BuildError'
    this.node = options.node
    this.hint = options.hint
  }
}
