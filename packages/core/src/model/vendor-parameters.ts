/** Parameters of `<vendor>` blocks for the bound adapter, by name. */
export type VendorParameters = ReadonlyMap<string, string>

export const noVendorParameters: VendorParameters = new Map()
