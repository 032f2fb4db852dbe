import { type DocumentSymbol, type FoldingRange, SymbolKind } from 'vscode-languageserver'
import { attributeValue, type MarkupElement } from '../markup/parse-markup.js'
import type { SchemaFile } from '../schema-file.js'

const kinds: Readonly<Record<string, SymbolKind>> = {
  database: SymbolKind.Module,
  table: SymbolKind.Class,
  view: SymbolKind.Class,
  column: SymbolKind.Field,
  'foreign-key': SymbolKind.Key,
  index: SymbolKind.Array,
  unique: SymbolKind.Array,
  check: SymbolKind.Boolean,
  behavior: SymbolKind.Module,
  domain: SymbolKind.TypeParameter,
}

/** Returns databases, tables and their contents. */
export function symbols(file: SchemaFile): DocumentSymbol[] {
  const symbolsOf = (element: MarkupElement): DocumentSymbol[] => {
    const kind = kinds[element.name]
    if (kind === undefined) return element.children.flatMap(symbolsOf)
    const range = file.range(element.start, element.end)
    return [
      {
        name: titleOf(element),
        detail: element.name === 'column' ? (attributeValue(element, 'type') ?? '') : element.name,
        kind,
        range,
        selectionRange: file.range(element.start, Math.min(element.tagEnd, element.end)),
        children: element.children.flatMap(symbolsOf),
      },
    ]
  }
  return file.markup.children.flatMap(symbolsOf)
}

const titleOf = (element: MarkupElement): string =>
  attributeValue(element, 'name') ||
  (element.name === 'foreign-key' && `→ ${attributeValue(element, 'foreignTable') ?? ''}`) ||
  element.children
    .map((child) => attributeValue(child, 'name'))
    .filter(Boolean)
    .join(', ') ||
  element.name

/** Returns a folding range for every element with several lines, down to its start tag. */
export function foldings(file: SchemaFile): FoldingRange[] {
  const ranges: FoldingRange[] = []
  const visit = (element: MarkupElement): void => {
    const startLine = file.document.positionAt(element.start).line
    const endLine = file.document.positionAt(element.end).line - 1
    if (endLine > startLine) ranges.push({ startLine, endLine })
    element.children.forEach(visit)
  }
  file.markup.children.forEach(visit)
  return ranges
}
