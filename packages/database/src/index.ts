export { type InsertOptions, type InsertReport, insertSql } from './insert.js'
