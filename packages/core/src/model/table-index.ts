import type { VendorParameters } from './common-parts.js'
import type { Deferral } from './foreign-key.js'
import type { Origin } from './origin.js'

/** An `<index>` or `<unique>`. */
export interface Index {
  /** Given or generated; within the vendor's limit. */
  readonly name: string
  readonly explicitName: boolean
  readonly unique: boolean
  readonly columns: readonly IndexColumn[]
  /** Of a unique key. */
  readonly deferrable?: Deferral
  /** Of a unique key: two rows without a value are equal. */
  readonly nullsNotDistinct?: true
  readonly vendor: VendorParameters
  /** Why it exists although nobody wrote it. */
  readonly addedFor?: 'heavy indexing' | 'foreign key' | 'referenced columns'
  readonly origin: Origin
}

export interface IndexColumn {
  readonly name: string
  /** Length of the indexed prefix; only on databases that index prefixes. */
  readonly size?: number
  readonly origin: Origin
}

/** FULLTEXT and SPATIAL indexes of mysql take whole columns; BTREE and HASH only say how an index is kept. */
export const isWholeColumnIndex = ({ vendor }: Index): boolean =>
  /^(?:FULLTEXT|SPATIAL)$/i.test(vendor.get('Index_type') ?? '')
