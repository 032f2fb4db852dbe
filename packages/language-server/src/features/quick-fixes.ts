import { type CodeAction, CodeActionKind, type Diagnostic, type TextEdit } from 'vscode-languageserver'
import { cursorAt } from '../markup/cursor.js'
import { attributeNamed, attributeValue } from '../markup/parse-markup.js'
import type { Project } from '../project.js'
import { enclosing, type SchemaFile } from '../schema-file.js'
import { tableNamed } from './completion.js'
import type { ProblemData } from './diagnostics.js'

/** Fixes for the problems at a place: what the hint suggests, and repairs of common mistakes. */
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

/** `did you mean "x"?` */
function meant(file: SchemaFile, diagnostic: Diagnostic): CodeAction[] {
  const word = /did you mean "([^"]+)"\?/i.exec(hintOf(diagnostic))?.[1]
  if (word === undefined) return []
  const offset = file.document.offsetAt(diagnostic.range.start)
  const cursor = cursorAt(file.markup, offset + 1)
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

/** A foreign key to a table that nobody has written. */
function missingTable(file: SchemaFile, diagnostic: Diagnostic): CodeAction[] {
  const offset = file.document.offsetAt(diagnostic.range.start)
  const cursor = cursorAt(file.markup, offset)
  if (cursor.kind !== 'value' || cursor.attribute.name !== 'foreignTable' || !cursor.attribute.value) return []
  const database = enclosing(cursor.element, 'database')
  const around = enclosing(cursor.element, 'table')
  if (!database || !around) return []
  const name = cursor.attribute.value
  const columns = cursor.element.children.map((reference) => attributeValue(reference, 'foreign') ?? 'id')
  const indent = ' '.repeat(file.document.positionAt(around.start).character)
  const lines = [
    `<table name="${name}">`,
    ...columns.map((column) => `  <column name="${column}" type="INTEGER" primaryKey="true" autoIncrement="true"/>`),
    '</table>',
  ]
  const at = file.document.positionAt(around.end)
  const ending = file.document.getText().includes('\r\n') ? '\r\n' : '\n'
  const newText = lines.map((line) => ending + indent + line).join('')
  return [fix(file, diagnostic, `Create table "${name}"`, [{ range: { start: at, end: at }, newText }])]
}

/** A local column whose type is not that of the column which it refers to. */
function foreignType(project: Project, file: SchemaFile, diagnostic: Diagnostic): CodeAction[] {
  const offset = file.document.offsetAt(diagnostic.range.start)
  const cursor = cursorAt(file.markup, offset)
  const reference = 'element' in cursor ? enclosing(cursor.element, 'reference') : undefined
  const key = reference && enclosing(reference, 'foreign-key')
  const table = key && enclosing(key, 'table')
  if (!table || !/\btype/.test(messageOf(diagnostic))) return []
  const foreign = tableNamed(project, file.databaseAround(key), attributeValue(key, 'foreignTable') ?? '')
  const target = foreign?.columns.find(({ name }) => name === attributeValue(reference, 'foreign'))
  const own = table.children.find(
    (each) => each.name === 'column' && attributeValue(each, 'name') === attributeValue(reference, 'local'),
  )
  const type = own && attributeNamed(own, 'type')
  if (!target || !type || type.value === target.type) return []
  return [
    fix(file, diagnostic, `Change the type of "${attributeValue(own, 'name')}" to ${target.type}`, [
      { range: file.range(type.valueStart, type.valueEnd), newText: target.type },
    ]),
  ]
}

/** An element without an attribute that it must have. */
function missingAttribute(file: SchemaFile, diagnostic: Diagnostic): CodeAction[] {
  const missing = /(?:no|needs|without) (?:the )?attribute "(\w+)"|attribute "(\w+)" is missing/.exec(
    messageOf(diagnostic),
  )
  const name = missing?.[1] ?? missing?.[2]
  const cursor = cursorAt(file.markup, file.document.offsetAt(diagnostic.range.start) + 1)
  if (name === undefined || cursor.kind !== 'element name') return []
  const at = file.document.positionAt(cursor.element.start + 1 + cursor.element.name.length)
  return [
    fix(file, diagnostic, `Add the attribute "${name}"`, [{ range: { start: at, end: at }, newText: ` ${name}=""` }]),
  ]
}
