/** The bundled vendors, by the names of their folders, in the order in which people see them. */
const bundledNames = ['mysql', 'pgsql', 'sqlite', 'mssql', 'oracle'] as const

export type DialectName = (typeof bundledNames)[number]

/** These, and at run time every dialect that is registered. */
export const dialectNames: DialectName[] = [...bundledNames]

export const isDialectName = (name: string): name is DialectName => (dialectNames as string[]).includes(name)
