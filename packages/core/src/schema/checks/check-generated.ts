import { generatedReads, notOnGenerated } from '../../errors/schema/column-errors.js'
import { noGeneratedKind, notOneExpression, refusedRead } from '../../errors/schema/vendor-errors.js'
import { type BoundPlatform, type Column, columnReferences, hasConstraint, type Table } from '../../model/index.js'
import type { SchemaState } from '../state.js'
import { checkSqlUse, columnsReadBy } from './check-sql-use.js'

/** Checks a generated column against its database, and against attributes that would write to it. */
export function checkGenerated(column: Column, table: Table, platform: BoundPlatform, state: SchemaState): void {
  const { generated, name, origin } = column
  const { report } = state
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
    ...(column.changesOnUpdate ? ['onUpdate'] : []),
    ...(table.foreignKeys.some((key) => columnReferences(key).some(({ local }) => local === name))
      ? ['a foreign key']
      : []),
  ]
  for (const writer of writers) report(notOnGenerated(at, name, writer))
  checkSqlUse({ text: generated.expression, use: kind, at, place: `column "${name}"` }, platform, state, table)
  checkSources(column, table, platform, state)
}

/** Checks the columns that a generated column reads. */
function checkSources(column: Column, table: Table, platform: BoundPlatform, { report }: SchemaState): void {
  const { generated, name, origin } = column
  const at = origin.at(origin.at('generated') === origin ? 'generatedAs' : 'generated')
  const read = sourcesOf(column, table, platform)
  const position = table.columns.indexOf(column)
  const { generatedFrom } = platform
  for (const other of read) {
    const isLater = table.columns.indexOf(other) >= position
    if (other === column) report(generatedReads(at, name, 'itself', 'use other columns'))
    else if (!other.generated) continue
    else if (generatedFrom === 'none')
      report(generatedReads(at, name, `the generated column "${other.name}"`, 'repeat its expression'))
    else if (generatedFrom === 'earlier' && isLater)
      report(generatedReads(at, name, `the generated column "${other.name}" behind it`, 'put it before this column'))
    else if (isLater && reaches(other, column, table, platform))
      report(generatedReads(at, name, `"${other.name}", which is computed of it`, 'use other columns'))
  }
  const isIndexed = [...table.indexes, ...table.uniques].some(({ columns }) =>
    columns.some((part) => part.name === name),
  )
  for (const other of generated?.stored || isIndexed ? read : []) {
    const server = platform.refusesStoredRead?.(generated!.expression, other)
    if (server) report(refusedRead(at, name, other.name, server, generated!.stored ? 'stored' : 'indexed'))
  }
  if (!generated?.stored || !platform.keysCannotChangeStored) return
  for (const key of table.foreignKeys.filter(hasConstraint)) {
    const changed = columnReferences(key).find(({ local }) => read.some((other) => other.name === local))
    const action = (['onDelete', 'onUpdate'] as const).find((each) => /^(?:CASCADE|SET)/.test(key[each] ?? ''))
    if (changed && action)
      report(
        generatedReads(at, name, `"${changed.local}", which a foreign key changes by ${action}`, 'set stored="false"'),
      )
  }
}

const sourcesOf = ({ generated }: Column, { columns }: Table, platform: BoundPlatform): Column[] =>
  generated ? columnsReadBy(generated.expression, columns, platform) : []

/** Whether a column is computed from another one, directly or through other columns. */
function reaches(from: Column, to: Column, table: Table, platform: BoundPlatform): boolean {
  const reached = new Set([from])
  for (const column of reached) for (const source of sourcesOf(column, table, platform)) reached.add(source)
  return reached.has(to)
}
