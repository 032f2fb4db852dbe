import type { Table } from '../../model/index.js'
import type { PhpClass } from '../../php/code/php-class.js'
import type { MethodMember } from '../class-builder.js'
import { methods, requiredConnection } from '../methods.js'
import type { TableView } from '../table-view.js'
import { type Context, nextParent, shapeOf } from './shape.js'

/**
 * Saves the objects that refer to the parent row when the child is saved, after those that refer to the child row: the child
 * class inherits the methods for them.
 */
export function saveReferrersOfParent(model: PhpClass, context: Context): void {
  const { copiesToParent, parent } = shapeOf(context)
  if (!copiesToParent || !hasReferrers(parent)) return
  extend(model, context, 'relatedWorkWaits(): bool', { own: 'ownWorkWaits()', and: '||' })
  const saving = `saveReferringObjects(${requiredConnection(context.cls)}): int`
  extend(model, context, saving, { own: 'saveOwnReferrers($con)', and: '+' })
}

/** Makes the existing method private and adds one that combines its result with that of the parent. */
function extend(
  model: PhpClass,
  { cls }: Context,
  signature: string,
  { own, and }: { own: string; and: string },
): void {
  const [name] = signature.split('(') as [string]
  const method = model.findMethod(name)
  const inherited = `parent::${name}(${own.slice(own.indexOf('(') + 1)}`
  const body = `return ${method ? `$this->${own} ${and} ` : ''}${inherited};`
  const [{ node }] = methods(cls, [[`protected ${signature}`, body]]) as [MethodMember]
  const renamed = method && { ...method, name: own.slice(0, own.indexOf('(')), modifiers: 'private' }
  if (!renamed) model.methods.push(node)
  else model.methods.splice(model.methods.indexOf(method), 1, renamed, node)
}

function hasReferrers(table: TableView): boolean {
  const inherits = ({ behaviors }: Table) => behaviors.some(({ name }) => name === 'concrete_inheritance')
  const refers = table.model.relations.some(
    ({ isLocal, kind, table: other }) => !isLocal && !(kind === 'one-to-one' && inherits(other)),
  )
  const parent = nextParent(table)
  return refers || (parent !== undefined && hasReferrers(parent))
}
