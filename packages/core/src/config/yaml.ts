import { createRequire } from 'node:module'

/** Loads the YAML parser on demand: loading it takes longer than compiling a small schema. */
export const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('#yaml')
