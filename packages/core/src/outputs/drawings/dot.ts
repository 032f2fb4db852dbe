import { dotField, dotString } from '../../escape/index.js'
import type { Drawing, DrawnColumn } from './drawing.js'

/** Returns a Graphviz graph: a record for each table, an edge for each foreign key. */
export function dotOf({ name, tables, keys, objects }: Drawing): string {
  const nodeOf = (table: string): string => dotString(`node${table}`)
  const lines = [`digraph ${dotString(name)} {`, '  node [shape=record, fontname="Helvetica"];', '  edge [color=gray];']
  for (const table of tables) {
    const fields = table.columns.map((column) => `${dotField(fieldText(column))}\\l`).join('')
    // The label is not written with dotString(), which would break the backslashes of the record.
    const label = `{${dotField(table.name)}|${fields}}`.replaceAll('"', '\\"')
    lines.push(`  ${nodeOf(table.name)} [label="${label}"];`)
  }
  for (const { from, to, columns } of keys) {
    const label = columns.map((pair) => `${pair.from}=${pair.to}`).join(', ')
    lines.push(`  ${nodeOf(from)} -> ${nodeOf(to)} [label=${dotString(label)}];`)
  }
  for (const object of objects) {
    const title = `${object.kind} ${object.name}`
    const label = dotString(object.text === '' ? title : `${title}: ${object.text}`)
    lines.push(`  ${dotString(title)} [shape=note, label=${label}];`)
    for (const column of object.columns)
      lines.push(`  ${nodeOf(column.table)} -> ${dotString(title)} [label=${dotString(column.name)}, style=dashed];`)
  }
  return `${lines.join('\n')}\n}\n`
}

const fieldText = ({ name, type, primary, foreign }: DrawnColumn): string =>
  `${name} (${type})${primary ? ' [PK]' : ''}${foreign ? ' [FK]' : ''}`
