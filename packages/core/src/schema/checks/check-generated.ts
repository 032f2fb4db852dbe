import { notOnGenerated } from '../../errors/schema/column-errors.js'
import { noGeneratedKind, notOneExpression } from '../../errors/schema/vendor-errors.js'
import { type BoundPlatform, type Column, columnReferences, type Table } from '../../model/index.js'
import type { SchemaState } from '../state.js'

/** A generated column against its vendor, and against what would write it. */
export function checkGenerated(column: Column, table: Table, platform: BoundPlatform, { report }: SchemaState): void {
  const { generated, name, origin } = column
  if (!generated) return
  const at = origin.at(origin.at('generated') === origin ? 'generatedAs' : 'generated')
  if (platform.sqlExpression(generated.expression) === undefined) {
    report(notOneExpression(at, `column "${name}"`, 'generated', generated.expression, platform.name))
  }
  const kind = generated.stored ? 'stored' : 'virtual'
  if (!platform.generatedColumns.includes(kind)) {
    report(noGeneratedKind(origin.at('stored'), name, platform.name, kind))
  }
  const writers = [
    ...(column.default ? ['a default'] : []),
    ...(column.autoIncrement ? ['autoIncrement'] : []),
    ...(column.primaryKey && !column.autoIncrement ? ['primaryKey'] : []),
    ...(column.inheritance ? ['inheritance'] : []),
    ...(table.foreignKeys.some((key) => columnReferences(key).some(({ local }) => local === name))
      ? ['a foreign key']
      : []),
  ]
  for (const writer of writers) report(notOnGenerated(at, name, writer))
}
