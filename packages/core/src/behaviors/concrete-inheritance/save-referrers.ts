import type { Table } from '../../model/index.js'
import type { PhpClass } from '../../php/code/php-class.js'
import type { MethodSpec } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'
import type { TableView } from '../table-view.js'
import { type ConcreteInheritanceParameters, parentOf, shapeOf } from './shape.js'

/**
 * The class of the child inherits the methods for objects that refer to the row of the parent: these are saved with the
 * child, after those that refer to its own row.
 */
export function saveReferrersOfParent(model: PhpClass, context: CodeContext): void {
  const { copiesToParent, parent } = shapeOf(context.table, context.params as unknown as ConcreteInheritanceParameters)
  if (!copiesToParent || !hasReferrers(parent)) return
  const connection = context.cls.use('Orm\\Runtime\\Connection\\ConnectionInterface')
  extend(model, context, 'ownWorkWaits', (hasOwn) => ({
    name: 'relatedWorkWaits',
    visibility: 'protected',
    returns: 'bool',
    body: php`return ${hasOwn ? '$this->ownWorkWaits() || ' : ''}parent::relatedWorkWaits();`,
  }))
  extend(model, context, 'saveOwnReferrers', (hasOwn) => ({
    name: 'saveReferringObjects',
    visibility: 'protected',
    params: [`${connection} $con`],
    returns: 'int',
    body: php`return ${hasOwn ? '$this->saveOwnReferrers($con) + ' : ''}parent::saveReferringObjects($con);`,
  }))
}

/** The method that the class has becomes a private one, which the new one calls. */
function extend(model: PhpClass, context: CodeContext, own: string, make: (hasOwn: boolean) => MethodSpec): void {
  const method = model.findMethod(make(true).name)
  const { node } = context.cls.method(make(method !== undefined))
  if (!method) model.methods.push(node)
  else model.methods.splice(model.methods.indexOf(method), 1, { ...method, name: own, modifiers: 'private' }, node)
}

function hasReferrers(table: TableView): boolean {
  const inheritance = ({ behaviors }: Table) => behaviors.find(({ name }) => name === 'concrete_inheritance')
  const refers = table.model.relations.some(
    ({ isLocal, kind, table: other }) => !isLocal && !(kind === 'one-to-one' && inheritance(other)),
  )
  const use = inheritance(table.model)
  if (refers || !use) return refers
  const text = (name: string): string => String(use.parameters.get(name) ?? '')
  return hasReferrers(
    parentOf(table, { extends: text('extends'), schema: text('schema') } as ConcreteInheritanceParameters),
  )
}
