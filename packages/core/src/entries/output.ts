// The entry `orm-core/output`: everything that an output of your own needs, besides the model of `orm-core`.
export type { Config } from '../config/index.js'
export type { Column, CrossRelation, Database, ForeignKey, Index, Relation, Table } from '../model/index.js'
export { defineOutput, type Output, type OutputContext, type OutputFile } from '../outputs/define-output.js'
