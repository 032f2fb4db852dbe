import { sameAccessors } from '../../model/index.js'
import type { PhpClass } from '../../php/code/php-class.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { type Php, php } from '../php.js'
import { type SortableParameters, shapeOf } from './shape.js'

const connection = 'Orm\\Runtime\\Connection\\ConnectionInterface'

/** The methods of objects. What they do is in the runtime; these are the names that users know. */
export function modelMethods({ table, params, cls }: CodeContext): Member[] {
  if (table.model.readOnly) return []
  const { rank, scopes, isNamedRank } = shapeOf(table, params as unknown as SortableParameters)
  const con = `?${cls.use(connection)} $con = null`
  const method = (name: string, parameters: string[], returns: string, doc: string, body: Php): Member =>
    cls.method({ name, params: parameters, returns, doc, body })
  const isScopeValue = scopes.length === 1 && sameAccessors(scopes[0]!.phpName, 'ScopeValue')
  return [
    ...(isNamedRank
      ? []
      : [
          method('getRank', [], '?int', 'Returns the rank in the list, starting at 1.', php`return $this->listRank();`),
          method(
            'setRank',
            ['$v'],
            'static',
            'Sets the rank without moving other rows.',
            php`return $this->${rank.setter}($v);`,
          ),
        ]),
    ...(scopes.length === 0 || isScopeValue ? [] : scopeMethods(method, scopes.length)),
    method('isFirst', [], 'bool', 'Returns whether the rank is 1.', php`return $this->listRank() === 1;`),
    method(
      'isLast',
      [con],
      'bool',
      'Returns whether this is the last row of the list.',
      php`return $this->isLastOfList($con);`,
    ),
    method(
      'getNext',
      [con],
      `?${cls.model}`,
      'Returns the next object of the list.',
      php`return $this->findNeighbour(false, $con);`,
    ),
    method(
      'getPrevious',
      [con],
      `?${cls.model}`,
      'Returns the previous object of the list.',
      php`return $this->findNeighbour(true, $con);`,
    ),
    method(
      'insertAtRank',
      ['$rank', con],
      'static',
      'Inserts at a rank on save and shifts later rows down.',
      php`return $this->intendListRank($rank, $con);`,
    ),
    method(
      'insertAtBottom',
      [con],
      'static',
      'Inserts at the end of the list on save.',
      php`return $this->intendListBottom($con);`,
    ),
    method('insertAtTop', [], 'static', 'Inserts at the top of the list on save.', php`return $this->intendListTop();`),
    method(
      'moveToRank',
      ['$newRank', con],
      'static',
      'Moves to a rank immediately and shifts the rows in between.',
      php`return $this->moveToListRank($newRank, $con);`,
    ),
    method(
      'moveUp',
      [con],
      'static',
      'Swaps with the previous row immediately.',
      php`return $this->moveBesideNeighbour(true, $con);`,
    ),
    method(
      'moveDown',
      [con],
      'static',
      'Swaps with the next row immediately.',
      php`return $this->moveBesideNeighbour(false, $con);`,
    ),
    method('moveToTop', [con], 'static', 'Moves to the top immediately.', php`return $this->moveToListTop($con);`),
    method(
      'moveToBottom',
      [con],
      'static',
      'Moves to the end immediately.',
      php`return $this->moveToListBottom($con);`,
    ),
    method(
      'swapWith',
      ['$object', con],
      'static',
      'Swaps with another object immediately, even one from another list.',
      php`return $this->swapInList($object, $con);`,
    ),
    method(
      'removeFromList',
      [],
      'static',
      'Leaves the list on save; later rows move up.',
      php`return $this->intendToLeaveList();`,
    ),
    cls.method({
      name: 'processSortableQueries',
      visibility: 'protected',
      params: [`${cls.use(connection)} $con`],
      returns: 'void',
      doc: 'Computes the rank, right before the row is saved.',
      body: php`$this->applyListIntent($con);`,
    }),
  ]
}

function scopeMethods(
  method: (name: string, parameters: string[], returns: string, doc: string, body: Php) => Member,
  count: number,
): Member[] {
  const several = count > 1
  return [
    method(
      'getScopeValue',
      ['$returnNulls = true'],
      'mixed',
      several
        ? 'Returns the scope values as an array; by default null if all of them are null.'
        : 'Returns the scope value, which identifies the list.',
      php`return $this->readScopeValue((bool) $returnNulls);`,
    ),
    method(
      'setScopeValue',
      ['$v'],
      'static',
      several ? 'Moves to another list on save: an array of scope values, or null.' : 'Moves to another list on save.',
      php`return $this->changeScopeValue($v);`,
    ),
  ]
}

/** Setting the rank column takes back what insertAtRank() and the like have asked for. */
export function watchRank(php: PhpClass, { table, params }: CodeContext): void {
  const { setter } = shapeOf(table, params as unknown as SortableParameters).rank
  const method = php.findMethod(setter)
  if (!method) return
  php.replaceMethod(setter, { node: { ...method, body: `        $this->listIntent = null;\n${method.body}` } })
}
