import { type CodeAction, CodeActionKind, type Diagnostic, type TextEdit } from 'vscode-languageserver'
import { attributeNamed, attributeValue } from '../markup/parse-markup.js'
import type { Project } from '../project.js'
import { enclosing, type SchemaFile, type TableName } from '../schema-file.js'
import { tableNamed, writtenColumns } from './completion.js'
import type { ProblemData } from './diagnostics.js'

/** Returns fixes for problems: the suggestion of the hint, and fixes for common mistakes. */
export function quickFixes(project: Project, file: SchemaFile, diagnostics: readonly Diagnostic[]): CodeAction[] {
  return diagnostics
    .filter(({ source }) => source === 'orm')
    .flatMap((diagnostic) => [
      ...meant(file, diagnostic),
      ...missingTable(file, diagnostic),
      ...foreignType(project, file, diagnostic),
      ...missingAttribute(file, diagnostic),
    ])
}

const fix = (file: SchemaFile, diagnostic: Diagnostic, title: string, edits: TextEdit[]): CodeAction => ({
  title,
  kind: CodeActionKind.QuickFix,
  diagnostics: [diagnostic],
  isPreferred: true,
  edit: { changes: { [file.document.uri]: edits } },
})

const hintOf = ({ data }: Diagnostic): string => (data as ProblemData | undefined)?.hint ?? ''

const messageOf = ({ message }: Diagnostic): string => (typeof message === 'string' ? message : message.value)

/** Applies the hint `did you mean "x"?`. */
function meant(file: SchemaFile, diagnostic: Diagnostic): CodeAction[] {
  const word = /did you mean "([^"]+)"\?/i.exec(hintOf(diagnostic))?.[1]
  if (word === undefined) return []
  const offset = file.document.offsetAt(diagnostic.range.start)
  const cursor = file.cursorAt(offset + 1)
  const title = `Change to "${word}"`
  const replace = (start: number, end: number): CodeAction[] => [
    fix(file, diagnostic, title, [{ range: file.range(start, end), newText: word }]),
  ]
  if (cursor.kind === 'value') {
    const { valueStart, valueEnd } = cursor.attribute
    return replace(valueStart, valueEnd)
  }
  if (cursor.kind === 'attribute name' && cursor.attribute) {
    return replace(cursor.attribute.start, cursor.attribute.start + cursor.attribute.name.length)
  }
  if (cursor.kind === 'element name') {
    const { element } = cursor
    const range = file.range(element.start + 1, element.start + 1 + element.name.length)
    const edits: TextEdit[] = [{ range, newText: word }]
    const closing = new RegExp(`</${element.name}\\s*>$`).exec(file.document.getText().slice(0, element.end))
    if (closing && element.end > element.tagEnd) {
      edits.push({ range: file.range(closing.index + 2, closing.index + 2 + element.name.length), newText: word })
    }
    return [fix(file, diagnostic, title, edits)]
  }
  return []
}

/** Adds the missing table of a foreign key. */
function missingTable(file: SchemaFile, diagnostic: Diagnostic): CodeAction[] {
  const offset = file.document.offsetAt(diagnostic.range.start)
  const cursor = file.cursorAt(offset)
  if (diagnostic.code !== 'ORM-S501' || cursor.kind !== 'value' || !cursor.attribute.value) return []
  const database = enclosing(cursor.element, 'database')
  const around = enclosing(cursor.element, 'table')
  if (!database || !around) return []
  const name = cursor.attribute.value
  const schema = attributeValue(cursor.element, 'foreignSchema') ?? attributeValue(around, 'schema')
  const text = file.document.getText()
  const line = text.slice(text.lastIndexOf('\n', around.start) + 1, around.start)
  const indent = /^[ \t]*/.exec(line)![0]
  const unit = indent.includes('\t') ? '\t' : '  '
  const references = cursor.element.children.filter((child) => child.name === 'reference')
  // The database can generate the values only if there is one column.
  const generated = references.length === 1 ? ' autoIncrement="true"' : ''
  const lines = [
    `<table name="${name}"${schema === undefined ? '' : ` schema="${schema}"`}>`,
    ...references.map((reference) => {
      const column = attributeValue(reference, 'foreign') ?? 'id'
      return `${unit}<column name="${column}" type="INTEGER" primaryKey="true"${generated}/>`
    }),
    '</table>',
  ]
  const at = file.document.positionAt(around.end)
  const ending = text.includes('\r\n') ? '\r\n' : '\n'
  const newText = lines.map((line) => ending + indent + line).join('')
  return [fix(file, diagnostic, `Create table "${name}"`, [{ range: { start: at, end: at }, newText }])]
}

/** Changes the type of a local column to that of the column it refers to. */
function foreignType(project: Project, file: SchemaFile, diagnostic: Diagnostic): CodeAction[] {
  const offset = file.document.offsetAt(diagnostic.range.start)
  const cursor = file.cursorAt(offset)
  const reference = 'element' in cursor ? enclosing(cursor.element, 'reference') : undefined
  const key = reference && enclosing(reference, 'foreign-key')
  const table = key && enclosing(key, 'table')
  if (!table || !/\btype/.test(messageOf(diagnostic))) return []
  const target = columnTypeOf(project, file.tableReferredBy(key), attributeValue(reference, 'foreign') ?? '')
  const own = table.children.find(
    (each) => each.name === 'column' && attributeValue(each, 'name') === attributeValue(reference, 'local'),
  )
  const type = own && attributeNamed(own, 'type')
  if (target === undefined || !type || type.value === target) return []
  return [
    fix(file, diagnostic, `Change the type of "${attributeValue(own, 'name')}" to ${target}`, [
      { range: file.range(type.valueStart, type.valueEnd), newText: target },
    ]),
  ]
}

/**
 * Returns the current type of a column, even if the schema has errors. For a column added by a behavior, it is the last known
 * type.
 */
function columnTypeOf(project: Project, table: TableName, column: string): string | undefined {
  const written = writtenColumns(project, table).find((each) => attributeValue(each, 'name') === column)
  if (written) return attributeValue(written, 'type')
  return tableNamed(project, table)?.columns.find(({ name }) => name === column)?.type
}

/** Adds a missing required attribute. */
function missingAttribute(file: SchemaFile, diagnostic: Diagnostic): CodeAction[] {
  const missing = /(?:no|needs|without) (?:the )?attribute "(\w+)"|attribute "(\w+)" is missing/.exec(
    messageOf(diagnostic),
  )
  const name = missing?.[1] ?? missing?.[2]
  const cursor = file.cursorAt(file.document.offsetAt(diagnostic.range.start) + 1)
  if (name === undefined || cursor.kind !== 'element name') return []
  const at = file.document.positionAt(cursor.element.start + 1 + cursor.element.name.length)
  return [
    fix(file, diagnostic, `Add the attribute "${name}"`, [{ range: { start: at, end: at }, newText: ` ${name}=""` }]),
  ]
}
