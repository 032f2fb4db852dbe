import type { Column, Relation } from '../../model/index.js'
import { p } from '../behavior-parameters.js'
import { withTokens } from '../companion-table.js'
import type { CodeContext } from '../define-behavior.js'
import type { TableView } from '../table-view.js'

export const parameters = {
  i18n_table: p.string({ default: '%TABLE%_i18n', doc: 'translation table' }),
  i18n_phpname: p.string({ default: '%PHPNAME%I18n', doc: 'PHP name of the translation table' }),
  i18n_columns: p.columnList({ default: [], doc: 'columns to move to the translation table' }),
  i18n_pk_column: p.column({ doc: 'column of the translation table for the key of the main row' }),
  locale_column: p.column({ default: 'locale', doc: 'column of the translation table for the locale' }),
  locale_length: p.int({ default: 5, doc: 'the size of that column' }),
  default_locale: p.string({ doc: 'the locale of new objects' }),
  fallback_locales: p.string({ doc: 'locales whose translations are shown where the current one is missing' }),
  locale_alias: p.string({ default: '', doc: 'alias of getLocale() and setLocale()' }),
}

export type Context = CodeContext<typeof parameters>

export const fallbackLocale = 'en_US'

/** A table and its translations, as generated code needs them. */
export interface Shape {
  readonly translations: TableView
  /** The relation from the main table to its translations. */
  readonly relation: Relation
  readonly columns: readonly Column[]
  /** The name in methods: `Locale`, as in `getLocale`. */
  readonly localeName: string
  readonly locale: string
  /** Fallback locales. If undefined, a missing translation is empty. */
  readonly fallbacks: readonly string[] | undefined
}

/** Splits a list of locales. */
export const localesOf = (list: string): string[] => list.split(',').map((locale) => locale.trim())

export function shapeOf({ table, params }: Context): Shape {
  const { model } = table
  const translations = table.other(withTokens(params.i18n_table, model))!
  // A translated column may also refer to the main table, so the relation is the one over the primary key.
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
      // If both tables have the same date column, that of the main row counts.
      !own.has(column.phpName.toLowerCase()),
  )
  return {
    translations,
    relation,
    columns,
    localeName: translations.col(params.locale_column).phpName,
    locale: params.default_locale ?? fallbackLocale,
    fallbacks: params.fallback_locales === undefined ? undefined : localesOf(params.fallback_locales),
  }
}
