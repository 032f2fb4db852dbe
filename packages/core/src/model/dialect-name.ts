/** The bundled dialects, named after their directories, in the order shown to users. */
const bundledNames = ['mysql', 'pgsql', 'sqlite', 'mssql', 'oracle'] as const

export type DialectName = (typeof bundledNames)[number]

/** The bundled dialects and, at runtime, every registered dialect. */
export const dialectNames: DialectName[] = [...bundledNames]

export const isDialectName = (name: string): name is DialectName => (dialectNames as string[]).includes(name)
