import { p } from '../behavior-parameters.js'

export const parameters = {
  parent_column: p.column({ default: 'parent_id', doc: 'the column for the key of the parent' }),
  closure_table: p.table({ doc: 'the table of the pairs of ancestors and descendants' }),
}

/** Returns the name of the closure table, without prefix. */
export const closureNameOf = (
  { commonName }: { readonly commonName: string },
  { closure_table: name }: { readonly closure_table?: string | undefined },
): string => name ?? `${commonName}_closure`
