import { phpLiteral } from '../../escape/php-literal.js'
import { sameAccessors } from '../../model/index.js'
import type { PhpClass } from '../../php/code/php-class.js'
import type { Member } from '../class-builder.js'
import { forgetInCopy } from '../companion-table.js'
import { keptNamesOfVersions } from '../kept-columns.js'
import { addMethodTags } from '../method-tags.js'
import { methods, optionalConnection } from '../methods.js'
import type { Php } from '../php.js'
import type { ColumnNames, TableView } from '../table-view.js'
import { type Context, versionTableName } from './prepare-table.js'

const versionTable = ({ table, params }: Context): TableView =>
  table.other(versionTableName(table.model.commonName, params.version_table))!

/** Returns the constants with the version classes, for the runtime. */
export function versionClasses(context: Context): Member[] {
  const { cls } = context
  const { tableMap, query } = versionTable(context).classes
  return [
    cls.constant({ name: 'VERSION_TABLE_MAP', value: `${cls.use(tableMap.fqcn)}::class` }),
    cls.constant({ name: 'VERSION_QUERY', value: `${cls.use(query.fqcn)}::class` }),
    cls.constant({ name: 'NOT_IN_VERSIONS', value: phpLiteral(keptNamesOfVersions(context.table)) }),
  ]
}

/** Adds method tags with the version class for editors, as the trait's methods do not name it. */
export function describeVersions(model: PhpClass, context: Context): void {
  const { cls, table } = context
  if (table.model.readOnly) return
  const version = cls.use(versionTable(context).classes.model.fqcn)
  const list = `${cls.use('Orm\\Runtime\\Collection\\ObjectCollection')}<int, ${version}>`
  const con = optionalConnection(cls)
  addMethodTags(model, [
    `@method ${version}|null getOneVersion(int $versionNumber, ${con})`,
    `@method ${list} getAllVersions(${con})`,
  ])
}

/** Whether update() of a query adds versions. */
export const versionsUpdates = ({ table, params }: Context): boolean => params.query_versions && !table.model.readOnly

export const forgetVersionsInCopy = (context: Context): Php | null => forgetInCopy(context.table, versionTable(context))

/** Returns the version column if its name differs from that of the public methods. */
function renamedNumber({ table, params }: Context): ColumnNames | undefined {
  const number = table.col(params.version_column)
  return sameAccessors(number.phpName, 'Version') ? undefined : number
}

export function modelMethods(context: Context): Member[] {
  const number = renamedNumber(context)
  if (!number) return []
  // A BIGINT is a string in PHP.
  const asNumber = `$number = $this->${number.getter}();\n\nreturn $number === null ? null : (int) $number;`
  return methods(context.cls, [
    ['getVersion(): ?int', asNumber, 'Returns the version number.'],
    ['setVersion($v): static', `return $this->${number.setter}($v);`, 'Sets the version number.'],
  ])
}

export function queryMethods(context: Context): Member[] {
  const number = renamedNumber(context)
  if (!number) return []
  return methods(context.cls, [
    [
      'filterByVersion($version = null, ?string $comparison = null): static',
      `return $this->filterBy${number.phpName}($version, $comparison);`,
      'Filters by the number of the latest version.',
    ],
    [
      "orderByVersion(string $order = 'ASC'): static",
      `return $this->orderBy${number.phpName}($order);`,
      'Orders by the number of the latest version.',
    ],
  ])
}
