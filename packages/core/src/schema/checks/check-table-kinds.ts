import { keyToUnlogged, noTableKind, notInStrict, withoutRowidNeeds } from '../../errors/schema/table-kind-errors.js'
import {
  autoIncrementOf,
  hasConstraint,
  isCreated,
  primaryKeyOf,
  qualifiedName,
  tableKinds,
} from '../../model/index.js'
import type { Check } from '../state.js'

/** Checks table kinds against the database and what they cannot have. An unsupported kind causes no further errors. */
export const checkTableKinds: Check = ({ model, platform, targets }, { report }) => {
  const known = platform.tableKinds ?? []
  for (const table of model.tables) {
    if (!isCreated(table)) continue
    const { origin } = table
    const name = qualifiedName(table)
    for (const kind of table.kinds ?? [])
      if (!known.includes(kind)) report(noTableKind(origin.at(kind), name, platform.name, tableKinds[kind]))
    const kinds = table.kinds?.filter((kind) => known.includes(kind)) ?? []
    if (kinds.includes('strict'))
      for (const column of table.columns)
        if (column.sqlType !== undefined && !/^(?:int|integer|real|text|blob|any)$/i.test(column.sqlType))
          report(notInStrict(column.origin.at('sqlType'), column.name, column.sqlType))
    if (kinds.includes('withoutRowid')) {
      const at = origin.at('withoutRowid')
      if (autoIncrementOf(table)) report(withoutRowidNeeds(at, name, 'has no autoIncrement'))
      if (primaryKeyOf(table).length === 0) report(withoutRowidNeeds(at, name, 'needs a primary key'))
    }
    if (kinds.includes('unlogged') || !known.includes('unlogged')) continue
    for (const key of table.foreignKeys.filter(hasConstraint)) {
      const target = targets.get(key)
      if (target?.kinds?.includes('unlogged'))
        report(keyToUnlogged(key.origin.at('foreignTable'), name, qualifiedName(target)))
    }
  }
}
