import type { Origin } from './origin.js'

/** A behavior as a table or database uses it. */
export interface BehaviorUse {
  readonly name: string
  /** Equal to the name, except for behaviors that a table may have several times. */
  readonly id: string
  /** As written; a repeatable parameter has several values. The behavior itself knows types and defaults. */
  readonly parameters: ReadonlyMap<string, ParameterValue>
  /** What `<parameter>` elements have besides name and value, by the name of the parameter. */
  readonly furtherAttributes?: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly origin: Origin
}

/** A text, the texts of a repeated parameter, or the items of a `parameter-list`. */
export type ParameterValue = string | readonly string[] | readonly ParameterItem[]

export type ParameterItem = Readonly<Record<string, string>>
