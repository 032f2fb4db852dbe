import type { PhpClass } from '../../php/code/php-class.js'
import type { Member, MethodMember } from '../class-builder.js'
import { methods, optionalConnection } from '../methods.js'
import { type Php, php } from '../php.js'
import { atRank, scopeArgument, scopeFrom } from './scope-code.js'
import { type Context, shapeOf } from './shape.js'
import { staticMethods } from './static-query.js'

const runtime = 'Orm\\Runtime'

/** Returns the methods of queries. */
export function queryMethods(context: Context): Member[] {
  const { isNamedRank, scopes } = shapeOf(context)
  return [
    ...(scopes.length > 0 ? inList(context) : []),
    ...(isNamedRank ? [] : rankFilter(context)),
    ...instanceMethods(context),
    ...staticMethods(context),
  ]
}

/** Replaces the filter of a rank column named `Rank` by one with a scope. Without a scope, the generated filter is sufficient. */
export function replaceRankFilter(php: PhpClass, context: Context): void {
  const { isNamedRank, scopes } = shapeOf(context)
  if (isNamedRank && scopes.length > 0) php.replaceMethod('filterByRank', rankFilter(context)[0]!)
}

function inList(context: Context): Member[] {
  const shape = shapeOf(context)
  const nullable = shape.scopes.every(({ column }) => !column.required)
  // One array may replace all arguments, so only the first parameter can be required.
  const params = shape.scopeParameters.map((name, index) => (index > 0 || nullable ? `${name} = null` : name))
  return methods(context.cls, [
    [
      `inList(${params.join(', ')}): static`,
      php`
        ${scopeFrom(context.cls, shape)}

        return $this->restrictToList($scope${nullable ? '' : ', true'});
      `,
      nullable
        ? 'Filters by list; null selects the list without a scope value.'
        : 'Filters by list, without rows that have left it.',
    ],
  ])
}

function rankFilter(context: Context): MethodMember[] {
  const { cls } = context
  const shape = shapeOf(context)
  const { isNamedRank, scopeParameters, scopes } = shape
  const comparison = isNamedRank
    ? php`
        if (func_num_args() === 2 && ${cls.use(`${runtime}\\Behavior\\Sortable\\ListArguments`)}::isComparison(${scopeParameters[0]!})) {
            return $this->addUsingAlias(${cls.tableMap}::RANK_COL, $rank, ${scopeParameters[0]!});
        }
      `
    : php``
  return methods(cls, [
    [
      `filterByRank(${['$rank', ...scopeParameters.map((name) => `${name} = null`)].join(', ')}): static`,
      scopes.length === 0
        ? 'return $this->filterByListRank($rank);'
        : php`
            ${comparison}
            ${scopeFrom(cls, shape)}

            return $this->filterByListRank($rank, $scope);
          `,
      'Filters by rank: a number, an array of numbers, a range, or null for rows outside any list.',
    ],
  ])
}

function instanceMethods(context: Context): Member[] {
  const { cls, table } = context
  const shape = shapeOf(context)
  const { scopeParameters, scopes } = shape
  const con = optionalConnection(cls)
  const ofList = [...scopeParameters.map((name) => `${name} = null`), con].join(', ')
  const scope = scopeArgument(shape)
  const collection = `${cls.use(`${runtime}\\Collection\\ObjectCollection`)}<int, ${cls.model}>`
  const inScope = (statement: string): Php => php`
    ${scopeFrom(cls, shape, true)}

    ${statement}
  `
  return methods(cls, [
    scopes.length === 0
      ? [
          "orderByRank(string $order = 'ASC'): static",
          'return $this->orderByListRank($order);',
          'Orders by rank; `desc` reverses the order.',
        ]
      : [
          "orderByRank(string $order = 'ASC'): static",
          php`
            $scope = array_slice(func_get_args(), 1);
            if ($scope !== []) {
                $this->inList(...$scope);
            }

            return $this->orderByListRank($order);
          `,
          'Orders by rank; `desc` reverses the order. Further arguments are a scope.',
        ],
    [
      `findOneByRank($rank, ${ofList}): mixed`,
      inScope(`return (clone $this)->${atRank(shape)}->findOne($con);`),
      ['Finds the object at a rank of a list.', '', `@return ${cls.model}|null`],
    ],
    [
      `findList(${ofList}): mixed`,
      inScope(`return (clone $this)->restrictToMembers(${scope})->find($con);`),
      ['Finds the objects of a list in order.', '', `@return ${collection}`],
    ],
    [
      `getMaxRank(${ofList}): ?int`,
      inScope(`return $this->maxRankOfList(${scope}, $con);`),
      'Returns the highest rank of a list, or null if the list is empty.',
    ],
    [
      `getMaxRankArray(${scopes.length === 0 ? '' : '$scope, '}${con}): ?int`,
      `return $this->maxRankOfList(${scope}, $con ?? $this->writeConnectionOfLists());`,
      'Returns the same as getMaxRank(), read from the write connection.',
    ],
    !table.model.readOnly && [
      `reorder($order, ${con}): bool`,
      'return $this->reorderMembers($order, $con);',
      [
        'Sets the ranks of several objects in one step; the other rows of their lists keep their order.',
        '',
        '@param array<mixed> $order `primary key => rank`, or a list of `[primary key, rank]`',
      ],
    ],
    !table.model.readOnly && [
      `reorderByKeys(array $keys, ${scopes.length === 0 ? con : '...$args'}): int`,
      `return $this->reorderMembersByKeys($keys, ${scopes.length === 0 ? "['con' => $con]" : '$args'});`,
      [
        'Sorts rows of one list by the given keys: the rows share the ranks that they already have.',
        '',
        '@param array<mixed> $keys primary keys; composite ones are arrays',
        ...(scopes.length === 0 ? [] : [`@param mixed ...$args ${scopeParameters.join(', ')}, $con: all are optional`]),
        '@return int the number of changed rows',
      ],
    ],
  ])
}
