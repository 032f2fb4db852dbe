import { phpString } from '../../escape/php-literal.js'
import { primaryKeyOf } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { type Php, php } from '../php.js'
import type { TableView } from '../table-view.js'
import { type ConcreteInheritanceParameters, parentOf, type Shape, shapeOf } from './shape.js'

const parameters = ({ params }: CodeContext) => params as unknown as ConcreteInheritanceParameters

const shape = (context: CodeContext): Shape => shapeOf(context.table, parameters(context))

export const parentModel = (context: CodeContext): string =>
  parentOf(context.table, parameters(context)).classes.model.fqcn

export const parentQuery = (context: CodeContext): string =>
  parentOf(context.table, parameters(context)).classes.query.fqcn

export const modelTraits = (context: CodeContext): string[] =>
  shape(context).copiesToParent ? ['Orm\\Runtime\\Behavior\\ConcreteInheritance\\ConcreteInheritanceTrait'] : []

const listOf = (names: readonly string[]): string => `[${names.map(phpString).join(', ')}]`

/** The columns that the trait copies. */
export function modelConstants(context: CodeContext): Member[] {
  const { copiesToParent, shared, toChild } = shape(context)
  if (!copiesToParent) return []
  return [
    context.cls.constant({ name: 'PARENT_COLUMNS', visibility: 'protected', value: listOf(shared) }),
    ...(toChild.length > 0
      ? [context.cls.constant({ name: 'CHILD_COLUMNS', visibility: 'protected', value: listOf(toChild) })]
      : []),
  ]
}

export function modelMethods(context: CodeContext): Member[] {
  const { cls, table } = context
  const { parent, copiesToParent, descendant, scopes, toChild } = shape(context)
  if (!copiesToParent || !descendant) return []
  const { model } = parent.classes
  const name = cls.use(model.fqcn, `Child${model.short}`)
  const connection = `?${cls.use('Orm\\Runtime\\Connection\\ConnectionInterface')} $con = null`
  const methods = [
    cls.method({
      name: 'getParentOrCreate',
      params: [connection],
      returns: name,
      doc: 'Returns the parent row; a new one for a new object.',
      body: php`return $this->parentOrNew(${name}::class, '${descendant.phpName}', ${phpString(table.classes.model.fqcn)}, $con);`,
    }),
    cls.method({
      name: 'getSyncParent',
      params: [connection],
      returns: name,
      doc: 'Returns the parent row with the values of this object, unsaved.',
      body: php`return $this->copyToParent($this->getParentOrCreate($con), ${relationsOf(context)}${scopes.length > 0 ? `, ${listOf(scopes)}` : ''});`,
    }),
  ]
  if (toChild.length > 0) {
    const top = topOf(context.table, parameters(context)).classes.model
    methods.push(
      cls.method({
        name: 'syncParentToChild',
        params: [`${cls.use(top.fqcn, `Child${top.short}`)} $parent`],
        returns: 'void',
        doc: 'Copies values from the parent row.',
        body: php`$this->copyFromParent($parent, static::CHILD_COLUMNS);`,
      }),
    )
  }
  return methods
}

/** The relations of the parent that the child has too. */
function relationsOf(context: CodeContext): string {
  const { parent } = shape(context)
  const own = context.table.model.relations.filter(({ isLocal }) => isLocal)
  const names = parent.model.relations.flatMap(({ isLocal, name, table }) =>
    isLocal && own.some((one) => one.name === name && one.table === table) ? [phpString(name)] : [],
  )
  return `[${names.join(', ')}]`
}

/** A method that children of children have too takes what the first one takes. */
function topOf(table: TableView, params: ConcreteInheritanceParameters): TableView {
  const parent = parentOf(table, params)
  const use = parent.model.behaviors.find(({ name }) => name === 'concrete_inheritance')
  if (!use) return parent
  const given = { extends: String(use.parameters.get('extends')), schema: String(use.parameters.get('schema') ?? '') }
  return topOf(parent, { ...params, ...given })
}

export function syncOnInsert(context: CodeContext): Php | null {
  const { copiesToParent, toChild } = shape(context)
  if (!copiesToParent) return null
  const copies = toChild.length > 0 ? '\n$this->syncParentToChild($parent);' : ''
  return php`
    $parent = $this->getSyncParent($con);
    $parent->save($con);
    $this->takeKeyOf($parent, $con);${copies}
  `
}

export function syncOnUpdate(context: CodeContext): Php | null {
  const code = syncOnInsert(context)
  return (
    code &&
    php`
    if ($this->isModified()${shape(context).toChild.length > 0 ? '' : ' && !$this->writeToParent($con)'}) {
        ${code}
        $this->leaveFormerParent($parent, $con);
    }
  `
  )
}

export const queryTraits = (context: CodeContext): string[] =>
  shape(context).copiesToParent ? ['Orm\\Runtime\\Behavior\\ConcreteInheritance\\ConcreteInheritanceQueryTrait'] : []

export const noteChildRows = (context: CodeContext): Php | null =>
  shape(context).copiesToParent ? php`$this->noteChildRows($con);` : null

export const deleteParentRows = (context: CodeContext): Php | null =>
  shape(context).copiesToParent
    ? php`$this->deleteParentRows(${parentQueryIn(context)}::create(), $affectedRows, $con);`
    : null

/** A query has no constant with the shared columns, as only an update needs them. */
export function noteParentValues(context: CodeContext): Php | null {
  const { copiesToParent, shared } = shape(context)
  return copiesToParent && shared.length > 0
    ? php`$this->noteParentValues($values, ${listOf(shared)}, $con, $forceIndividualSaves);`
    : null
}

export function updateParentRows(context: CodeContext): Php | null {
  const { copiesToParent, shared } = shape(context)
  return copiesToParent && shared.length > 0
    ? php`$this->updateParentRows(${parentQueryIn(context)}::create(), $affectedRows, $con);`
    : null
}

function parentQueryIn(context: CodeContext): string {
  const { query } = parentOf(context.table, parameters(context)).classes
  return context.cls.use(query.fqcn, `Child${query.short}`)
}

/** The key of a copy is that of the row that its parent gets; keys that users give are copied. */
export function forgetKeyInCopy(context: CodeContext): Php | null {
  const { table, cls } = context
  if (!shape(context).copiesToParent || !hasGivenKey(table)) return null
  const lines = primaryKeyOf(table.model).map(({ name }) => {
    const { setter, constant } = table.col(name)
    return `$this->${setter}(null);\n$this->resetModified(${cls.tableMap}::${constant});`
  })
  return php`${lines.join('\n')}`
}

/** Whether the database gives out the keys, to the first of the parents. */
function hasGivenKey(table: TableView): boolean {
  const use = table.model.behaviors.find(({ name }) => name === 'concrete_inheritance')
  const parent =
    use && table.other(String(use.parameters.get('extends')), String(use.parameters.get('schema') || '') || undefined)
  return parent ? hasGivenKey(parent) : primaryKeyOf(table.model).some(({ autoIncrement }) => autoIncrement)
}
