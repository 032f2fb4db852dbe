/** Parameters of `<vendor>` blocks for the bound adapter, by name. */
export type VendorParameters = ReadonlyMap<string, string>

export const noVendorParameters: VendorParameters = new Map()

/** The named groups that export a column or relation. */
export interface OutputGroups {
  /** Groups in addition to those of the table. */
  readonly further: readonly string[]
  /** Groups of the table that omit the column or relation. */
  readonly ignored: readonly string[]
}
