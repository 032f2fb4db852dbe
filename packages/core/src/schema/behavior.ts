import type { BehaviorUse } from '../model/index.js'

/** What reading a schema needs of a behavior. Which ones exist is handed in by the caller. */
export interface SchemaBehavior {
  readonly name: string
  /** Table modification order: lower ones first. @default 50 */
  readonly order?: number
  /** Whether a table may use it several times, told apart by `id`. */
  readonly multiple?: boolean
  /** Names of the parameters that it knows. */
  readonly parameters: Readonly<Record<string, BehaviorParameter>>
}

export interface BehaviorParameter {
  /** Whether several `<parameter>` of this name add up, instead of the last one counting. */
  readonly repeatable?: boolean
}

/** Where behaviors are found by the name that a schema gives. */
export interface BehaviorRegistry {
  readonly names: readonly string[]
  find(use: Pick<BehaviorUse, 'name' | 'origin'>): SchemaBehavior | undefined
}

export const noBehaviors: BehaviorRegistry = { names: [], find: () => undefined }
