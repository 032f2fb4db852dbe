import { withoutEnd } from '../model/index.js'

/** The singular of a column's PHP name, for ARRAY and SET columns. */
export const singularOf = (phpName: string): string => withoutEnd(phpName, 's')

/** Whether the singular names single values: `status`, `class` and `axis` are not plurals. */
export const isPlural = (phpName: string): boolean => /[^s]s$/.test(phpName) && !/[ui]s$/i.test(phpName)
