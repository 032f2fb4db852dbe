import { BuildError } from '../../errors/index.js'
import type { Column, Relation } from '../../model/index.js'
import type { PhpClass } from '../../php/code/php-class.js'
import { kindOf } from '../../php/column-kinds.js'
import type { TableView } from '../table-view.js'
import { type Context, parentOf } from './shape.js'

/** Rejects members that are incompatible with those of the parent class. */
export function refuseConflicts(model: PhpClass, context: Context): void {
  const { table } = context
  const parent = parentOf(table, context.params)
  if (table.model.readOnly && !parent.model.readOnly) {
    throw new BuildError(`table "${table.name}" is readOnly, but table "${parent.name}", which it extends, is not`, {
      hint: 'PHP does not let a class hide the setters of its parent: set readOnly for both or for neither',
    })
  }
  const problems = [...otherTypes(context, parent), ...otherRelations(table, parent), ...takenNames(model, table)]
  if (problems.length > 0) throw problems.length === 1 ? problems[0] : new AggregateError(problems)
}

/** Returns properties, getters and setters whose types differ from the parent class, which PHP rejects. */
function otherTypes({ cls, table }: Context, parent: TableView): BuildError[] {
  const signatures = (view: TableView, column: Column): string =>
    JSON.stringify(
      cls
        .accessorsOf(view.model, column)
        .map(({ modifiers, name, parameters, returns }) => [modifiers, name, parameters, returns]),
    )
  return table.model.columns.flatMap((column) => {
    const inherited = parent.model.columns.find(({ name }) => name === column.name)
    if (!inherited || inherited.phpName !== column.phpName) return []
    const isSame = kindOf(column) === kindOf(inherited) && signatures(table, column) === signatures(parent, inherited)
    if (isSame) return []
    return new BuildError(
      `column "${column.name}" of table "${table.name}" has another PHP type or visibility than in table "${parent.name}", which it extends`,
      { node: column, hint: 'give both columns the same type, or rename one of them' },
    )
  })
}

/** Returns methods for related objects whose types differ from the parent class. */
function otherRelations(table: TableView, parent: TableView): BuildError[] {
  const isMany = ({ kind }: Relation): boolean => kind === 'one-to-many'
  const methodsOf = (relation: Relation): string[] =>
    (isMany(relation) ? [`add${relation.name}`, `get${relation.pluralName}`] : [`get${relation.name}`]).map((name) =>
      name.toLowerCase(),
    )
  return table.model.relations.flatMap((relation) => {
    const methods = methodsOf(relation)
    const inherited = parent.model.relations.find((known) => methodsOf(known).some((name) => methods.includes(name)))
    if (!inherited || (inherited.table === relation.table && isMany(inherited) === isMany(relation))) return []
    return new BuildError(
      `relation "${relation.name}" of table "${table.name}" is to table "${relation.table.name}", that of table "${parent.name}", which it extends, to "${inherited.table.name}"`,
      {
        node: relation.foreignKey,
        hint: `set another ${relation.isLocal ? 'phpName' : 'refPhpName'} for the foreign key`,
      },
    )
  })
}

/** Returns methods that the parent class already has for its own rows. */
function takenNames(model: PhpClass, table: TableView): BuildError[] {
  if (table.model.behaviors.some(({ name }) => name === 'concrete_inheritance_parent')) return []
  const taken = ['getChildObject', 'hasChildObject'].find((name) => model.findMethod(name))
  return taken === undefined
    ? []
    : [
        new BuildError(`the method ${taken}() of a column or relation is also a method of the parent`, {
          hint: 'set another phpName for the column or the foreign key',
        }),
      ]
}
