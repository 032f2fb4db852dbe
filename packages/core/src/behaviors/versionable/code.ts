import { phpLiteral } from '../../escape/php-literal.js'
import { sameAccessors } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { keptNamesOfVersions } from '../kept-columns.js'
import { type Php, php } from '../php.js'
import type { ColumnNames, TableView } from '../table-view.js'
import { versionTableName } from './prepare-table.js'

const numberColumn = ({ table, params }: CodeContext): ColumnNames =>
  table.col((params as unknown as { version_column: string }).version_column)

function versionTable({ table, params }: CodeContext): TableView {
  const { version_table } = params as unknown as { version_table: string }
  return table.other(versionTableName(table.model.commonName, version_table))!
}

/** The classes of the versions, for the runtime. */
export function versionClasses(context: CodeContext): Member[] {
  const { cls } = context
  const { tableMap, query } = versionTable(context).classes
  return [
    cls.constant({ name: 'VERSION_TABLE_MAP', value: `${cls.use(tableMap.fqcn)}::class` }),
    cls.constant({ name: 'VERSION_QUERY', value: `${cls.use(query.fqcn)}::class` }),
    cls.constant({ name: 'NOT_IN_VERSIONS', value: phpLiteral(keptNamesOfVersions(context.table)) }),
  ]
}

/** A copy with its referrers begins a history of its own. */
export function forgetVersionsInCopy(context: CodeContext): Php | null {
  const { model } = context.table
  const versions = versionTable(context).model
  const relation = model.relations.find((one) => one.kind === 'one-to-many' && one.table.name === versions.name)
  return model.readOnly || !relation ? null : php`$this->coll${relation.pluralName} = null;`
}

/** The names that users know, where the column has another one. */
export function modelMethods(context: CodeContext): Member[] {
  const number = numberColumn(context)
  if (sameAccessors(number.phpName, 'Version') || context.table.model.readOnly) return []
  const { cls } = context
  return [
    cls.method({
      name: 'getVersion',
      returns: '?int',
      doc: 'Returns the version number.',
      // A BIGINT is text in PHP.
      body: php`
        $number = $this->${number.getter}();

        return $number === null ? null : (int) $number;
      `,
    }),
    cls.method({
      name: 'setVersion',
      params: ['$v'],
      returns: 'static',
      doc: 'Sets the version number.',
      body: php`return $this->${number.setter}($v);`,
    }),
  ]
}

export function queryMethods(context: CodeContext): Member[] {
  const number = numberColumn(context)
  if (sameAccessors(number.phpName, 'Version')) return []
  const { cls } = context
  return [
    cls.method({
      name: 'filterByVersion',
      params: ['$version = null', '?string $comparison = null'],
      returns: 'static',
      doc: 'Filters by the number of the latest version.',
      body: php`return $this->filterBy${number.phpName}($version, $comparison);`,
    }),
    cls.method({
      name: 'orderByVersion',
      params: ["string $order = 'ASC'"],
      returns: 'static',
      doc: 'Orders by the number of the latest version.',
      body: php`return $this->orderBy${number.phpName}($order);`,
    }),
  ]
}
