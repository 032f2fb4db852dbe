import type { Diagnostic } from '../../errors/index.js'
import { impossibleChange } from '../../errors/migration-errors.js'
import {
  type Column,
  clipped,
  type Domain,
  type Index,
  kindFacts,
  primaryKeyOf,
  qualifiedName,
  type Table,
  tableKinds,
} from '../../model/index.js'
import {
  type AlterContext,
  type AlterPhases,
  type AlterRules,
  type AlterStatement,
  addedOf,
  altersColumns,
  type ColumnChange,
  droppedOf,
  factsOf,
  generatedFact,
  generatedFirst,
  identityFact,
  indexFacts,
  type ListChange,
  losing,
  type MadeType,
  type NameChange,
  nameChanges,
  orderedRenames,
  plainSql,
  type TableChange,
  type Wait,
  type Waiting,
} from '../alter-rules.js'
import {
  addChecks,
  clause,
  columnList,
  deferralClause,
  dropChecks,
  exclusionClause,
  indexesOf,
  isConstraint,
  qualified,
  stringLiteral,
  uniqueClause,
} from '../clauses.js'
import { misfits, usingClause, valueConversion } from './conversions.js'
import {
  addForeignKey,
  columnClause,
  createExtension,
  createIndex,
  createPart,
  createTable,
  defaultSql,
  explicitSequence,
  partName,
  partsOf,
  quote,
  schemaOf,
  sequenceStatements,
  serialOf,
  tableName,
} from './ddl.js'
import { domainFact, domainsOf, domainType, sharedDomains } from './domains.js'
import { enumTypesOf, hasNamedType, renamedTypes, sharedTypes, typeKey } from './enum-types.js'
import { lexicon } from './lexicon.js'
import { literal } from './literal.js'
import { addedSequences, numberingOf, type SequenceChange, sequenceChange } from './numbering.js'
import { platform } from './platform.js'
import { reverse } from './reverse.js'
import { serialSequence } from './sequences.js'
import { baseTypeOf, typeOf } from './types.js'

/** https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-TABLES */
const waits: Readonly<Partial<Record<Waiting, Wait>>> = {
  index: {
    lock: 'ShareLock, writes wait while it is built',
    instead: 'migration:diff --online builds it CONCURRENTLY',
    online: true,
  },
  'foreign key': {
    lock: 'ShareRowExclusiveLock on both tables, writes wait while all rows are checked',
    instead: 'migration:diff --online adds it NOT VALID, and validates it in a statement after it while others write',
    online: true,
  },
  'NOT NULL': {
    lock: 'AccessExclusiveLock, reads and writes wait while all rows are read',
    instead: 'migration:diff --online validates a check constraint first, while others read and write',
    online: true,
  },
  'primary key': {
    lock: 'AccessExclusiveLock, reads and writes wait while its index is built',
    instead: 'build a unique index CONCURRENTLY in a migration before it, and ADD PRIMARY KEY USING INDEX',
  },
  option: {
    lock: 'AccessExclusiveLock, reads and writes wait while the table is written anew',
    instead: 'on a large table, copy the rows in portions to a new table and rename it',
  },
}

