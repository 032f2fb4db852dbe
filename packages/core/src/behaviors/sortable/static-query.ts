import type { ClassBuilder, Member } from '../class-builder.js'
import { type Php, php } from '../php.js'
import { connectionOf, scopeArgument } from './scope-code.js'
import type { Shape } from './shape.js'

const runtime = 'Orm\\Runtime'

/** The static methods of queries. */
export function staticMethods(cls: ClassBuilder, shape: Shape, readOnly: boolean): Member[] {
  const { scopes } = shape
  const con = connectionOf(cls)
  const collection = `@return ${cls.use(`${runtime}\\Collection\\ObjectCollection`)}<int, ${cls.model}>`
  const criteria = cls.use(`${runtime}\\ActiveQuery\\Criteria`)
  const several = scopes.length > 1
  const split = (names: string, others: string): Php =>
    several
      ? php`[${names}] = ${cls.use(`${runtime}\\Behavior\\Sortable\\ListArguments`)}::split($args, ${scopes.length}, [${others}]);`
      : php``
  const method = (name: string, params: string[], returns: string, doc: string[], body: Php): Member =>
    cls.method({ name, static: true, params, returns, doc, body })
  const scope = scopeArgument(shape)
  const inScope = (params: string[]): string[] => (scopes.length === 0 ? params : ['$scope', ...params])
  const scoped = scopes.length > 0
  return [
    method(
      'retrieveByRank',
      several ? ['$rank', '...$args'] : ['$rank', ...(scoped ? ['$scope = null'] : []), con],
      'mixed',
      ['Finds the object at a rank of a list.', '', `@return ${cls.model}|null`],
      php`
        ${split('$scope, $con', "'con' => null")}

        return static::create()->restrictToList(${scope})->filterByListRank($rank)->findOne($con);
      `,
    ),
    method(
      'doSelectOrderByRank',
      ['$criteria = null', "$order = 'ASC'", '$con = null'],
      'mixed',
      [
        `All objects by rank; also \`doSelectOrderByRank(${['$order', ...shape.scopeParameters].join(', ')})\`.`,
        '',
        collection,
      ],
      scoped
        ? php`return static::selectOrderedByRank($criteria, $order, $con, array_slice(func_get_args(), 1));`
        : php`return static::selectOrderedByRank($criteria, $order, $con);`,
    ),
    ...(scoped
      ? [
          method(
            'retrieveList',
            several ? ['...$args'] : ['$scope', "$order = 'ASC'", con],
            'mixed',
            ['Finds the rows of a list in order.', '', collection],
            php`
              ${split('$scope, $order, $con', "'order' => 'ASC', 'con' => null")}

              return static::create()->restrictToMembers($scope, $order)->find($con);
            `,
          ),
          method(
            'countList',
            several ? ['...$args'] : ['$scope', con],
            'int',
            ['Counts the rows of a list.'],
            php`
              ${split('$scope, $con', "'con' => null")}

              return static::create()->restrictToMembers($scope)->count($con);
            `,
          ),
        ]
      : []),
    ...(scoped && !readOnly
      ? [
          method(
            'deleteList',
            several ? ['...$args'] : ['$scope', con],
            'int',
            ['Deletes all rows of a list.'],
            php`
              ${split('$scope, $con', "'con' => null")}

              return static::deleteMembers($scope, $con);
            `,
          ),
        ]
      : []),
    ...(scoped
      ? [
          method(
            'sortableApplyScopeCriteria',
            [`${criteria} $criteria`, '$scope', "string $method = 'add'"],
            'void',
            ['Restricts a query to a list.'],
            php`static::addScopeTo($criteria, $scope, $method);`,
          ),
        ]
      : []),
    ...(readOnly
      ? []
      : [
          method(
            'sortableShiftRank',
            ['$delta', '$first', '$last = null', ...(scoped ? ['$scope = null'] : []), con],
            'int',
            ['Shifts the ranks of part of a list, and returns the number of changed rows.'],
            php`return static::shiftListRanks($delta, $first, $last, ${scope}, $con);`,
          ),
          method(
            'sortableResequence',
            inScope(['bool $includeUnranked = false', con]),
            'int',
            ['Renumbers a list from 1, optionally with unranked rows, and returns the number of changed rows.'],
            php`return static::resequenceList(${scope}, $includeUnranked, $con);`,
          ),
        ]),
  ]
}
