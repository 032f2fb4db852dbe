import { didYouMean } from '../errors/index.js'
import type {
  BehaviorUse,
  Column,
  CrossRelation,
  Database,
  ForeignKey,
  Index,
  IndexColumn,
  InheritanceChild,
  Relation,
  Table,
} from '../model/index.js'

type Part =
  | Database
  | Table
  | Column
  | ForeignKey
  | Index
  | IndexColumn
  | InheritanceChild
  | Relation
  | CrossRelation
  | BehaviorUse
type OptionalKey<T> = T extends unknown
  ? { [Key in keyof T]-?: object extends Pick<T, Key> ? Key : never }[keyof T]
  : never

/** Optional members of model parts. All other members always exist, so an unknown name is a mistake. */
const optionalKeys: Readonly<Record<OptionalKey<Part>, true>> = {
  addedFor: true,
  alias: true,
  array: true,
  baseClass: true,
  baseQueryClass: true,
  changesOnUpdate: true,
  collate: true,
  content: true,
  default: true,
  deferrable: true,
  description: true,
  domain: true,
  enumType: true,
  expression: true,
  extends: true,
  foreignSchema: true,
  furtherAttributes: true,
  generated: true,
  idMethodParameter: true,
  identity: true,
  included: true,
  inheritance: true,
  interface: true,
  kinds: true,
  matchFull: true,
  method: true,
  name: true,
  nulls: true,
  nullsNotDistinct: true,
  onDelete: true,
  onUpdate: true,
  opclass: true,
  order: true,
  outputGroups: true,
  package: true,
  partition: true,
  phpEnum: true,
  phpName: true,
  phpType: true,
  refOutputGroups: true,
  refPhpName: true,
  scale: true,
  schema: true,
  sequence: true,
  size: true,
  sqlType: true,
  srid: true,
  typeHint: true,
  unsigned: true,
  view: true,
  where: true,
  writtenName: true,
  zerofill: true,
}

/** Members that JavaScript itself looks up on any value. */
const asked: ReadonlySet<string> = new Set(['toJSON', 'then'])

const views = new WeakMap<object, object>()

/**
 * Returns a read-only view of a model part, in which unknown members are errors: a template would print nothing for them.
 * The same part always has the same view, so that views can be compared.
 */
export function strictView<T>(value: T): T {
  // Only plain data gets a view: methods of a map or of an origin must be called on the object itself.
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  const known = views.get(value)
  if (known) return known as T
  const view = new Proxy<object>(value, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (member !== undefined || typeof key === 'symbol' || key in target) return strictView(member)
      if (Object.hasOwn(optionalKeys, key) || asked.has(key) || /^\d+$/.test(key)) return undefined
      const near = didYouMean(key, namesIn(target))
      throw new TypeError(`${nameOf(target)} has no member "${key}"${near ? ` (${near})` : ''}`)
    },
    set: readOnly,
    deleteProperty: readOnly,
    defineProperty: readOnly,
    setPrototypeOf: readOnly,
  })
  views.set(value, view)
  return view as T
}

function readOnly(): never {
  throw new TypeError('the model is read-only')
}

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype

const namesIn = (target: object): string[] =>
  Array.isArray(target)
    ? ['length', 'map', 'filter', 'find', 'some', 'every', 'join', 'slice', 'at', 'includes', 'entries']
    : [...Object.keys(target), ...Object.keys(optionalKeys)]

function nameOf(target: object): string {
  if (Array.isArray(target)) return 'a list'
  const kind = 'tables' in target ? 'database' : 'columns' in target && 'phpName' in target ? 'table' : 'part'
  return 'name' in target
    ? `${'constantName' in target ? 'column' : kind} "${String(target.name)}"`
    : 'a part of the model'
}
