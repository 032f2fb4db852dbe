// The entry `orm-core/dialect`: everything that a custom dialect needs, besides the model of `orm-core`.

export {
  clause,
  columnList,
  createIndexStatement,
  createTableStatement,
  described,
  foreignKeyColumns,
  qualified,
  referentialActions,
  stringLiteral,
  uniqueClause,
} from '../dialects/clauses.js'
export { type DefaultRules, defaultOf, parenthesized } from '../dialects/default-sql.js'
export { type Dialect, type Script, type SqlSettings, sqlType } from '../dialects/dialect.js'
export { type CustomDialect, dialects, registerDialect } from '../dialects/index.js'
export type { Lexicon } from '../dialects/lexicon.js'
export type { Vendor } from '../dialects/vendor.js'
export { hasConstraint, isCreated, type Platform, primaryKeyOf, type SqlType } from '../model/index.js'
export { boolean, integer, section, text } from '../settings/key-rules.js'
