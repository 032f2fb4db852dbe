import { withoutEnd } from '../model/index.js'

/** The singular of a column's PHP name, for ARRAY and SET columns. */
export interface Singular {
  readonly name: string
  /** Whether it names single values: `status`, `class` and `axis` are not plurals. */
  readonly isDistinct: boolean
}

export const singularOf = (phpName: string): Singular => ({
  name: withoutEnd(phpName, 's'),
  isDistinct: /[^s]s$/.test(phpName) && !/[ui]s$/i.test(phpName),
})
