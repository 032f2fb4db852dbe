import { phpString } from '../../escape/php-literal.js'
import { type Column, type InheritanceChild, inheritanceColumnOf, type Table } from '../../model/index.js'
import { kindOf } from '../column-kinds.js'

/** The class key column of a table and the classes that its values select. */
export interface InheritanceView {
  readonly column: Column
  readonly children: readonly InheritanceChild[]
}

export function inheritanceOf(table: Table): InheritanceView | undefined {
  const column = inheritanceColumnOf(table)
  return column?.inheritance && { column, children: column.inheritance.children }
}

/** Whether a child is the table's own class, which already has its stubs. */
export const isOwnClass = (child: InheritanceChild, table: Table): boolean =>
  child.className === table.phpName && child.extends === undefined

/** Returns the key as the setter of its column accepts it. */
export const givenKey = (column: Column, { key }: InheritanceChild): string =>
  kindOf(column) === 'integer' ? String(Number.parseInt(key, 10)) : phpString(key)

/** Returns the key as stored in rows: for an ENUM column, the position of its value. */
export const storedKey = (column: Column, child: InheritanceChild): string =>
  kindOf(column) === 'enum' ? String(column.valueSet.indexOf(child.key)) : givenKey(column, child)

const parents = new WeakMap<readonly InheritanceChild[], ReadonlyMap<string, readonly InheritanceChild[]>>()

/** Returns the subclasses by parent class, computed once for all children of a table. */
function childrenByParent(children: readonly InheritanceChild[]): ReadonlyMap<string, readonly InheritanceChild[]> {
  const known = parents.get(children)
  if (known) return known
  const found = new Map<string, InheritanceChild[]>()
  for (const child of children) {
    if (child.extends === undefined) continue
    const heirs = found.get(child.extends)
    if (heirs) heirs.push(child)
    else found.set(child.extends, [child])
  }
  parents.set(children, found)
  return found
}

/** Returns a child with all its descendants. */
export function familyOf(child: InheritanceChild, children: readonly InheritanceChild[]): InheritanceChild[] {
  const family = new Set([child])
  const byParent = childrenByParent(children)
  // Iterating a Set also visits members added during the loop.
  for (const member of family) for (const heir of byParent.get(member.className) ?? []) family.add(heir)
  return children.filter((each) => family.has(each))
}
