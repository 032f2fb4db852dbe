import { createRequire } from 'node:module'

/** All packages share one version. */
export const ownVersion = (): string => createRequire(import.meta.url)('../package.json').version

/** A file of the package that is no module. */
export const assetOf = (name: string): URL => new URL(`../assets/${name}`, import.meta.url)
