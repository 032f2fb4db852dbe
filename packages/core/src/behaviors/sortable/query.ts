import type { PhpClass } from '../../php/code/php-class.js'
import type { ClassBuilder, Member, MethodMember } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'
import { connectionOf, scopeArgument, scopeFrom } from './scope-code.js'
import { type Shape, type SortableParameters, shapeOf } from './shape.js'
import { staticMethods } from './static-query.js'

const runtime = 'Orm\\Runtime'

/** The methods of queries. */
export function queryMethods({ table, params, cls }: CodeContext): Member[] {
  const shape = shapeOf(table, params as unknown as SortableParameters)
  const { isNamedRank, scopes } = shape
  return [
    ...(scopes.length > 0 ? [inList(cls, shape)] : []),
    ...(isNamedRank ? [] : [rankFilter(cls, shape)]),
    ...instanceMethods(cls, shape, table.model.readOnly),
    ...staticMethods(cls, shape, table.model.readOnly),
  ]
}

/** The filter of a rank column that is called `Rank`. It takes a scope; without one the generated filter is sufficient. */
export function replaceRankFilter(php: PhpClass, { table, params, cls }: CodeContext): void {
  const shape = shapeOf(table, params as unknown as SortableParameters)
  if (!shape.isNamedRank || shape.scopes.length === 0) return
  php.replaceMethod('filterByRank', rankFilter(cls, shape))
}

function inList(cls: ClassBuilder, shape: Shape): Member {
  const { scopeParameters, scopes } = shape
  const nullable = scopes.every(({ column }) => !column.required)
  return cls.method({
    name: 'inList',
    // One array may stand for all columns, so only the first can be demanded.
    params: scopeParameters.map((name, index) => (index > 0 || nullable ? `${name} = null` : name)),
    returns: 'static',
    doc: 'Filters by list; null selects the list without a scope value.',
    body: php`
      ${scopeFrom(cls, shape)}

      return $this->restrictToList($scope);
    `,
  })
}

function rankFilter(cls: ClassBuilder, shape: Shape): MethodMember {
  const { isNamedRank, scopeParameters, scopes } = shape
  const comparison = isNamedRank
    ? php`
        if (func_num_args() === 2 && ${cls.use(`${runtime}\\Behavior\\Sortable\\ListArguments`)}::isComparison(${scopeParameters[0]!})) {
            return $this->addUsingAlias(${cls.tableMap}::RANK_COL, $rank, ${scopeParameters[0]!});
        }
      `
    : php``
  return cls.method({
    name: 'filterByRank',
    params: ['$rank', ...scopeParameters.map((name) => `${name} = null`)],
    returns: 'static',
    doc: 'Filters by rank: a number, an array of numbers, a range, or null for rows outside any list.',
    body:
      scopes.length === 0
        ? php`return $this->filterByListRank($rank);`
        : php`
            ${comparison}
            ${scopeFrom(cls, shape)}

            return $this->restrictToList($scope)->filterByListRank($rank);
          `,
  })
}

function instanceMethods(cls: ClassBuilder, shape: Shape, readOnly: boolean): Member[] {
  const { scopeParameters, scopes } = shape
  const con = connectionOf(cls)
  const optional = scopeParameters.map((name) => `${name} = null`)
  const scope = scopeArgument(shape)
  const collection = `${cls.use(`${runtime}\\Collection\\ObjectCollection`)}<int, ${cls.model}>`
  return [
    cls.method({
      name: 'orderByRank',
      params: ["string $order = 'ASC'"],
      returns: 'static',
      doc:
        scopes.length === 0
          ? 'From the first to the last, or the other way by `desc`.'
          : ['From the first to the last, or the other way by `desc`; further arguments are a scope.'],
      body:
        scopes.length === 0
          ? php`return $this->orderByListRank($order);`
          : php`
              $scope = array_slice(func_get_args(), 1);
              if ($scope !== []) {
                  $this->inList(...$scope);
              }

              return $this->orderByListRank($order);
            `,
    }),
    cls.method({
      name: 'findOneByRank',
      params: ['$rank', ...optional, con],
      returns: 'mixed',
      doc: ['The object at a rank of a list.', '', `@return ${cls.model}|null`],
      body: php`
        ${scopeFrom(cls, shape, true)}

        return (clone $this)->restrictToList(${scope})->filterByListRank($rank)->findOne($con);
      `,
    }),
    cls.method({
      name: 'findList',
      params: [...optional, con],
      returns: 'mixed',
      doc: ['The members of a list in their order.', '', `@return ${collection}`],
      body: php`
        ${scopeFrom(cls, shape, true)}

        return (clone $this)->restrictToMembers(${scope})->find($con);
      `,
    }),
    cls.method({
      name: 'getMaxRank',
      params: [...optional, con],
      returns: '?int',
      doc: 'Returns the highest rank of a list, or null if the list is empty.',
      body: php`
        ${scopeFrom(cls, shape, true)}

        return $this->maxRankOfList(${scope}, $con);
      `,
    }),
    cls.method({
      name: 'getMaxRankArray',
      params: scopes.length === 0 ? [con] : ['$scope', con],
      returns: '?int',
      doc: 'Like getMaxRank(), on the write connection.',
      body: php`return $this->maxRankOfList(${scope}, $con ?? $this->writeConnectionOfLists());`,
    }),
    ...(readOnly
      ? []
      : [
          cls.method({
            name: 'reorder',
            params: ['$order', con],
            returns: 'bool',
            doc: [
              'Sets the ranks of several objects together; the other rows of their lists keep their order.',
              '',
              '@param array<mixed> $order `primary key => rank`, or a list of `[primary key, rank]`',
            ],
            body: php`return $this->reorderMembers($order, $con);`,
          }),
        ]),
  ]
}
