export {
  type InsertOptions,
  type InsertPlan,
  type InsertReport,
  insertSql,
  type Progress,
  planInsert,
} from './insert.js'
export type { Loss } from './losses.js'
