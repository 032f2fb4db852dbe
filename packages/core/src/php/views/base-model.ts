import { primaryKeyOf, type Table } from '../../model/index.js'
import { tableClasses } from '../class-names.js'
import { runtime } from '../runtime-names.js'
import { methodHead } from '../signature.js'
import { type ColumnView, columnView } from './column.js'
import { type FileHead, fileHead, importsOf } from './file-head.js'
import { type ManyToOneView, manyToOneView, type OneToManyView, oneToManyView } from './relation.js'

export interface BaseModelView extends FileHead {
  readonly imports: readonly string[]
  readonly table: string
  readonly interface: string
  readonly traits: readonly string[]
  readonly tableMap: string
  readonly columns: readonly ModelColumnView[]
  readonly defaults: readonly ColumnView[]
  /** The only primary key column. */
  readonly key: ColumnView | undefined
  readonly manyToOne: readonly ManyToOneView[]
  readonly oneToMany: readonly OneToManyView[]
  readonly objectCollection: string
  readonly connection: string
  readonly mapBase: string
  readonly exception: string
  readonly throwable: string
  /** Property that stands for the row as text. */
  readonly primaryString: string | undefined
  readonly relatedWork: string
}

interface ModelColumnView extends ColumnView {
  readonly setterHead: string
  /** The row's value as hydration assigns it. */
  readonly hydrated: string
  /** Cached objects that must agree with this column. */
  readonly cached: readonly ManyToOneView[]
}

export function baseModelView(table: Table): BaseModelView {
  const { baseModel, tableMap } = tableClasses(table)
  const imports = importsOf(baseModel)
  const types = {
    criteria: 'Criteria',
    connection: imports.use(runtime.connectionInterface),
    collection: 'Collection',
    objectCollection: 'ObjectCollection',
  }
  const many = table.relations.filter(({ kind }) => kind === 'one-to-many')
  if (many.length > 0) {
    types.criteria = imports.use(runtime.criteria)
    types.collection = imports.use(runtime.collection)
    types.objectCollection = imports.use(runtime.objectCollection)
  }
  const local = table.relations.filter(({ isLocal }) => isLocal)
  const manyToOne = local.map((relation) => manyToOneView(relation, imports))
  const oneToMany = many.map((relation) => oneToManyView(relation, imports, types))
  const traits = [
    runtime.activeRecordTrait,
    runtime.genericAccessorsTrait,
    runtime.genericMutatorsTrait,
    runtime.hooksTrait,
    ...(many.length > 0 ? [runtime.oneToManyTrait] : []),
    runtime.persistenceTrait,
  ]
  const columns = table.columns.map((column, position): ModelColumnView => {
    const view = columnView(column)
    if (view.accepts.includes('Stringable')) imports.use('Stringable')
    return {
      ...view,
      setterHead: methodHead(`public function set${view.phpName}`, [`${view.accepts}|null $v`], 'static'),
      hydrated: hydrated(view, position),
      cached: manyToOne.filter(({ localProperty }) => localProperty === view.property),
    }
  })
  const key = primaryKeyOf(table)
  return {
    ...fileHead(table, baseModel),
    table: table.name,
    interface: imports.use(runtime.activeRecordInterface),
    traits: traits.map((name) => imports.use(name)),
    tableMap: imports.use(tableMap.fqcn),
    columns,
    defaults: columns.filter(({ hasDefault }) => hasDefault),
    key: key.length === 1 ? columnView(key[0]!) : undefined,
    manyToOne,
    oneToMany,
    objectCollection: types.objectCollection,
    connection: types.connection,
    mapBase: imports.use(runtime.tableMap),
    exception: imports.use(runtime.ormException),
    throwable: imports.use('Throwable'),
    primaryString: table.columns.find(({ primaryString }) => primaryString)?.name.toLowerCase(),
    relatedWork: relatedWork(manyToOne, oneToMany),
    imports: imports.lines,
  }
}

function hydrated({ castOnHydrate, native }: ColumnView, position: number): string {
  const value = position === 0 ? '$row[$c]' : `$row[$c + ${position}]`
  return castOnHydrate ? `${value} === null ? null : (${native}) ${value}` : value
}

/** Whether saving means more than one row, as a PHP expression; empty when it never does. */
function relatedWork(manyToOne: readonly ManyToOneView[], oneToMany: readonly OneToManyView[]): string {
  const checks = [
    ...manyToOne.map(({ property }) => {
      const object = `$this->${property}`
      return `(${object} !== null && (${object}->isNew() || ${object}->isModified()))`
    }),
    ...oneToMany.flatMap(({ plural, scheduled }) => [`$this->coll${plural} !== null`, `$this->${scheduled} !== null`]),
  ]
  return checks.join('\n            || ')
}
