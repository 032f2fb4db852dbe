import { jsIdentifier, jsLiteral } from '../escape/index.js'
import {
  booleanTypes,
  type Column,
  type Database,
  numericTypes,
  type Relation,
  type Table,
  writtenType,
} from '../model/index.js'

/** The tables of a schema file for JavaScript. */
export interface SchemaModule {
  /** An ES module with one constant per table: bundlers omit those that are not imported. */
  readonly code: string
  /** The type declarations of the module, with every value as a literal type. */
  readonly types: string
}

export function schemaModule(databases: readonly Database[], file: string): SchemaModule {
  const tables = databases.flatMap(({ tables }) => tables).filter((table) => table.origin.source.file === file)
  const constants = namesOf(tables)
  const parts = tables.map((table): [string, Value] => [constants.get(table)!, describeTable(table)])
  return {
    code: parts.map(([name, value]) => `export const ${name} = ${jsLiteral(value, 2)}\n`).join('\n'),
    types: parts.map(([name, value]) => `export declare const ${name}: ${literalType(value)}\n`).join('\n'),
  }
}

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value }

/** Names each constant like the model class. If that name is taken or reserved, the namespace is added. */
function namesOf(tables: readonly Table[]): Map<Table, string> {
  const names = new Map<Table, string>()
  const taken = new Set<string>()
  for (const table of tables) {
    const own = jsIdentifier(table.phpName)
    let name =
      taken.has(own) || own !== table.phpName
        ? jsIdentifier(`${table.namespace.replaceAll('\\', '_')}_${table.phpName}`)
        : own
    while (taken.has(name)) name += '_'
    taken.add(name)
    names.set(table, name)
  }
  return names
}

const describeTable = (table: Table): Value => ({
  name: table.name,
  phpName: table.phpName,
  namespace: table.namespace,
  ...(table.description && { description: table.description }),
  columns: Object.fromEntries(table.columns.map((column) => [column.name, describeColumn(column)])),
  relations: Object.fromEntries(table.relations.map((relation) => [relation.name, describeRelation(relation)])),
})

const describeColumn = (column: Column): Value => ({
  name: column.name,
  phpName: column.phpName,
  type: writtenType(column.type).type,
  ...(column.size !== undefined && { size: column.size }),
  ...(column.scale !== undefined && { scale: column.scale }),
  ...(column.array && { array: true }),
  ...(column.unsigned && { unsigned: true }),
  required: column.required,
  primaryKey: column.primaryKey,
  autoIncrement: column.autoIncrement,
  ...(column.default?.kind === 'value' && { default: defaultOf(column, column.default.text) }),
  ...(column.valueSet.length > 0 && { values: column.valueSet }),
  ...(column.description && { description: column.description }),
})

/** Returns a default as a JavaScript value where possible: a BIGINT or DECIMAL may have more digits than a number. */
function defaultOf({ type }: Column, text: string): Value {
  if (booleanTypes.has(type)) return /^(?:1|true|yes|on|t|y)$/i.test(text)
  const number = Number(text)
  return numericTypes.has(type) && String(number) === text ? number : text
}

const describeRelation = ({ kind, table, columns }: Relation): Value => ({
  kind,
  table: table.name,
  model: table.phpName,
  columns: Object.fromEntries(columns.map(({ own, other }) => [own.name, other.name])),
})

function literalType(value: Value, indent = ''): string {
  const inner = `${indent}  `
  if (isList(value)) return `readonly [${value.map((item) => literalType(item, inner)).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${inner}readonly ${JSON.stringify(key)}: ${literalType(member, inner)}\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}

// Array.isArray() does not narrow a union with a readonly array.
const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
