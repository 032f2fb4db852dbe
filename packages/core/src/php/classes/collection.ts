import { phpString } from '../../escape/php-literal.js'
import type { Table } from '../../model/index.js'
import type { ClassName } from '../class-names.js'
import { PhpClass, type PhpMethod } from '../code/php-class.js'
import type { Scope } from '../scope.js'
import { isLeftOut } from '../views/relation-view.js'
import { classDoc } from './doc.js'
import { stub } from './stubs.js'

/** Builds the base class for collections of a model. */
export function baseCollection(scope: Scope): PhpClass {
  const { table, names, imports } = scope
  const php = new PhpClass('abstract class', scope.own)
  php.parent = names.ObjectCollection
  if (table.outputGroups) {
    php.traits.push(imports.use('Orm\\Runtime\\Behavior\\OutputGroup\\OutputGroupCollectionTrait'))
  }
  php.doc = classDoc(scope, `Objects of the table \`${table.name}\`.`, () => [
    '',
    `@extends ${php.parent}<int|string, ${scope.model(table)}>`,
  ])
  php.properties.push({
    name: 'model',
    doc: [],
    modifiers: 'protected',
    type: '?string',
    isTypedByRuntime: true,
    value: `${scope.model(table)}::class`,
  })
  php.methods.push(...populateMethods(scope))
  return php
}

/** Builds the stub class for collections. */
export function collectionStub(scope: Scope, base: ClassName): PhpClass {
  const php = stub(scope, base)
  php.doc = classDoc(scope, `Objects of the table \`${scope.table.name}\`, for methods of your own.`)
  return php
}

/** Returns methods that load a relation for all objects in one query, where the runtime supports it. */
function populateMethods(scope: Scope): PhpMethod[] {
  const single = scope.relations
    .filter((relation) => !isLeftOut(relation) && relation.columns.length === 1 && relation.literals.length === 0)
    .map(({ name, table }) => ({ name, table }))
  const cross = scope.crossRelations
    .filter(({ crossTable, outgoing }) => !crossTable.referenceOnly && outgoing.length === 1)
    .map(({ name, outgoing: [outgoing] }) => ({ name, table: outgoing!.table }))
  const taken = new Set(['populaterelation'])
  return [...single, ...cross]
    .filter(({ name }) => taken.size < taken.add(`populate${name}`.toLowerCase()).size)
    .map(({ name, table }) => populateMethod(name, table, scope))
}

function populateMethod(name: string, target: Table, scope: Scope): PhpMethod {
  const { names } = scope
  const type = scope.collection(target)
  const isOwnClass = scope.classes.collectionOf(target) !== undefined
  return {
    name: `populate${name}`,
    doc: isOwnClass ? [] : [`@return ${type}`],
    modifiers: 'public',
    parameters: [`?${names.Criteria} $criteria = null`, `?${names.ConnectionInterface} $con = null`],
    returns: isOwnClass ? type : names.ObjectCollection,
    body: `        return $this->populateRelation(${phpString(name)}, $criteria, $con);\n`,
  }
}
