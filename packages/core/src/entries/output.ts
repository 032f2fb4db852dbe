// The entry `orm-core/output`: everything that a custom output needs, besides the model of `orm-core`.
export type { Config } from '../config/index.js'
export type { Column, CrossRelation, Database, ForeignKey, Index, Relation, Table } from '../model/index.js'
export { defineOutput, type Output, type OutputContext, type OutputFile } from '../outputs/define-output.js'
