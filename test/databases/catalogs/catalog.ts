/** A table as a server's catalog describes it, in terms that the three servers share. */
export interface CatalogTable {
  readonly columns: readonly CatalogColumn[]
  readonly primaryKey: readonly string[]
  /** Unique keys and indexes by name; unnamed ones, and names that the server chose, by their columns. */
  readonly uniques: readonly string[]
  readonly indexes: readonly string[]
  readonly foreignKeys: readonly string[]
  readonly comment: string
}

export interface CatalogColumn {
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** As the catalog writes it. */
  readonly default: string | null
  readonly comment: string
}

/** Runs a query and gives its rows. */
export type Ask = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

export type ReadTable = (ask: Ask, table: string) => Promise<CatalogTable>

export const foreignKeyText = (
  name: string,
  local: readonly string[],
  table: string,
  foreign: readonly string[],
  onUpdate: string,
  onDelete: string,
  more = '',
): string => `${name} (${local}) -> ${table} (${foreign}) update ${onUpdate} delete ${onDelete}${more}`
