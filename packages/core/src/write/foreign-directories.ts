const foreign: ReadonlySet<string> = new Set(['node_modules', 'vendor'])

/** Directories of other tools: nothing in them is a source or an output of a project. */
export const isForeign = (name: string): boolean => foreign.has(name) || name.startsWith('.')