export const alter: AlterRules = {
  columnFacts: (column, table) =>
    factsOf({
      type: canonicalType(column, table),
      default: plainSql(defaultSql(column, table)),
      required: column.required || column.primaryKey,
      autoIncrement: column.autoIncrement,
      identity: identityFact(column),
      generated: generatedFact(column, lexicon),
      domain: domainFact(column),
      comment: column.description || undefined,
    }),
  tableFacts: (table): Record<string, string> => ({
    ...(table.description && { comment: table.description }),
    ...kindFacts(table),
  }),
  primaryKey: (table) => primaryKeyOf(table).map(({ name }) => name),
  indexFacts: (index) => indexFacts(index, lexicon),
  noAction: ['NO ACTION'],
  nameless: [],
  renamesForeignKeys: true,
  renamesKeyColumnsAlone: false,
  keepsGeneratedValues: true,
  disturbsKey: (change, columns) =>
    altersColumns(change, columns, ['type', 'options']) || change.facts.has(tableKinds.unlogged),
  tableName,
  costs: {
    enforcesTypes: true,
    limits: { secondDigits: 6 },
    rewrites: (from, to) => !isBinaryCoercible(from, to),
    waits,
    fillsEachRow: (value, autoIncrement) => autoIncrement || volatile.test(value ?? ''),
  },
  dropTable(table, script) {
    const sequence = explicitSequence(table)
    const isOwn =
      sequence !== undefined && script.tables.filter((other) => explicitSequence(other) === sequence).length === 1
    return [`DROP TABLE ${tableName(table)}`, ...(isOwn ? [`DROP SEQUENCE ${sequence}`] : [])]
  },
  createTable,
  renameTable(before, after, change) {
    const [from, to] = [schemaOf(before), schemaOf(after)]
    const moved = from !== to
    return [
      ...(moved ? [moveTable(before, to)] : []),
      ...(moved ? partsOf(before).map(({ name }) => moveTable(partTable(before, name), to)) : []),
      ...(before.name === after.name
        ? []
        : [`ALTER TABLE ${qualified(moved ? to : from, before.name, quote)} RENAME TO ${quote(after.name)}`]),
      ...(before.name === after.name
        ? []
        : partsOf(before).map(
            ({ name }) =>
              `ALTER TABLE ${qualified(moved ? to : from, partTable(before, name).name, quote)} RENAME TO ${quote(partTable(after, name).name)}`,
          )),
      ...renameOwned(before, after, change),
    ]
  },
  dropForeignKey: (table, key) => [`ALTER TABLE ${tableName(table)} DROP CONSTRAINT ${quote(key.name)}`],
  addForeignKey(table, key, { online }) {
    const add = addForeignKey(table, key)
    return online && !table.partition ? validatedLater(add, table, key) : [add]
  },
  alterTable,
  partsOf,
  misfits: (column) => misfits(column, baseTypeOf(column.after)),
  obstacles,
  renamedTypes,
  sharedTypes(changed, context) {
    const [[typesFirst, typesLast], [domainsFirst, domainsLast]] = [
      sharedTypes(changed, context),
      sharedDomains(context),
    ]
    return [
      [...typesFirst, ...domainsFirst],
      [...domainsLast, ...typesLast],
    ]
  },
  madeTypes(tables) {
    const shown = ({ schema, name }: { readonly schema?: string | undefined; readonly name: string }): string =>
      qualifiedName({ name, ...(schema !== undefined && schema !== platform.defaultSchema && { schema }) })
    const types = [...enumTypesOf(tables)].map(([key, type]): [string, MadeType] => [
      key,
      { kind: 'type', name: shown(type) },
    ])
    const domains = [...domainsOf(tables)].map(([key, domain]): [string, MadeType] => [
      key,
      { kind: 'domain', name: shown(domain) },
    ])
    return new Map([...types, ...domains])
  },
  createExtension,
  sequences: sequenceStatements,
}

/** Adds a constraint that new rows must meet immediately; existing rows are validated without blocking other sessions. */
const validatedLater = (add: string, table: Table, { name }: { readonly name: string }): string[] => [
  `${add} NOT VALID`,
  `ALTER TABLE ${tableName(table)} VALIDATE CONSTRAINT ${quote(name)}`,
]

