import {
  type Column,
  dialects,
  type ElementName,
  elements,
  type Parameter,
  qualifiedName,
  type Table,
} from 'orm-core/internal'
import type { Hover, Position } from 'vscode-languageserver'
import type { Cursor } from '../markup/cursor.js'
import { attributeValue } from '../markup/parse-markup.js'
import type { Project } from '../project.js'
import { plainName, type SchemaFile, type TableName } from '../schema-file.js'
import { attributeName, parametersAround, tableNamed } from './completion.js'
import { useAt } from './navigation.js'

/** Describes the thing under the cursor: its SQL, PHP type and methods, or the meaning of an element or attribute. */
export function hover(project: Project, file: SchemaFile, position: Position): Hover | undefined {
  const use = useAt(file, position)
  if (use?.thing.kind === 'table') return shown(describeTable(project, use.thing))
  if (use?.thing.kind === 'column') return shown(describeColumn(project, use.thing.table, use.thing.name))
  const cursor = file.cursorAt(file.document.offsetAt(position))
  if (!('element' in cursor) || !Object.hasOwn(elements, cursor.element.name)) return undefined
  const behavior = describeBehavior(project, file, cursor)
  if (behavior !== undefined) return shown(behavior)
  const rule = elements[cursor.element.name as ElementName]
  if (cursor.kind === 'element name') return shown(rule.about)
  const attributes: Readonly<Record<string, { readonly about: string; readonly default?: string }>> = rule.attributes
  const found = cursor.attribute && attributes[attributeName(cursor.element.name, cursor.attribute.name)]
  if (!found) return undefined
  return shown(found.default === undefined ? found.about : `${found.about}\n\nDefault: ${found.default}.`)
}

const shown = (value: string | undefined): Hover | undefined =>
  value === undefined ? undefined : { contents: { kind: 'markdown', value } }

function describeTable(project: Project, name: TableName): string | undefined {
  const table = tableNamed(project, name)
  if (!table) return undefined
  const className = [table.namespace, table.phpName].filter(Boolean).join('\\')
  const lines = [
    `**${qualifiedName(table)}** · \`${className}\``,
    table.description,
    `${table.columns.length} columns, ${table.relations.length} relations`,
    table.behaviors.length > 0 ? `Behaviors: ${table.behaviors.map(({ name: each }) => each).join(', ')}` : undefined,
    table.relations
      .map(({ kind, name: each, table: other }) => `- ${each}: ${kind} \`${qualifiedName(other)}\``)
      .join('\n'),
  ]
  return lines.filter(Boolean).join('\n\n')
}

function describeColumn(project: Project, tableName: TableName, name: string): string | undefined {
  const table = tableNamed(project, tableName)
  const column = table?.columns.find((each) => plainName(each.name) === plainName(name))
  if (!table || !column) return undefined
  const lines = [
    `**${table.name}.${column.name}**${column.description ? ` · ${column.description}` : ''}`,
    `\`\`\`sql\n${sqlOf(project, table, column)}\n\`\`\``,
    `\`\`\`php\n${methodsOf(table, column).join('\n')}\n\`\`\``,
    column.origin.addedBy === undefined ? undefined : `Added by behavior ${column.origin.addedBy}.`,
  ]
  return lines.filter(Boolean).join('\n\n')
}

/** Describes a behavior with its parameters, or one of its parameters. */
function describeBehavior(project: Project, file: SchemaFile, cursor: Cursor): string | undefined {
  if (cursor.kind !== 'value' || attributeName(cursor.element.name, cursor.attribute.name) !== 'name') return undefined
  const { element } = cursor
  const name = attributeValue(element, 'name') ?? ''
  if (element.name === 'parameter') {
    const rule = parametersAround(project, file, element)[name]
    return rule && describeParameter(name, rule)
  }
  const parameters = element.name === 'behavior' ? project.parametersOf(name, file.path) : undefined
  if (!parameters) return undefined
  const lines = Object.entries(parameters).map(([each, rule]) => `- ${describeParameter(each, rule)}`)
  return [`**${name}**`, lines.join('\n')].filter(Boolean).join('\n\n')
}

function describeParameter(name: string, rule: Parameter): string {
  const usual = rule.default === undefined ? '' : String(rule.print(rule.default))
  const facts = [rule.expects, rule.required && 'required', usual && `default \`${usual}\``].filter(Boolean)
  return `**${name}**: ${facts.join(', ')}${rule.doc ? `. ${rule.doc}` : ''}`
}

function sqlOf({ model }: Project, table: Table, column: Column): string {
  const database = model?.databases.find(({ tables }) => tables.includes(table))
  if (!model || !database) return column.type
  const dialect = dialects[database.platform]
  const type = dialect.typeOf(column, model.config.adapters)
  return `${dialect.quote(column.name)} ${type}${column.required ? ' NOT NULL' : ''} -- ${database.platform}`
}

const methodsOf = ({ phpName: model }: Table, { phpName, type }: Column): string[] => [
  `$${model.charAt(0).toLowerCase()}${model.slice(1)}->get${phpName}() // ${type}`,
  `$${model.charAt(0).toLowerCase()}${model.slice(1)}->set${phpName}($value)`,
  `${model}Query::create()->filterBy${phpName}($value)`,
]
