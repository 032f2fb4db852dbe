import type { Column, Relation } from '../../model/index.js'
import type { TableView } from '../table-view.js'

export interface I18nParameters {
  readonly i18n_table: string
  readonly i18n_phpname: string
  readonly i18n_columns: readonly string[]
  readonly i18n_pk_column: string | undefined
  readonly locale_column: string
  readonly locale_length: number
  readonly default_locale: string | undefined
  readonly locale_alias: string
}

export const fallbackLocale = 'en_US'

/** A name with the tokens that it may hold. */
export const withTokens = (text: string, { commonName, phpName }: { commonName: string; phpName: string }): string =>
  text.replaceAll('%TABLE%', commonName).replaceAll('%PHPNAME%', phpName)

/** What generated code needs to know of a table and its translations. */
export interface Shape {
  readonly translations: TableView
  /** From the main table to its translations. */
  readonly relation: Relation
  readonly columns: readonly Column[]
  /** `Locale`, as in `getLocale`. */
  readonly localeName: string
  readonly locale: string
}

export function shapeOf(table: TableView, params: I18nParameters): Shape {
  const { model } = table
  const translations = table.other(withTokens(params.i18n_table, model))!
  // A translated column may refer to the main table, too.
  const relation = model.relations.find(
    ({ isLocal, table: other, columns }) =>
      !isLocal && other === translations.model && columns.every((pair) => pair.other.primaryKey),
  )!
  const named = new Set(params.i18n_columns)
  const own = new Set(model.columns.map(({ phpName }) => phpName.toLowerCase()))
  const columns = relation.table.columns.filter(
    (column) =>
      !column.primaryKey &&
      (named.size === 0 || named.has(column.writtenName ?? column.name)) &&
      // Dates that both tables have are those of the main row.
      !own.has(column.phpName.toLowerCase()),
  )
  return {
    translations,
    relation,
    columns,
    localeName: translations.col(params.locale_column).phpName,
    locale: params.default_locale ?? fallbackLocale,
  }
}
