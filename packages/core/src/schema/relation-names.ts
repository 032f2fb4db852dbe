import type { ColumnPair, ForeignKey, Table } from '../model/index.js'

interface RelationNames {
  /** On the table that has the foreign key. */
  readonly name: string
  readonly pluralName: string
  /** On the table that it points at. */
  readonly reverseName: string
  readonly reversePluralName: string
}

/** Names of a foreign key seen from both ends (schema-reference §5.4). */
export function namesOfRelation(
  table: Table,
  key: ForeignKey,
  target: Table,
  pairs: readonly ColumnPair[],
  targets: ReadonlyMap<ForeignKey, Table>,
  pluralize: (name: string) => string,
): RelationNames {
  const toTarget = table.foreignKeys.filter((other) => targets.get(other) === target)
  const mutual = target.foreignKeys.some((other) => targets.get(other) === table)
  const byLocal = toTarget.length > 1 || mutual ? `RelatedBy${pairs.map(({ own }) => own.phpName).join('')}` : ''
  const position = toTarget.length > 1 ? toTarget.indexOf(key) : ''
  const byForeign = `RelatedBy${pairs.map(({ other }) => `${other.phpName}${position}`).join('')}`
  const reverseSuffix = table === target ? byForeign : byLocal
  return {
    name: key.phpName ?? target.phpName + byLocal,
    pluralName: key.phpName ? pluralize(key.phpName) : pluralize(target.phpName) + byLocal,
    reverseName: key.refPhpName ?? table.phpName + reverseSuffix,
    reversePluralName: key.refPhpName ? pluralize(key.refPhpName) : pluralize(table.phpName) + reverseSuffix,
  }
}
