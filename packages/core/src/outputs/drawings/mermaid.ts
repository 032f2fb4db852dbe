import { mermaidString, mermaidWord } from '../../escape/index.js'
import type { Drawing, DrawnColumn, DrawnKey, DrawnObject } from './drawing.js'

/** Returns an entity relationship diagram for Mermaid, which GitHub and many editors show as a picture. */
export function mermaidOf({ tables, keys, objects }: Drawing): string {
  const lines = ['erDiagram']
  for (const { name, columns } of tables) {
    lines.push(`    ${mermaidString(name)} {`, ...columns.map(attribute), '    }')
  }
  lines.push(...keys.map(relationship), ...objects.flatMap(object))
  return `${lines.join('\n')}\n`
}

function attribute({ type, name, primary, foreign, unique }: DrawnColumn): string {
  const marks = [primary && 'PK', foreign && 'FK', unique && !primary && 'UK'].filter(Boolean).join(', ')
  // Mermaid allows no commas in types, so sizes are omitted.
  const words = ['       ', mermaidWord(type.replace(/ ?\(.*/s, '')), mermaidWord(name), marks]
  return words.join(' ').trimEnd()
}

/** Draws an object as an entity without attributes, with a dotted line to each of its columns. */
function object({ kind, name, columns }: DrawnObject): string[] {
  const entity = mermaidString(`${kind} ${name}`)
  const lines = columns.map(
    (column) => `    ${entity} ||..o{ ${mermaidString(column.table)} : ${mermaidString(column.name)}`,
  )
  return lines.length === 0 ? [`    ${entity}`] : lines
}

function relationship({ from, to, columns, optional, single }: DrawnKey): string {
  const one = optional ? '|o' : '||'
  const many = single ? 'o|' : 'o{'
  const label = columns.map((pair) => pair.from).join(', ')
  return `    ${mermaidString(to)} ${one}--${many} ${mermaidString(from)} : ${mermaidString(label)}`
}
