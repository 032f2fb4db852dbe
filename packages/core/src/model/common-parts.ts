/** Parameters of `<vendor>` blocks for the bound adapter, by name. */
export type VendorParameters = ReadonlyMap<string, string>

export const noVendorParameters: VendorParameters = new Map()

/** The named groups in which a column or relation is exported. */
export interface OutputGroups {
  /** Besides those of its table. */
  readonly further: readonly string[]
  /** Those of its table in which it is not. */
  readonly ignored: readonly string[]
}
