import type { Member } from '../class-builder.js'
import { methods, optionalConnection } from '../methods.js'
import { type Php, php } from '../php.js'
import { atRank, scopeArgument } from './scope-code.js'
import { type Context, shapeOf } from './shape.js'

const runtime = 'Orm\\Runtime'

/** Returns the static methods of queries. */
export function staticMethods(context: Context): Member[] {
  const { cls } = context
  const shape = shapeOf(context)
  const { scopes, scopeParameters } = shape
  const con = optionalConnection(cls)
  const collection = `@return ${cls.use(`${runtime}\\Collection\\ObjectCollection`)}<int, ${cls.model}>`
  const criteria = cls.use(`${runtime}\\ActiveQuery\\Criteria`)
  const scoped = scopes.length > 0
  const several = scopes.length > 1
  const writes = !context.table.model.readOnly
  /** Adds the code that first splits the arguments for several scope columns. */
  const taking = (names: string, others: string, statement: string): Php =>
    php`
      ${several ? `[${names}] = ${cls.use(`${runtime}\\Behavior\\Sortable\\ListArguments`)}::split($args, ${scopes.length}, [${others}]);` : ''}

      ${statement}
    `
  const scope = scopeArgument(shape)
  const ofList = several ? '...$args' : `$scope, ${con}`
  return methods(cls, [
    [
      `static retrieveByRank($rank, ${several ? '...$args' : `${scoped ? '$scope = null, ' : ''}${con}`}): mixed`,
      taking('$scope, $con', "'con' => null", `return static::create()->${atRank(shape)}->findOne($con);`),
      ['Finds the object at a rank of a list.', '', `@return ${cls.model}|null`],
    ],
    [
      "static doSelectOrderByRank($criteria = null, $order = 'ASC', $con = null): mixed",
      `return static::selectOrderedByRank($criteria, $order, $con${scoped ? ', array_slice(func_get_args(), 1)' : ''});`,
      [
        `Finds all objects by rank; also \`doSelectOrderByRank(${['$order', ...scopeParameters].join(', ')})\`.`,
        '',
        collection,
      ],
    ],
    scoped && [
      `static retrieveList(${several ? '...$args' : `$scope, $order = 'ASC', ${con}`}): mixed`,
      taking(
        '$scope, $order, $con',
        "'order' => 'ASC', 'con' => null",
        'return static::create()->restrictToMembers($scope, $order)->find($con);',
      ),
      ['Finds the rows of a list in order.', '', collection],
    ],
    scoped && [
      `static countList(${ofList}): int`,
      taking('$scope, $con', "'con' => null", 'return static::create()->restrictToMembers($scope)->count($con);'),
      'Counts the rows of a list.',
    ],
    scoped &&
      writes && [
        `static deleteList(${ofList}): int`,
        taking('$scope, $con', "'con' => null", 'return static::deleteMembers($scope, $con);'),
        'Deletes all rows of a list.',
      ],
    scoped && [
      `static sortableApplyScopeCriteria(${criteria} $criteria, $scope, string $method = 'add'): void`,
      'static::addScopeTo($criteria, $scope, $method);',
      'Restricts a query to a list.',
    ],
    writes && [
      `static sortableShiftRank($delta, $first, $last = null, ${scoped ? '$scope = null, ' : ''}${con}): int`,
      `return static::shiftListRanks($delta, $first, $last, ${scope}, $con);`,
      'Shifts the ranks of part of a list, and returns the number of changed rows.',
    ],
    writes && [
      `static sortableResequence(${scoped ? '$scope, ' : ''}bool $includeUnranked = false, ${con}): int`,
      `return static::resequenceList(${scope}, $includeUnranked, $con);`,
      `Renumbers a list from ${context.params.start ?? 1}, optionally with unranked rows, and returns the number of changed rows.`,
    ],
    writes && [
      'static withoutListMaintenance(callable $work): mixed',
      'return static::leaveListsAlone($work);',
      [
        'Runs a callable in which saving and deleting rows moves no others; the caller sets their ranks.',
        '',
        '@return mixed what the callable returns',
      ],
    ],
    writes && [
      `static repairList(${con}): ${cls.use(`${runtime}\\Behavior\\Repair`)}`,
      'return static::repairLists($con);',
      'Closes gaps and duplicates in all lists of the table, in one transaction, and returns what it found and did.',
    ],
  ])
}
