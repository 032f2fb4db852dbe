import type { SchemaType } from '../model/index.js'

/** Types of days, with or without a time. */
export const dateTypes: ReadonlySet<SchemaType> = new Set<SchemaType>(['DATE', 'DATETIME', 'TIMESTAMP'])

/** `0000-00-00`, which some vendors have in the place of no date. */
export const isZeroDate = (text: string): boolean => /^0000([-/])0{1,2}\1(?:00?)(?!\d)/.test(text.trim())
