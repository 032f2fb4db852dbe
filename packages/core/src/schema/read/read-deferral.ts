import type { Deferral } from '../../model/index.js'
import type { SchemaElement } from '../element.js'

/** Reads the attribute `deferrable` of an element. */
export const readDeferral = (element: SchemaElement): Deferral | undefined =>
  element.text('deferrable')?.replace('initially ', '') as Deferral | undefined
