export {
  type InsertOptions,
  type InsertPlan,
  type InsertReport,
  insertSql,
  type Progress,
  planInsert,
} from './insert.js'
export { type Loss, lossText } from './losses.js'
export { type ReverseDatabaseOptions, reverseDatabase, testConnection } from './reverse/index.js'
export { readMssql } from './reverse/mssql.js'
export { readOracle } from './reverse/oracle.js'
