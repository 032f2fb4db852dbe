import { type CatalogTable, type Dialect, significantTokens, unquotedName } from '../../dialects/index.js'
import type { Draft } from './draft.js'
import { nameOf } from './repair.js'

/**
 * Removes what mentions columns and tables of the catalog that the draft lacks, because the compiler cannot find those names in
 * expressions and queries. Returns whether anything was changed.
 */
export function omitDependents(
  root: Draft,
  catalog: readonly CatalogTable[],
  dialect: Dialect,
  notice: (text: string) => void,
): boolean {
  let isChanged = false
  const tell = (text: string): void => {
    isChanged = true
    notice(text)
  }
  const drafts = root.children.filter(({ name }) => name === 'table' || name === 'view')
  const draftOf = ({ name, schema }: CatalogTable): Draft | undefined =>
    drafts.find(({ attributes }) => attributes.name === name && (attributes.schema ?? schema) === schema)
  /** What a query must not mention: a table, or a table and a column. */
  const gone: (readonly string[])[] = []
  for (const table of catalog) {
    const draft = draftOf(table)
    if (!draft) gone.push([table.name])
    if (draft?.name !== 'table' || table.view) continue
    const kept = new Set(draft.children.filter(isColumn).map(({ attributes }) => attributes.name))
    for (const { name } of table.columns.filter((column) => !kept.has(column.name))) {
      gone.push([table.name, name])
      withoutColumn(draft, root, name, dialect, tell)
    }
  }
  for (const view of drafts.filter(({ name }) => name === 'view')) {
    const query = view.children.find(({ name }) => name === 'sql')?.text ?? ''
    const words = new Set(significantTokens(query, dialect.lexicon).map((token) => unquotedName(token).toLowerCase()))
    const missing = gone.find((names) => names.every((name) => words.has(name.toLowerCase())))
    if (!missing || missing[0] === view.attributes.name) continue
    tell(`${nameOf([view, root])} is omitted, because ${missing.join('.')} that it reads is`)
    root.children = root.children.filter((child) => child !== view)
  }
  return isChanged
}

const isColumn = ({ name }: Draft): boolean => name === 'column'

function withoutColumn(
  table: Draft,
  root: Draft,
  column: string,
  dialect: Dialect,
  notice: (text: string) => void,
): void {
  const names = (expression: string | undefined): boolean =>
    expression !== undefined &&
    [...dialect.sqlOutline(expression).names].some((name) => name.toLowerCase() === column.toLowerCase())
  const because = `omitted, because the column ${column} that it names is`
  table.children = table.children.filter((child) => {
    const { attributes, children } = child
    const place = nameOf([child, table, root])
    if (isColumn(child)) {
      if (names(attributes.generated)) {
        notice(`${place}: the expression ${attributes.generated} that generates its value is ${because}`)
        delete attributes.generated
        delete attributes.stored
      }
      if (names(attributes.defaultExpr)) {
        notice(`${place}: the default ${attributes.defaultExpr} is ${because}`)
        delete attributes.defaultExpr
      }
      return true
    }
    const expressions = [child, ...children].flatMap((part) => [part.attributes.expression, part.attributes.where])
    if (child.name === 'vendor' || !expressions.some(names)) return true
    notice(`${place} is ${because}`)
    return false
  })
}
