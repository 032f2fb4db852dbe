/** Table kinds that only some vendors have: the attribute in the schema, and the words in SQL. */
export const tableKinds = { strict: 'STRICT', withoutRowid: 'WITHOUT ROWID', unlogged: 'UNLOGGED' } as const

export type TableKind = keyof typeof tableKinds

/** Returns the kinds of a table as facts. */
export const kindFacts = ({ kinds = [] }: { readonly kinds?: readonly TableKind[] }): Record<string, string> =>
  Object.fromEntries(kinds.map((kind) => [tableKinds[kind], 'true']))
