import { markdownText } from '../../escape/index.js'
import {
  type Column,
  type Database,
  type Exclusion,
  indexWords,
  type Partition,
  specialText,
  type Table,
  tableKinds,
  writtenType,
} from '../../model/index.js'
import { type Drawing, type DrawnColumn, type DrawnTable, drawingOf, objectText } from './drawing.js'

const heads = ['Column Name', 'PHP Name', 'Type', 'Length', 'PK', 'NN', 'UQ', 'AI', 'FK', 'Default', 'Description']

/** Returns the data dictionary: every table and column of a database as Markdown. */
export function dictionaryOf(database: Database): string {
  const drawing = drawingOf(database)
  const parts = [
    `# ${markdownText(database.name)}`,
    drawing.tables.map(({ name }, at) => `- [${markdownText(name)}](#${anchorOf(at)})`).join('\n'),
    ...drawing.tables.map((table, at) => section(drawing, table, database.tables[at]!, at)),
    objectsSection(drawing),
    ...database.statements.map(({ name, sql }) => `## statement ${markdownText(name)}\n\n${codeBlock(sql)}`),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** Returns an explicit anchor for a title, as renderers derive anchors from titles in different ways. */
const anchorOf = (at: number): string => `table-${at + 1}`

function section(drawing: Drawing, drawn: DrawnTable, table: Table, at: number): string {
  const flags = [
    table.abstract && 'abstract',
    ...(table.kinds ?? []).map((kind) => tableKinds[kind]),
    table.view ? `${table.view.materialized ? 'materialized ' : ''}view` : table.skipSql && 'skip SQL',
  ]
    .filter(Boolean)
    .join(', ')
  const references = drawing.keys
    .filter(({ from }) => from === drawn.name)
    .map(({ to, columns, onDelete }) => {
      const pairs = columns.map((pair) => `${markdownText(pair.from)} = ${markdownText(pair.to)}`).join(', ')
      return `- references ${markdownText(to)} (${pairs})${onDelete ? `, on delete ${onDelete.toLowerCase()}` : ''}`
    })
  const parts = [
    `## <a id="${anchorOf(at)}"></a>${markdownText(drawn.name)}`,
    `PHP class: ${markdownText(drawn.phpName)}${flags ? ` (${flags})` : ''}`,
    markdownText(drawn.description),
    [row(heads), row(heads.map(() => '---')), ...drawn.columns.map((column, i) => columnRow(column, table, i))].join(
      '\n',
    ),
    references.join('\n'),
    table.view ? codeBlock(table.view.sql) : '',
    // All other indexes are shown in the table, or have no special properties.
    [...table.uniques, ...table.indexes]
      .filter((index) => specialText(index) !== '')
      .map(
        (index) =>
          `- ${index.unique ? 'unique' : 'index'} ${markdownText(index.name)}: ${markdownText(indexWords(index))}`,
      )
      .join('\n'),
    table.checks.map(({ name, expression }) => `- check ${markdownText(name)}: ${markdownText(expression)}`).join('\n'),
    table.exclusions.map(exclusionLine).join('\n'),
    table.partition ? partitionLine(table.partition) : '',
  ]
  return parts.filter(Boolean).join('\n\n')
}

/** Lists extensions, sequences and domains. */
function objectsSection({ objects }: Drawing): string {
  const lines = objects.map((object) => `- ${markdownText(objectText(object))}`)
  return lines.length === 0 ? '' : `## Other objects\n\n${lines.join('\n')}`
}

function partitionLine({ by, columns, count, parts }: Partition): string {
  const names = count === undefined ? parts.map(({ name }) => markdownText(name)).join(', ') : `${count} parts`
  return `- partition by ${by} of ${columns.map(markdownText).join(', ')}: ${names}`
}

function exclusionLine({ name, parts, where }: Exclusion): string {
  const list = parts.map(({ column, expression, operator }) => markdownText(`${column ?? expression} ${operator}`))
  const condition = where === undefined ? '' : `, where ${markdownText(where)}`
  return `- exclusion ${markdownText(name)}: ${list.join(', ')}${condition}`
}

/** Returns SQL as a code block whose fence does not occur in the SQL. */
function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `${fence}sql\n${text}\n${fence}`
}

/** Returns the domain, the SQL type, or a native type with its values. */
function typeText({ domain, sqlType, type, valueSet }: Column): string {
  const written = writtenType(type)
  if (domain) return domain.schema === undefined ? domain.name : `${domain.schema}.${domain.name}`
  if (sqlType !== undefined) return sqlType
  return written.native ? `${written.type} (${valueSet.join(', ')})` : written.type
}

function columnRow(column: DrawnColumn, table: Table, at: number): string {
  const { phpName, size, scale } = table.columns[at]!
  const length = size === undefined ? '' : scale === undefined ? `${size}` : `${size},${scale}`
  const mark = (is: boolean): string => (is ? '✓' : '')
  return row([
    markdownText(column.name),
    markdownText(phpName),
    markdownText(typeText(table.columns[at]!)),
    length,
    mark(column.primary),
    mark(column.required),
    mark(column.unique),
    mark(column.autoIncrement),
    mark(column.foreign),
    markdownText(column.default),
    markdownText(column.description),
  ])
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
