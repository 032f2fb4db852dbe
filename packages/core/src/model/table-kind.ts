/** Kinds of tables that only some vendors have, by the attribute that asks for one, with the words of SQL. */
export const tableKinds = { strict: 'STRICT', withoutRowid: 'WITHOUT ROWID', unlogged: 'UNLOGGED' } as const

export type TableKind = keyof typeof tableKinds

/** The kinds of a table as facts of it. */
export const kindFacts = ({ kinds = [] }: { readonly kinds?: readonly TableKind[] }): Record<string, string> =>
  Object.fromEntries(kinds.map((kind) => [tableKinds[kind], 'true']))
