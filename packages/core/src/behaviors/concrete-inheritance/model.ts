import { phpString } from '../../escape/php-literal.js'
import { primaryKeyOf } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import { methods, optionalConnection } from '../methods.js'
import { type Php, php } from '../php.js'
import type { TableView } from '../table-view.js'
import { type Context, nextParent, parentOf, shapeOf } from './shape.js'

const runtime = 'Orm\\Runtime\\Behavior\\ConcreteInheritance'

export const parentModel = ({ table, params }: Context): string => parentOf(table, params).classes.model.fqcn

export const parentQuery = ({ table, params }: Context): string => parentOf(table, params).classes.query.fqcn

export const modelTraits = (context: Context): string[] =>
  shapeOf(context).copiesToParent ? [`${runtime}\\ConcreteInheritanceTrait`] : []

const listOf = (names: readonly string[]): string => `[${names.map(phpString).join(', ')}]`

/** Returns the constants with the columns that the trait copies. */
export function modelConstants(context: Context): Member[] {
  const { copiesToParent, shared, toChild } = shapeOf(context)
  if (!copiesToParent) return []
  return [
    context.cls.constant({ name: 'PARENT_COLUMNS', visibility: 'protected', value: listOf(shared) }),
    ...(toChild.length > 0
      ? [context.cls.constant({ name: 'CHILD_COLUMNS', visibility: 'protected', value: listOf(toChild) })]
      : []),
  ]
}

export function modelMethods(context: Context): Member[] {
  const { cls, table } = context
  const { parent, copiesToParent, descendant, scopes, toChild } = shapeOf(context)
  if (!copiesToParent || !descendant) return []
  const childOf = ({ classes: { model } }: TableView): string => cls.use(model.fqcn, `Child${model.short}`)
  const name = childOf(parent)
  const con = optionalConnection(cls)
  const given = `${relationsOf(context)}${scopes.length > 0 ? `, ${listOf(scopes)}` : ''}`
  return methods(cls, [
    [
      `getParentOrCreate(${con}): ${name}`,
      `return $this->parentOrNew(${name}::class, '${descendant.phpName}', ${phpString(table.classes.model.fqcn)}, $con);`,
      'Returns the parent row; a new one for a new object.',
    ],
    [
      `getSyncParent(${con}): ${name}`,
      `return $this->copyToParent($this->getParentOrCreate($con), ${given});`,
      'Returns the parent row with the values of this object, unsaved.',
    ],
    toChild.length > 0 && [
      `syncParentToChild(${childOf(topOf(parent))} $parent): void`,
      '$this->copyFromParent($parent, static::CHILD_COLUMNS);',
      'Copies values from the parent row.',
    ],
  ])
}

/** Returns the relations of the parent that the child also has. */
function relationsOf(context: Context): string {
  const { parent } = shapeOf(context)
  const own = context.table.model.relations.filter(({ isLocal }) => isLocal)
  const names = parent.model.relations.flatMap(({ isLocal, name, table }) =>
    isLocal && own.some((one) => one.name === name && one.table === table) ? [phpString(name)] : [],
  )
  return `[${names.join(', ')}]`
}

/** Returns the topmost parent, so that an overridden method has the same parameter type in all descendants. */
function topOf(parent: TableView): TableView {
  const next = nextParent(parent)
  return next ? topOf(next) : parent
}

export function syncOnInsert(context: Context): Php | null {
  const { copiesToParent, toChild } = shapeOf(context)
  if (!copiesToParent) return null
  const copies = toChild.length > 0 ? '\n$this->syncParentToChild($parent);' : ''
  return php`
    $parent = $this->getSyncParent($con);
    $parent->save($con);
    $this->takeKeyOf($parent, $con);${copies}
  `
}

export function syncOnUpdate(context: Context): Php | null {
  const code = syncOnInsert(context)
  return (
    code &&
    php`
    if ($this->isModified()${shapeOf(context).toChild.length > 0 ? '' : ' && !$this->writeToParent($con)'}) {
        ${code}
        $this->leaveFormerParent($parent, $con);
    }
  `
  )
}

export const queryTraits = (context: Context): string[] =>
  shapeOf(context).copiesToParent ? [`${runtime}\\ConcreteInheritanceQueryTrait`] : []

export const noteChildRows = (context: Context): Php | null =>
  shapeOf(context).copiesToParent ? php`$this->noteChildRows($con);` : null

export const deleteParentRows = (context: Context): Php | null =>
  shapeOf(context).copiesToParent
    ? php`$this->deleteParentRows(${parentQueryIn(context)}::create(), $affectedRows, $con);`
    : null

/** Passes the shared columns as an argument instead of a constant, as only updates of queries need them. */
export function noteParentValues(context: Context): Php | null {
  const { copiesToParent, shared } = shapeOf(context)
  return copiesToParent && shared.length > 0
    ? php`$this->noteParentValues($values, ${listOf(shared)}, $con, $forceIndividualSaves);`
    : null
}

export function updateParentRows(context: Context): Php | null {
  const { copiesToParent, shared } = shapeOf(context)
  return copiesToParent && shared.length > 0
    ? php`$this->updateParentRows(${parentQueryIn(context)}::create(), $affectedRows, $con);`
    : null
}

function parentQueryIn({ table, params, cls }: Context): string {
  const { query } = parentOf(table, params).classes
  return cls.use(query.fqcn, `Child${query.short}`)
}

/** Resets a generated key in a copy, which gets the key of its new parent row. Other keys are copied. */
export function forgetKeyInCopy(context: Context): Php | null {
  const { table, cls } = context
  if (!shapeOf(context).copiesToParent || !hasGivenKey(table)) return null
  const lines = primaryKeyOf(table.model).map(({ name }) => {
    const { setter, constant } = table.col(name)
    return `$this->${setter}(null);\n$this->resetModified(${cls.tableMap}::${constant});`
  })
  return php`${lines.join('\n')}`
}

/** Whether the database generates the keys, in the topmost parent. */
function hasGivenKey(table: TableView): boolean {
  const parent = nextParent(table)
  return parent ? hasGivenKey(parent) : primaryKeyOf(table.model).some(({ autoIncrement }) => autoIncrement)
}
