import { BuildError } from '../../errors/index.js'
import { isPhpIdentifier } from '../../escape/index.js'
import { asciiLower, asciiUpper, type Column, phpNameOf, primaryKeyOf } from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { ensureCompanion, followKey, moveColumns, nearColumn, withTokens } from '../companion-table.js'
import type { DatabaseContext, TableContext } from '../define-behavior.js'
import { keeperOf } from '../kept-columns.js'
import { moveBehaviors } from './move-behaviors.js'
import { fallbackLocale, localesOf, type parameters } from './shape.js'

type Context = TableContext<typeof parameters>

/** Sets the locales for all tables with i18n. In a `<database>`, the behavior is not applied to any table. */
export function supplyLocale({ db, params }: DatabaseContext<typeof parameters>): void {
  const given = (['default_locale', 'fallback_locales'] as const).flatMap((name) => {
    const value = params[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  for (const table of db.tables) {
    const use = table.behaviors.find(({ name }) => name === 'i18n')
    const missing = given.filter(([name]) => !use?.parameters.has(name))
    if (!use || missing.length === 0) continue
    db.edit(table).changeBehavior(use.id, new Map([...use.parameters, ...missing]))
  }
}

/** Adds the translation table and moves the columns there. */
export function prepareTable({ table, params }: Context): void {
  const main = table.table
  const locale = params.default_locale ?? fallbackLocale
  const [key, ...more] = primaryKeyOf(main)
  if (!key || more.length > 0) {
    throw new BuildError(`table "${main.name}" needs a primary key of one column`, {
      node: main,
      hint: 'the key of the translations is that column and the locale',
    })
  }
  const use = main.behaviors.find(({ name }) => name === 'i18n')!
  if (!use.parameters.has('default_locale')) {
    table.changeBehavior(use.id, new Map([...use.parameters, ['default_locale', locale]]))
  }
  const problems = params.i18n_columns.flatMap((name) => problemOf(table, name) ?? [])
  if (problems.length > 0) throw new AggregateError(problems)
  if (params.locale_alias && !isPhpIdentifier(params.locale_alias)) {
    throw new BuildError(`"${params.locale_alias}" is not a valid PHP name`, { parameter: 'locale_alias' })
  }
  const name = withTokens(params.i18n_table, main)
  if (name === '')
    throw new BuildError('parameter "i18n_table" must be a table name, not ""', { parameter: 'i18n_table' })
  refuseSameColumns(params, key)
  const { editor } = ensureCompanion(table, { name, phpName: withTokens(params.i18n_phpname, main) })
  const isKey = (name: string): boolean => editor.findColumn(name)?.primaryKey ?? false
  const isRelated = editor.table.foreignKeys.some(
    ({ foreignTable, references }) => foreignTable === main.name && references.every(({ local }) => isKey(local)),
  )
  const keyName = params.i18n_pk_column ?? key.name
  if (!isRelated && !editor.findColumn(keyName)) {
    const renamed =
      keyName === key.name
        ? {}
        : { name: keyName, phpName: phpNameOf(keyName), constantName: `COL_${asciiUpper(keyName)}` }
    const { default: _default, description: _description, writtenName: _writtenName, ...copied } = key
    editor.copyColumn(copied, { autoIncrement: false, ...renamed })
  }
  if (!editor.findColumn(params.locale_column) && locale.length > params.locale_length) {
    throw new BuildError(`locale "${locale}" is longer than locale_length, which is ${params.locale_length}`, {
      parameter: 'default_locale',
      hint: `set locale_length to ${locale.length} or more`,
    })
  }
  if (params.fallback_locales !== undefined) checkFallbacks(params.fallback_locales, params.locale_length)
  editor.ensureColumn({
    name: params.locale_column,
    type: 'VARCHAR',
    size: params.locale_length,
    defaultValue: locale,
    primaryKey: true,
  })
  if (!isRelated) {
    editor.addForeignKey(
      {
        foreignTable: main.commonName,
        onDelete: 'cascade',
        ...followKey(main),
        defaultJoin: 'LEFT JOIN',
      },
      [{ local: keyName, foreign: key.name }],
    )
  }
  const columns = params.i18n_columns.flatMap((one) => table.findColumn(one) ?? [])
  moveColumns(
    table,
    editor,
    columns.map((column) => column.name),
  )
  moveBehaviors(table, editor, columns)
}

function checkFallbacks(list: string, length: number): void {
  const wrong = localesOf(list).find((locale) => locale === '' || locale.length > length)
  if (wrong === undefined) return
  throw new BuildError(
    wrong === ''
      ? `parameter "fallback_locales" must be a list of locales, not "${list}"`
      : `locale "${wrong}" is longer than locale_length, which is ${length}`,
    { parameter: 'fallback_locales', hint: 'such as de, en_US' },
  )
}

/** Rejects one column for two purposes: the key, the locale and each translated text need different columns. */
function refuseSameColumns(params: Context['params'], key: Column): void {
  const texts = params.i18n_columns.map(asciiLower)
  const { i18n_pk_column: keyName, locale_column: locale } = params
  const refuse = (parameter: string, name: string, use: string): never => {
    throw new BuildError(`column "${name}" cannot hold both ${use}`, { parameter, hint: 'name another column' })
  }
  if (keyName !== undefined && texts.includes(asciiLower(keyName))) {
    refuse('i18n_pk_column', keyName, 'the key of the main row and a translated text')
  }
  if (texts.includes(asciiLower(locale))) refuse('locale_column', locale, 'the locale and a translated text')
  if (asciiLower(locale) === asciiLower(keyName ?? key.name)) {
    refuse('locale_column', locale, 'the locale and the key of the main row')
  }
}

function problemOf(table: TableEditor, name: string): BuildError | undefined {
  const column = table.findColumn(name)
  // A column that the schema declares in the translation table does not move.
  if (!column && translationsHave(table, name)) return undefined
  if (!column) {
    return new BuildError(`table "${table.table.name}" has no column "${name}" to translate`, {
      parameter: 'i18n_columns',
      hint: nearColumn(table, name),
    })
  }
  if (column.primaryKey) {
    return new BuildError(`column "${name}" is in the primary key and cannot move`, { node: column })
  }
  const keeper = keeperOf(table.table.behaviors, column.name)
  return (
    keeper &&
    new BuildError(`column "${name}" cannot be translated: behavior "${keeper.id}" needs it in the main table`, {
      parameter: 'i18n_columns',
    })
  )
}

function translationsHave({ table, database }: TableEditor, name: string): boolean {
  const use = table.behaviors.find((one) => one.name === 'i18n')!
  const found = database.findTable(withTokens(String(use.parameters.get('i18n_table')), table), table.schema)
  return found !== undefined && database.edit(found).findColumn(name) !== undefined
}
