import type { Origin } from './origin.js'

/** A `<behavior>` element of a table or database. */
export interface BehaviorUse {
  readonly name: string
  /** Same as the name, except for behaviors that a table may use several times. */
  readonly id: string
  /** Parameters as written; a repeatable parameter has several values. The behavior itself defines types and defaults. */
  readonly parameters: ReadonlyMap<string, ParameterValue>
  /** Attributes of `<parameter>` elements other than name and value, by parameter name. */
  readonly furtherAttributes?: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly origin: Origin
}

/** A string, the strings of a repeated parameter, or the items of a `parameter-list`. */
export type ParameterValue = string | readonly string[] | readonly ParameterItem[]

export type ParameterItem = Readonly<Record<string, string>>
