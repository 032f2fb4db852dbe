import { type ElementName, elements, isEnumerated, type Table } from 'orm-core/internal'
import { type CompletionItem, CompletionItemKind, InsertTextFormat, type Position } from 'vscode-languageserver'
import type { Cursor } from '../markup/cursor.js'
import { attributeNamed, attributeValue, type MarkupAttribute, type MarkupElement } from '../markup/parse-markup.js'
import type { Project } from '../project.js'
import { type DeclaredTable, enclosing, plainName, type SchemaFile, type TableName } from '../schema-file.js'

/** Returns the completions at a position in a schema. */
export function complete(project: Project, file: SchemaFile, position: Position): CompletionItem[] {
  const offset = file.document.offsetAt(position)
  const cursor = file.cursorAt(offset)
  switch (cursor.kind) {
    case 'content':
    case 'element name':
      return elementItems(file, cursor, offset)
    case 'attribute name':
      return attributeItems(file, cursor, offset)
    case 'value':
      return valueItems(project, file, cursor, offset)
    case 'other':
      return []
  }
}

const isKnown = (name: string): name is ElementName => Object.hasOwn(elements, name)

/** Returns the name of an attribute in the schema language, which may be written in another case. */
export function attributeName(element: string, written: string): string {
  const names = isKnown(element) ? Object.keys(elements[element].attributes) : []
  return names.find((name) => name.toLowerCase() === written.toLowerCase()) ?? written
}

function elementItems(
  file: SchemaFile,
  cursor: Extract<Cursor, { readonly kind: 'content' | 'element name' }>,
  offset: number,
): CompletionItem[] {
  const { parent } = cursor
  const children =
    parent.name === '' ? ['database'] : isKnown(parent.name) ? Object.keys(elements[parent.name].children) : []
  const start = cursor.kind === 'element name' ? cursor.element.start : offset
  return children.filter(isKnown).map((name) => {
    const { about, attributes, children: inner } = elements[name]
    const required = Object.entries(attributes).filter(([, rule]) => 'required' in rule)
    const written = required.map(([attribute], at) => ` ${attribute}="$${at + 1}"`).join('')
    const isLeaf = Object.values<string>(inner).every((occurrence) => occurrence !== '+') && !isContainer(name)
    const body = isLeaf ? '/>' : `>\n  $0\n</${name}>`
    return {
      label: name,
      kind: CompletionItemKind.Struct,
      documentation: about,
      filterText: cursor.kind === 'element name' ? `<${name}` : name,
      insertTextFormat: InsertTextFormat.Snippet,
      textEdit: { range: file.range(start, offset), newText: `<${name}${written}${body}` },
    }
  })
}

/** Returns whether an element usually has children. */
const isContainer = (name: ElementName): boolean => name === 'database' || name === 'table'

function attributeItems(
  file: SchemaFile,
  { element, attribute }: Extract<Cursor, { readonly kind: 'attribute name' }>,
  offset: number,
): CompletionItem[] {
  if (!isKnown(element.name)) return []
  const written = new Set(element.attributes.filter((each) => each !== attribute).map(({ name }) => name.toLowerCase()))
  const start = attribute?.start ?? offset
  const end = attribute ? attribute.start + attribute.name.length : offset
  return Object.entries(elements[element.name].attributes)
    .filter(([name, rule]) => !written.has(name.toLowerCase()) && !('legacy' in rule))
    .map(([name, rule]) => ({
      label: name,
      kind: CompletionItemKind.Property,
      documentation: 'default' in rule ? `${rule.about} Default: ${rule.default}.` : rule.about,
      // Required attributes come first.
      sortText: `${'required' in rule ? 0 : 1}${name}`,
      insertTextFormat: InsertTextFormat.Snippet,
      textEdit: {
        range: file.range(start, end),
        newText: attribute?.value === undefined ? `${name}="$1"` : name,
      },
    }))
}

function valueItems(
  project: Project,
  file: SchemaFile,
  { element, attribute }: Extract<Cursor, { readonly kind: 'value' }>,
  offset: number,
): CompletionItem[] {
  const name = attributeName(element.name, attribute.name)
  const isList = isListed(element, name)
  const written = file.document.getText().slice(attribute.valueStart, offset)
  const start = isList ? offset - /[^,\s]*$/.exec(written)![0].length : attribute.valueStart
  const end = isList ? offset : attribute.valueEnd
  const range = file.range(start, end)
  return valuesFor(project, file, element, name).map(({ value, about, kind = CompletionItemKind.Value, before }) => ({
    label: value,
    kind,
    ...(about && { detail: about }),
    textEdit: { range, newText: value },
    ...(before && {
      additionalTextEdits: [
        { range: file.range(before.attribute.start, before.attribute.start), newText: before.text },
      ],
    }),
  }))
}

interface Value {
  readonly value: string
  readonly about?: string | undefined
  readonly kind?: CompletionItemKind
  /** Inserted at the start of an attribute. */
  readonly before?: { readonly attribute: MarkupAttribute; readonly text: string }
}

