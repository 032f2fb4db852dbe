import { sameAccessors } from '../../model/index.js'
import type { PhpClass } from '../../php/code/php-class.js'
import type { Member } from '../class-builder.js'
import { methods, optionalConnection, requiredConnection } from '../methods.js'
import { type Context, shapeOf } from './shape.js'

/** Returns the methods of objects. They are public names for what the runtime does. */
export function modelMethods(context: Context): Member[] {
  const { cls } = context
  const { rank, scopes, isFractional, isNamedRank } = shapeOf(context)
  const hidesRows = context.table.model.behaviors.some(({ name }) => name === 'soft_delete')
  const con = optionalConnection(cls)
  const first = context.params.start ?? 1
  const several = scopes.length > 1
  const hasScopeValue = several || (scopes.length === 1 && !sameAccessors(scopes[0]!.phpName, 'ScopeValue'))
  return methods(cls, [
    !isNamedRank && [
      'getRank(): ?int',
      isFractional ? 'return $this->listPosition();' : 'return $this->listRank();',
      `Returns the rank in the list, starting at ${first}.`,
    ],
    !isNamedRank && [
      'setRank($v): static',
      `return $this->${rank.setter}($v);`,
      'Sets the rank without moving other rows.',
    ],
    hasScopeValue && [
      'getScopeValue($returnNulls = true): mixed',
      'return $this->readScopeValue((bool) $returnNulls);',
      several
        ? 'Returns the scope values as an array; by default null if all of them are null.'
        : 'Returns the scope value, which identifies the list.',
    ],
    hasScopeValue && [
      'setScopeValue($v): static',
      'return $this->changeScopeValue($v);',
      several ? 'Moves to another list on save: an array of scope values, or null.' : 'Moves to another list on save.',
    ],
    [
      'isFirst(): bool',
      isFractional || hidesRows ? 'return $this->isFirstOfList();' : `return $this->listRank() === ${first};`,
      hidesRows ? 'Returns whether this is the first row of the list.' : `Returns whether the rank is ${first}.`,
    ],
    [`isLast(${con}): bool`, 'return $this->isLastOfList($con);', 'Returns whether this is the last row of the list.'],
    [
      `getNext(${con}): ?${cls.model}`,
      'return $this->findNeighbour(false, $con);',
      'Returns the next object of the list.',
    ],
    [
      `getPrevious(${con}): ?${cls.model}`,
      'return $this->findNeighbour(true, $con);',
      'Returns the previous object of the list.',
    ],
    [
      `insertAtRank($rank, ${con}): static`,
      'return $this->intendListRank($rank, $con);',
      'Inserts at a rank on save and shifts later rows down.',
    ],
    [
      `insertAtBottom(${con}): static`,
      'return $this->intendListBottom($con);',
      'Inserts at the end of the list on save.',
    ],
    ['insertAtTop(): static', 'return $this->intendListTop();', 'Inserts at the top of the list on save.'],
    [
      `moveToRank($newRank, ${con}): static`,
      'return $this->moveToListRank($newRank, $con);',
      'Moves to a rank immediately and shifts the rows in between.',
    ],
    [
      `moveUp(${con}): static`,
      'return $this->moveBesideNeighbour(true, $con);',
      'Swaps with the previous row immediately.',
    ],
    [
      `moveDown(${con}): static`,
      'return $this->moveBesideNeighbour(false, $con);',
      'Swaps with the next row immediately.',
    ],
    [`moveToTop(${con}): static`, 'return $this->moveToListTop($con);', 'Moves to the top immediately.'],
    [`moveToBottom(${con}): static`, 'return $this->moveToListBottom($con);', 'Moves to the end immediately.'],
    [
      `swapWith($object, ${con}): static`,
      'return $this->swapInList($object, $con);',
      'Swaps with another object immediately, even one from another list.',
    ],
    ['removeFromList(): static', 'return $this->intendToLeaveList();', 'Leaves the list on save; later rows move up.'],
    [
      `protected processSortableQueries(${requiredConnection(cls)}): void`,
      '$this->applyListIntent($con);',
      'Computes the rank before the row is saved.',
    ],
  ])
}

/** Makes the setter of the rank cancel what insertAtRank() and similar methods have requested. */
export function watchRank(php: PhpClass, context: Context): void {
  const { setter } = shapeOf(context).rank
  const method = php.findMethod(setter)
  if (!method) return
  php.replaceMethod(setter, { node: { ...method, body: `        $this->listIntent = null;\n${method.body}` } })
}
