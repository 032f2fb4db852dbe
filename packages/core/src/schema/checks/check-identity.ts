import { badIdentity } from '../../errors/schema/column-errors.js'
import { lacking } from '../../errors/schema/vendor-errors.js'
import {
  type BoundPlatform,
  type Column,
  columnTypes,
  decimalTypes,
  integerTypes,
  isCreated,
  isWritten,
  type Table,
} from '../../model/index.js'
import type { SchemaState } from '../state.js'
import { isValid } from './check-defaults.js'

const words = {
  always: 'identity columns that nothing else can write',
  start: 'first number of an auto-increment column',
  increment: 'increment of a column',
  negative: 'negative numbers of an auto-increment column',
} as const

/** Checks the auto-increment of a column, and the value that every UPDATE sets, against its database. */
export function checkIdentity(column: Column, table: Table, platform: BoundPlatform, { report }: SchemaState): void {
  const { identity, name, origin, autoIncrement, changesOnUpdate, type } = column
  const place = `column "${name}"`
  if (changesOnUpdate) {
    const at = origin.at('onUpdate')
    if (columnTypes[type].moment !== 'datetime') report(badIdentity(at, name, 'onUpdate needs TIMESTAMP or DATETIME'))
    else if (!platform.timestampsOnUpdate && isCreated(table))
      report(lacking(at, place, platform.name, 'ON UPDATE of columns', 'use the behavior timestampable, or a trigger'))
  }
  if (column.sequence !== undefined) {
    const at = origin.at('sequence')
    if (!integerTypes.has(type)) report(badIdentity(at, name, 'sequence needs an integer type'))
    const others = ['defaultValue', 'default', 'defaultExpr'].filter((attribute) => isWritten(origin, attribute))
    if (autoIncrement) others.unshift('autoIncrement')
    if (others[0] !== undefined) report(badIdentity(at, name, `set either sequence or ${others[0]}, not both`))
  }
  if (!identity) return
  if (!autoIncrement)
    report(badIdentity(origin.at('autoIncrement'), name, 'identity, start and increment need autoIncrement'))
  if (identity.increment === 0) report(badIdentity(origin.at('increment'), name, 'increment cannot be 0'))
  if (identity.mode === 'always' && table.allowPkInsert)
    report(badIdentity(origin.at('identity'), name, 'identity="always" takes no keys, which allowPkInsert gives'))
  if (table.idMethodParameter !== undefined)
    report(
      badIdentity(origin, name, 'an identity has a sequence of its own, and <id-method-parameter> names another one'),
    )
  if (!isCreated(table)) return
  if (platform.identitiesAreIntegers && decimalTypes.has(type) && column.sqlType === undefined)
    report(
      badIdentity(origin.at('type'), name, `identity, start and increment need an integer type on ${platform.name}`),
    )
  else if (identity.start !== undefined && !isValid(String(identity.start), column, platform))
    report(badIdentity(origin.at('start'), name, `start ${identity.start} is no value of its type`))
  for (const what of ['always', 'start', 'increment'] as const) {
    const isAsked = what === 'always' ? identity.mode === what : identity[what] !== undefined
    const at = origin.at(what === 'always' ? 'identity' : what)
    if (isAsked && !platform.identity.includes(what)) report(lacking(at, place, platform.name, words[what]))
    else if (what !== 'always' && Number(identity[what]) < 0 && !platform.identity.includes('negative'))
      report(lacking(at, place, platform.name, words.negative))
  }
}
