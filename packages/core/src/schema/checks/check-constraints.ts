import type { Mark } from '../../errors/index.js'
import { badExclusionPart, notAnOperator, unknownIndexColumn } from '../../errors/schema/key-errors.js'
import { lacking, notOneExpression } from '../../errors/schema/vendor-errors.js'
import {
  columnReferences,
  type Exclusion,
  hasConstraint,
  isCreated,
  isWritten,
  namedColumns,
  qualifiedName,
  type Table,
} from '../../model/index.js'
import { columnOf, namesOf } from '../by-name.js'
import type { Check, DatabaseDraft, SchemaState } from '../state.js'
import { checkExclusionMethod } from './check-index-methods.js'
import { checkSqlUse } from './check-sql-use.js'

/** Checks the conditions of tables and whether the database supports the options of keys. */
export const checkConstraints: Check = (draft, state) => {
  const { model, platform } = draft
  const { report } = state
  for (const table of model.tables) {
    checkAbilities(table, draft, state)
    for (const exclusion of table.exclusions) checkExclusion(exclusion, table, draft, state)
    for (const { name, expression, origin } of table.checks) {
      const at = origin.at('expression')
      // The condition of a domain is checked where it is declared.
      if (isWritten(origin, 'expression'))
        checkSqlUse({ text: expression, use: 'check', at, place: `check "${name}"` }, platform, state, table)
      if (platform.sqlExpression(expression) !== undefined) continue
      report(notOneExpression(at, `check "${name}"`, 'expression', expression, platform.name))
    }
  }
}

/** Reports key options that the database does not support. */
function checkAbilities(table: Table, { platform, targets }: DatabaseDraft, { report, broken }: SchemaState): void {
  if (!isCreated(table)) return
  const lacks = (isThere: boolean, at: Mark, place: string, what: string, hint?: string): void => {
    if (!isThere) report(lacking(at, place, platform.name, what, hint))
  }
  for (const key of table.foreignKeys.filter(hasConstraint)) {
    const { name, deferrable, matchFull, origin } = key
    const place = `foreign key "${name}"`
    const names = columnReferences(key).map(({ foreign }) => foreign)
    const target = broken.has(key) ? undefined : targets.get(key)
    const referenced = target?.uniques.find(
      (unique) =>
        unique.deferrable &&
        unique.columns.length === names.length &&
        namedColumns(unique).filter((name) => names.includes(name)).length === names.length,
    )
    if (referenced)
      lacks(
        platform.deferrable.includes('referenced unique'),
        origin.at('foreignTable'),
        place,
        'foreign keys to a deferrable unique key',
      )
    if (deferrable)
      lacks(platform.deferrable.includes('foreign key'), origin.at('deferrable'), place, 'deferrable foreign keys')
    if (matchFull) lacks(platform.matchFull, origin.at('match'), place, 'MATCH FULL')
  }
  for (const { name, deferrable, nullsNotDistinct, origin } of table.uniques) {
    const place = `unique "${name}"`
    const at = origin.at(origin.at('nullsNotDistinct') === origin ? 'nullsDistinct' : 'nullsNotDistinct')
    if (deferrable)
      lacks(platform.deferrable.includes('unique'), origin.at('deferrable'), place, 'deferrable unique keys')
    if (nullsNotDistinct)
      lacks(platform.nullsNotDistinct || platform.nullsAreEqual, at, place, 'unique keys in which NULL equals NULL')
  }
  for (const { name, origin } of table.exclusions)
    lacks(
      platform.exclusions,
      origin,
      `exclude "${name}"`,
      'exclusion constraints',
      'the attribute only names the databases that have it',
    )
}

const operator = /^(?!.*(?:--|\/\*))[-+*/<>=~!@#%^&|`?]{1,63}$/

function checkExclusion(exclusion: Exclusion, table: Table, draft: DatabaseDraft, state: SchemaState): void {
  const { platform } = draft
  const { report, broken } = state
  if (!platform.exclusions || broken.has(exclusion)) return
  const place = `exclude "${exclusion.name}"`
  const checkSql = (at: Mark, what: string, text: string | undefined): void => {
    if (text === undefined) return
    checkSqlUse({ text, use: 'index', at, place }, platform, state, table)
    if (platform.sqlExpression(text) === undefined) report(notOneExpression(at, place, what, text, platform.name))
  }
  checkSql(exclusion.origin.at('where'), 'where', exclusion.where)
  checkExclusionMethod(exclusion, table, draft, state)
  if (!/^[a-z_][a-z0-9_]*$/.test(exclusion.method))
    report(notAnOperator(exclusion.origin.at('using'), place, 'using', exclusion.method))
  for (const part of exclusion.parts) {
    const at = part.origin.at('name')
    if ((part.column === undefined) === (part.expression === undefined)) report(badExclusionPart(part.origin, place))
    if (part.column !== undefined && !columnOf(table, part.column) && !broken.has(table)) {
      const known = namesOf(table.columns, ({ name }) => name)
      report(unknownIndexColumn(at, place, qualifiedName(table), part.column, known))
    }
    checkSql(part.origin.at('expression'), 'expression', part.expression)
    if (!operator.test(part.operator))
      report(notAnOperator(part.origin.at('operator'), place, 'operator', part.operator))
  }
}
