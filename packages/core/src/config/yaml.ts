import { createRequire } from 'node:module'

/** The parser of YAML, for those who need it: that takes longer to load than a small schema to compile. */
export const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('#yaml')
