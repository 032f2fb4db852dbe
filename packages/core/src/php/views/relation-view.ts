import type { CrossRelation, Relation, Table } from '../../model/index.js'
import type { Scope } from '../scope.js'

/** Whether a relation has no code because the table at the other end has no classes in this project. */
export const isLeftOut = (relation: Relation): boolean => !relation.isLocal && relation.table.referenceOnly

/** Whether the class at the other end has the inverse relation: classes of other projects do not. */
export const hasReverse = (relation: Relation): boolean => !relation.table.referenceOnly

/** Whether objects of a table have save(). */
export const isSaved = (table: Table, { settings }: Scope): boolean => !table.readOnly && settings.addSaveMethod

/** Whether the scope's own objects have save(). */
export const savesRows = (scope: Scope): boolean => isSaved(scope.table, scope)

/** Whether a many-to-many relation can be saved: its rows are savable objects of generated classes. */
export const hasRows = ({ crossTable, outgoing }: CrossRelation, scope: Scope): boolean =>
  isSaved(crossTable, scope) &&
  [crossTable, ...outgoing.map(({ table }) => table)].every((table) => !table.referenceOnly)
