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
  const isScopeValue = scopes.length === 1 && scopes[0]!.phpName === 'ScopeValue'
  return [
    ...(isNamedRank
      ? []
      : [
          method('getRank', [], '?int', 'The place in the list, from 1.', php`return $this->listRank();`),
          method(
            'setRank',
            ['$v'],
            'static',
            'Stores a rank without moving other rows.',
            php`return $this->${rank.setter}($v);`,
          ),
        ]),
    ...(scopes.length === 0 || isScopeValue ? [] : scopeMethods(method, scopes.length)),
    method('isFirst', [], 'bool', 'Whether the rank is 1.', php`return $this->listRank() === 1;`),
    method(
      'isLast',
      [con],
      'bool',
      'Whether nobody in the list has a higher rank.',
      php`return $this->isLastOfList($con);`,
    ),
    method(
      'getNext',
      [con],
      `?${cls.model}`,
      'The next object of the list.',
      php`return $this->findNeighbour(false, $con);`,
    ),
    method(
      'getPrevious',
      [con],
      `?${cls.model}`,
      'The object before this one in the list.',
      php`return $this->findNeighbour(true, $con);`,
    ),
    method(
      'insertAtRank',
      ['$rank', con],
      'static',
      'Goes to a rank when it is saved; those from there on make room.',
      php`return $this->intendListRank($rank, $con);`,
    ),
    method(
      'insertAtBottom',
      [con],
      'static',
      'Goes to the end of the list when it is saved.',
      php`return $this->intendListBottom($con);`,
    ),
    method('insertAtTop', [], 'static', 'Goes to rank 1 when it is saved.', php`return $this->intendListTop();`),
    method(
      'moveToRank',
      ['$newRank', con],
      'static',
      'Takes a rank at once; those between make room.',
      php`return $this->moveToListRank($newRank, $con);`,
    ),
    method(
      'moveUp',
      [con],
      'static',
      'Changes places with the one before, at once.',
      php`return $this->moveBesideNeighbour(true, $con);`,
    ),
    method(
      'moveDown',
      [con],
      'static',
      'Changes places with the next one, at once.',
      php`return $this->moveBesideNeighbour(false, $con);`,
    ),
    method('moveToTop', [con], 'static', 'Takes rank 1 at once.', php`return $this->moveToListTop($con);`),
    method('moveToBottom', [con], 'static', 'Takes the last rank at once.', php`return $this->moveToListBottom($con);`),
    method(
      'swapWith',
      ['$object', con],
      'static',
      'Changes places with another object, at once; also with one of another list.',
      php`return $this->swapInList($object, $con);`,
    ),
    method(
      'removeFromList',
      [],
      'static',
      'Leaves the list when it is saved; those after it move up.',
      php`return $this->intendToLeaveList();`,
    ),
    cls.method({
      name: 'processSortableQueries',
      visibility: 'protected',
      params: [`${cls.use(connection)} $con`],
      returns: 'void',
      doc: 'Finds the place in the list, right before the row is written.',
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
        ? 'The values of the scope columns as a list; null when all are null, unless told otherwise.'
        : 'What tells the list from others.',
      php`return $this->readScopeValue((bool) $returnNulls);`,
    ),
    method(
      'setScopeValue',
      ['$v'],
      'static',
      several
        ? 'Goes to another list when it is saved: an array of values, or null.'
        : 'Goes to another list when it is saved.',
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
