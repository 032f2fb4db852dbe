import { withoutEnd } from '../model/index.js'

/** Returns the singular of an ARRAY or SET column's PHP name. */
export const singularOf = (phpName: string): string => withoutEnd(phpName, 's')

/** Whether a name is a plural, so that its singular names single values: `status`, `class` and `axis` are not. */
export const isPlural = (phpName: string): boolean => /[^s]s$/.test(phpName) && !/[ui]s$/i.test(phpName)
