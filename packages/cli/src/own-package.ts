import { createRequire } from 'node:module'

/** Returns the version, which all packages share. */
export const ownVersion = (): string => createRequire(import.meta.url)('../package.json').version

/** Returns the URL of an asset of this package. */
export const assetOf = (name: string): URL => new URL(`../assets/${name}`, import.meta.url)