function valuesFor(project: Project, file: SchemaFile, element: MarkupElement, attribute: string): Value[] {
  const named = `${element.name}@${attribute}`
  const database = file.databaseAround(element)
  switch (named) {
    case 'foreign-key@foreignTable':
      return foreignTables(project, file, element)
    case 'reference@foreign':
      return columnNames(project, file.tableReferredBy(element.parent!))
    case 'reference@local':
    case 'index-column@name':
    case 'unique-column@name':
    case 'index-include@name':
    case 'exclude-column@name':
    case 'partition@column':
    case 'partition@columns':
    case 'view@identity':
      return columnNames(project, file.tableAround(element))
    case 'column@domain':
      return project
        .files()
        .flatMap(({ uses }) => uses)
        .filter(({ thing, isDeclaration }) => thing.kind === 'domain' && isDeclaration && thing.database === database)
        .map(({ thing }) => ({ value: thing.name }))
    case 'behavior@name':
      return project.behaviorNames.map((value) => ({ value, kind: CompletionItemKind.Module }))
    case 'parameter@name':
      return Object.entries(parametersAround(project, file, element)).map(([value, { doc, expects }]) => ({
        value,
        about: doc ?? expects,
        kind: CompletionItemKind.Property,
      }))
    case 'parameter@value':
      return parameterValues(project, file, element)
  }
  return valuesOfRule(element.name, attribute)
}

function valuesOfRule(element: string, attribute: string): Value[] {
  if (!isKnown(element)) return []
  const attributes: Readonly<Record<string, { readonly type: unknown }>> = elements[element].attributes
  const type = attributes[attribute]?.type as Parameters<typeof isEnumerated>[0] | undefined
  if (type === undefined) return []
  if (type === 'boolean') return [{ value: 'true' }, { value: 'false' }]
  if (type === 'integer' || type === 'signed integer') return []
  return (isEnumerated(type) ? type.values : (type.offers ?? [])).map((value) => ({ value }))
}

const tablesOf = (project: Project, database: string): DeclaredTable[] =>
  project
    .files()
    .flatMap(({ tables }) => tables)
    .filter((table) => table.database === database)

const tableValue = ({ name, element }: DeclaredTable): Value => ({
  value: name,
  about: attributeValue(element, 'description') ?? attributeValue(element, 'phpName'),
  kind: CompletionItemKind.Class,
})

/** Returns the tables in the SQL schema of a foreign key. Where the key names no schema, the others follow, with theirs. */
function foreignTables(project: Project, file: SchemaFile, key: MarkupElement): Value[] {
  const { database, schema } = file.tableReferredBy(key)
  const attribute = attributeNamed(key, 'foreignTable')!
  const wanted = project.sqlSchema(database, schema)
  const tables = tablesOf(project, database)
  const near = tables.filter((table) => project.sqlSchema(database, table.schema) === wanted)
  const others = attributeNamed(key, 'foreignSchema') ? [] : tables.filter((table) => !near.includes(table))
  return [
    ...near.map(tableValue),
    ...others.flatMap((table) => {
      const { schema: other } = table
      if (other === undefined) return []
      return [{ ...tableValue(table), about: `in ${other}`, before: { attribute, text: `foreignSchema="${other}" ` } }]
    }),
  ]
}

function tableNames(project: Project, database: string): Value[] {
  const values = tablesOf(project, database).map(tableValue)
  return [...new Map(values.map((each) => [each.value, each])).values()]
}

/** Returns declared columns, then those added by behaviors. */
function columnNames(project: Project, table: TableName | undefined): Value[] {
  if (!table) return []
  const values = new Map<string, Value>()
  for (const column of writtenColumns(project, table)) {
    const value = attributeValue(column, 'name')
    if (value) values.set(value, { value, about: attributeValue(column, 'type'), kind: CompletionItemKind.Field })
  }
  for (const { name, type } of tableNamed(project, table)?.columns ?? []) {
    if (!values.has(name)) values.set(name, { value: name, about: type, kind: CompletionItemKind.Field })
  }
  return [...values.values()]
}

/** Returns the columns of a table in the current text of the schemas, which may have errors. */
export const writtenColumns = (project: Project, table: TableName): MarkupElement[] =>
  project.inSchemaOf(table, project.declarations(table))?.element.children.filter(({ name }) => name === 'column') ?? []

/** Returns the table of the model with this name in a schema. */
export function tableNamed(project: Project, table: TableName): Table | undefined {
  const name = plainName(table.name)
  const named = project.model?.databases
    .filter((each) => each.name === table.database)
    .flatMap(({ tables }) => tables)
    .filter((each) => [each.name, each.commonName].some((known) => plainName(known) === name))
  return named && project.inSchemaOf(table, named)
}

/** Returns the parameters of the behavior around an element. */
export function parametersAround(project: Project, { path }: SchemaFile, element: MarkupElement) {
  const behavior = enclosing(element, 'behavior')
  const name = behavior && attributeValue(behavior, 'name')
  return (name && project.parametersOf(name, path)) || {}
}

function parameterValues(project: Project, file: SchemaFile, element: MarkupElement): Value[] {
  const rule = parametersAround(project, file, element)[attributeValue(element, 'name') ?? '']
  if (!rule) return []
  const database = file.databaseAround(element)
  if (rule.ofColumns) return columnNames(project, file.tableAround(element))
  if (rule.expects === 'a table name') return tableNames(project, database)
  if (rule.expects === 'a boolean') return [{ value: 'true' }, { value: 'false' }]
  return [...rule.expects.matchAll(/"([^"]+)"/g)].map(([, value]) => ({ value: value! }))
}

const isListed = (element: MarkupElement, attribute: string): boolean =>
  (element.name === 'parameter' && attribute === 'value') || ['only', 'identity', 'columns'].includes(attribute)
