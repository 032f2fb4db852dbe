import type { CatalogReader } from '../catalog-reader.js'

export { driver } from './driver.js'

export const readCatalog: CatalogReader = async (catalog) => (await import('./reverse.js')).readOracle(catalog)