const volatile = /\b(?:random|gen_random_uuid|uuid_generate_\w+|clock_timestamp|timeofday|nextval)\s*\(/i

/** https://www.postgresql.org/docs/current/sql-altertable.html#SQL-ALTERTABLE-NOTES */
function isBinaryCoercible(from: string, to: string): boolean {
  const [old, now] = [from, to].map((type) => /^(varchar|text|numeric)(?:\((\d+)(?:,(\d+))?\))?$/.exec(type))
  if (!old || !now) return false
  const isText = (word: string | undefined): boolean => word !== 'numeric'
  const isWider = now[2] === undefined || (old[2] !== undefined && Number(now[2]) >= Number(old[2]))
  return isText(old[1]) === isText(now[1]) && isWider && (isText(now[1]) || old[3] === now[3] || now[2] === undefined)
}

/** Returns the canonical type. A serial is an integer, because its sequence is a separate fact. */
const canonicalType = (column: Column, table: Table): string =>
  hasDomain(column) ? domainType(column) : canonicalBase(column, table)

const hasDomain = (column: Column): column is Column & { readonly domain: Domain } => column.domain !== undefined

const canonicalBase = (column: Column, table: Table): string =>
  hasNamedType(column) ? typeKey(column) : reverse.canonical(serialOf(column, table) ?? baseTypeOf(column))

const nativeType = (column: Column, table: Table): string => {
  const serial = serialOf(column, table)
  return serial === undefined ? typeOf(column) : reverse.canonical(serial)
}

function alterTable(given: TableChange, context: AlterContext): AlterPhases {
  const change = aroundTypes(given)
  const { before, after, uniques, checks, exclusions } = change
  const [gone, come] = [uniques.dropped, uniques.added].map((list) => list.filter(isConstraint)) as [Index[], Index[]]
  // Indexes of partitioned tables cannot be built CONCURRENTLY.
  const online = context.online && !after.partition
  return {
    dropIndexes: [
      ...indexesOf(droppedOf(change)).map(({ name }) => `DROP INDEX ${qualified(schemaOf(before), name, quote)}`),
      ...joined(
        before,
        [...gone, ...exclusions.dropped].map(({ name }) => `DROP CONSTRAINT ${quote(name)}`),
      ),
      ...(change.changesPrimaryKey && primaryKeyOf(before).length > 0 ? [dropPrimaryKey(before)] : []),
      ...dropChecks(tableName(before), checks.dropped, quote),
    ],
    rename: renames(change),
    change: [
      ...(change.facts.has(tableKinds.unlogged)
        ? [`ALTER TABLE ${tableName(after)} SET ${after.kinds?.includes('unlogged') ? 'UNLOGGED' : 'LOGGED'}`]
        : []),
      ...partitionChanges(change),
      ...changes(change, { ...context, online }),
    ],
    createIndexes: [
      ...indexesOf(addedOf(change)).map((index) =>
        online ? concurrently(createIndex(after, index)) : createIndex(after, index),
      ),
      ...come.flatMap((unique) => addUnique(after, unique, online)),
      ...exclusions.added.map((each) => `ALTER TABLE ${tableName(after)} ADD ${exclusionClause(each, quote)}`),
      ...addChecks(tableName(after), checks.added, quote).flatMap((add, at) =>
        online ? validatedLater(add, after, checks.added[at]!) : [add],
      ),
    ],
  }
}

const partTable = (table: Table, part: string): Table => ({ ...table, name: `${table.name}_${part}` })

/** Returns the changes to parts. A part whose values change is detached and attached again, so that it keeps its rows. */
function partitionChanges({ after, partition }: TableChange): AlterStatement[] {
  if (!partition || partition.isOther) return []
  const { added, dropped, changed } = partition
  const alterTable = `ALTER TABLE ${tableName(after)}`
  return [
    ...dropped.map(({ name }) => ({
      text: `DROP TABLE ${partName(after, name)}`,
      loses: [`the rows of ${partName(after, name)}`],
    })),
    ...changed.map(({ name }) => `${alterTable} DETACH PARTITION ${partName(after, name)}`),
    ...changed.map(({ name, bound }) => `${alterTable} ATTACH PARTITION ${partName(after, name)} FOR VALUES ${bound}`),
    ...added.map((part) => createPart(after, part)),
  ]
}

/** Returns errors for changes to how an existing table is partitioned, which the server does not support. */
function obstacles({ after, columns, partition }: TableChange): Diagnostic[] {
  const hint =
    'create a table of another name with the partitions you want, copy the rows in a migration, drop the old table and rename the new one'
  const typed = columns.find(
    (column) => column.aspects.has('type') && after.partition?.columns.includes(column.after.name),
  )
  const place = `table "${qualifiedName(after)}"`
  if (partition?.isOther) {
    const what = !partition.before
      ? 'a table cannot become partitioned'
      : partition.after
        ? 'partitions cannot be divided by other columns, in another way or into another number of parts'
        : 'a partitioned table cannot become a plain one'
    return [impossibleChange(after.origin, `${place}: on pgsql ${what}`, hint)]
  }
  return typed
    ? [
        impossibleChange(
          typed.after.origin,
          `${place}: on pgsql the type of column "${typed.after.name}" cannot change, because the partitions are divided by it`,
          hint,
        ),
      ]
    : []
}

/**
 * Recreates checks and indexes when a column gets another type. The server stores their expressions and conditions with the
 * types at the time: a DATE in them stays a DATE if the column becomes a TIMESTAMP.
 */
function aroundTypes(change: TableChange): TableChange {
  const { before, after, columns, indexes, uniques } = change
  const word = (column: Column, table: Table): string => canonicalType(column, table).replace(/\(.*\)/, '')
  const isNew = ({ before: old, after: now, aspects }: ColumnChange): boolean =>
    aspects.has('type') && (hasNamedType(old) || hasNamedType(now) || word(old, before) !== word(now, after))
  if (!columns.some(isNew)) return change
  const hasText = ({ where, columns: parts }: Index): boolean =>
    where !== undefined || parts.some(({ expression }) => expression !== undefined)
  const remade = (list: ListChange<Index>, old: readonly Index[], now: readonly Index[]): ListChange<Index> => ({
    dropped: [...list.dropped.filter((index) => !hasText(index)), ...old.filter(hasText)],
    added: [...list.added.filter((index) => !hasText(index)), ...now.filter(hasText)],
    renamed: list.renamed.filter(([index]) => !hasText(index)),
  })
  return {
    ...change,
    checks: { dropped: before.checks, added: after.checks, renamed: [] },
    exclusions: { dropped: before.exclusions, added: after.exclusions, renamed: [] },
    indexes: remade(indexes, before.indexes, after.indexes),
    uniques: remade(uniques, before.uniques, after.uniques),
  }
}

/** Joins actions on a table into one statement. */
const joined = (table: Table, actions: readonly string[]): string[] =>
  actions.length === 0 ? [] : [`ALTER TABLE ${tableName(table)}\n    ${actions.join(',\n    ')}`]

/** Returns the name that the server chooses: https://www.postgresql.org/docs/current/ddl-constraints.html */
const primaryKeyName = ({ name }: Table): string =>
  `${clipped(name, platform.maxIdentifierLength - '_pkey'.length)}_pkey`

/** Writes `$orm$ … $orm$`, with another tag if the text contains this one. */
function dollarQuoted(text: string): string {
  let tag = '$orm$'
  for (let number = 1; text.includes(tag); number++) tag = `$orm${number}$`
  return `${tag}${text}${tag}`
}

/** Moves a table to a schema. Without a schema, the table goes where the server would create it. */
function moveTable(table: Table, to: string | undefined): string {
  if (to !== undefined) return `ALTER TABLE ${tableName(table)} SET SCHEMA ${quote(to)}`
  const statement = `format('ALTER TABLE %s SET SCHEMA %I', ${stringLiteral(tableName(table))}, current_schema())`
  return `DO ${dollarQuoted(`\nBEGIN\n    EXECUTE ${statement};\nEND\n`)}`
}

/** Drops the primary key, found by its type, because tables created by hand may use another name for it. */
const dropPrimaryKey = (table: Table): string => {
  const name = stringLiteral(tableName(table))
  return `DO ${dollarQuoted(`
DECLARE
    key name;
BEGIN
    FOR key IN SELECT conname FROM pg_constraint WHERE conrelid = ${name}::regclass AND contype = 'p' LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', ${name}, key);
    END LOOP;
END
`)}`
}

/** Renames the primary key and the sequences of serials, including dropped ones: the server named them after the table. */
function renameOwned(before: Table, after: Table, change: TableChange): string[] {
  const keepsKey = !change.changesPrimaryKey && primaryKeyOf(change.before).length > 0
  const [oldKey, newKey] = [primaryKeyName(before), primaryKeyName(after)]
  const serials = before.columns.filter((column) => numberingOf(column, change.before)?.isOwned)
  return [
    ...(keepsKey && oldKey !== newKey
      ? // The constraint follows its index; one that has a name of its own keeps it.
        [`ALTER INDEX IF EXISTS ${qualified(schemaOf(after), oldKey, quote)} RENAME TO ${quote(newKey)}`]
      : []),
    ...serials.flatMap(({ name }) => {
      const [from, to] = [serialSequence(before.name, name), serialSequence(after.name, name)]
      return from === to ? [] : [`ALTER SEQUENCE ${qualified(schemaOf(after), from, quote)} RENAME TO ${quote(to)}`]
    }),
  ]
}

function renames({ after, indexes, uniques, checks, exclusions, foreignKeys }: TableChange): NameChange[] {
  const schema = schemaOf(after)
  const constraint = (from: string, to: string): string =>
    `ALTER TABLE ${tableName(after)} RENAME CONSTRAINT ${quote(from)} TO ${quote(to)}`
  // A unique key has an index with its name, and index names are unique per schema.
  const scope = qualified(schema, 'indexes', quote)
  return [
    ...nameChanges(
      scope,
      [...uniques.renamed.filter(([unique]) => !isConstraint(unique)), ...indexes.renamed],
      (from, to) => `ALTER INDEX ${qualified(schema, from, quote)} RENAME TO ${quote(to)}`,
    ),
    ...nameChanges(
      scope,
      [...uniques.renamed.filter(([unique]) => isConstraint(unique)), ...exclusions.renamed],
      constraint,
    ),
    ...nameChanges(`constraints of ${tableName(after)}`, [...foreignKeys.renamed, ...checks.renamed], constraint),
  ]
}

const concurrently = (statement: string): string => statement.replace(/^CREATE (UNIQUE )?INDEX/, '$& CONCURRENTLY')

function addUnique(table: Table, unique: Index, online: boolean): string[] {
  const add = `ALTER TABLE ${tableName(table)} ADD`
  const name = quote(unique.name)
  return online
    ? [
        concurrently(createIndex(table, unique)),
        clause(`${add} CONSTRAINT ${name} UNIQUE USING INDEX ${name}`, deferralClause(unique.deferrable)),
      ]
    : [`${add} ${uniqueClause(unique, quote)}`]
}

function changes(change: TableChange, context: AlterContext): AlterStatement[] {
  const { after, columns, addedColumns, droppedColumns, changesPrimaryKey } = change
  const named = columns.filter(({ aspects }) => aspects.has('name'))
  const taken = new Set([...named.map((column) => column.after.name), ...addedColumns.map(({ name }) => name)])
  const [first, later] = [true, false].map((isFirst) =>
    droppedColumns.filter(({ name }) => taken.has(name) === isFirst),
  )
  const key = primaryKeyOf(after)
  const sequences = columns.map((column) => sequenceChange(change, column, context))
  const isRequired = ({ aspects, after: column }: ColumnChange): boolean => aspects.has('required') && column.required
  const required = context.online ? columns.filter(isRequired) : []
  const drop = (dropped: readonly Column[]): string[] =>
    generatedFirst(dropped).map(({ name }) => `DROP COLUMN ${quote(name)}`)
  const actions = [
    ...columns.flatMap((column, position) => columnActions(change, column, sequences[position]!, context.online)),
    ...addedColumns.map((column) => `ADD COLUMN ${columnClause(column, after)}`),
    ...drop(later!),
    ...(changesPrimaryKey && key.length > 0 ? [`ADD PRIMARY KEY ${columnList(key, quote)}`] : []),
  ]
  return [
    ...joined(after, drop(first!)).map((text) => losing(text, first!, quote)),
    ...orderedRenames(named.map((column) => [column.before.name, column.after.name])).map(
      ([from, to]) => `ALTER TABLE ${tableName(after)} RENAME COLUMN ${quote(from)} TO ${quote(to)}`,
    ),
    ...sequences.flatMap(({ first: statements }) => statements),
    ...addedSequences(change, context),
    ...joined(after, actions).map((text) => losing(text, later!, quote)),
    ...required.flatMap((column) => requireOnline(after, column.after)),
    ...sequences.flatMap(({ last }) => last),
    ...comments(change),
  ]
}

function columnActions(
  { before: oldTable, after: table }: TableChange,
  { before, after, aspects }: ColumnChange,
  { value }: SequenceChange,
  online: boolean,
): string[] {
  const name = `ALTER COLUMN ${quote(after.name)}`
  const [from, to] = [canonicalBase(before, oldTable), canonicalBase(after, table)]
  const isOther = from !== to || !(before.domain || after.domain)
  const [old, now] = [
    defaultSql(before, oldTable),
    value ?? (after.autoIncrement ? undefined : defaultSql(after, table)),
  ]
  // The old default has the old type, and not every default can be converted.
  const isReplaced = aspects.has('type') && old !== undefined
  const hasNew = value !== undefined || aspects.has('default') || isReplaced || aspects.has('autoIncrement')
  const losesSerial = before.autoIncrement && !before.identity && after.identity !== undefined
  const drops = isReplaced || (hasNew && now === undefined && (old !== undefined || before.autoIncrement))
  return [
    ...(losesSerial || (drops && !(before.autoIncrement && after.autoIncrement && value === undefined))
      ? [`${name} DROP DEFAULT`]
      : []),
    ...(aspects.has('type')
      ? [
          `${name} TYPE ${nativeType(after, table)}${
            valueConversion(quote(after.name), before, after) ??
            (isOther ? usingClause(quote(after.name), from, to, typeOf(after)) : '')
          }`,
        ]
      : []),
    ...(aspects.has('generated') ? [`${name} DROP EXPRESSION`] : []),
    ...(hasNew && now !== undefined ? [`${name} SET DEFAULT ${now}`] : []),
    ...(aspects.has('required') && !(online && after.required)
      ? [`${name} ${after.required ? 'SET' : 'DROP'} NOT NULL`]
      : []),
  ]
}

/** Makes a column required: the server validates a check without blocking others, and then knows that there are no NULLs. */
function requireOnline(table: Table, column: Column): string[] {
  const constraint = quote(
    `${clipped(`${table.name}_${column.name}`, platform.maxIdentifierLength - '_required'.length)}_required`,
  )
  const start = `ALTER TABLE ${tableName(table)}`
  return [
    `${start} ADD CONSTRAINT ${constraint} CHECK (${quote(column.name)} IS NOT NULL) NOT VALID`,
    `${start} VALIDATE CONSTRAINT ${constraint}`,
    `${start} ALTER COLUMN ${quote(column.name)} SET NOT NULL`,
    `${start} DROP CONSTRAINT ${constraint}`,
  ]
}

function comments({ after, facts, columns, addedColumns }: TableChange): string[] {
  const on = (object: string, text: string | undefined): string =>
    `COMMENT ON ${object} IS ${text ? literal(text) : 'NULL'}`
  const described = [
    ...columns.filter(({ aspects }) => aspects.has('comment')).map((column) => column.after),
    ...addedColumns.filter(({ description }) => description),
  ]
  return [
    ...(facts.has('comment') ? [on(`TABLE ${tableName(after)}`, after.description)] : []),
    ...described.map(({ name, description }) => on(`COLUMN ${tableName(after)}.${quote(name)}`, description)),
  ]
}
