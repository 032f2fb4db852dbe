import { type Column, type InheritanceChild, inheritanceColumnOf, type Table } from '../../model/index.js'
import { kindOf } from '../column-kinds.js'
import { phpString } from '../literal.js'

/** The class key column of a table and the classes that it tells apart. */
export interface InheritanceView {
  readonly column: Column
  readonly children: readonly InheritanceChild[]
}

export function inheritanceOf(table: Table): InheritanceView | undefined {
  const column = inheritanceColumnOf(table)
  return column?.inheritance && { column, children: column.inheritance.children }
}

/** Whether a child is the table's own class, which has its stubs already. */
export const isOwnClass = (child: InheritanceChild, table: Table): boolean =>
  child.className === table.phpName && child.extends === undefined

/** The key as the setter of its column takes it. */
export const givenKey = (column: Column, { key }: InheritanceChild): string =>
  kindOf(column) === 'integer' ? String(Number.parseInt(key, 10)) : phpString(key)

/** The key as rows hold it: for an ENUM column the position of its value. */
export const storedKey = (column: Column, child: InheritanceChild): string =>
  kindOf(column) === 'enum' ? String(column.valueSet.indexOf(child.key)) : givenKey(column, child)

/** A child with all that descend from it. */
export function familyOf(child: InheritanceChild, children: readonly InheritanceChild[]): InheritanceChild[] {
  const family = [child]
  for (const member of family) {
    family.push(...children.filter((other) => other.extends === member.className && !family.includes(other)))
  }
  return children.filter((each) => family.includes(each))
}
