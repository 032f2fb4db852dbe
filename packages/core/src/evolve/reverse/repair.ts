import type { Dialect } from '../../dialects/index.js'
import type { Diagnostic } from '../../errors/index.js'
import { asciiUpper, listTypes, phpNameOf, type SchemaType } from '../../model/index.js'
import { type Draft, linesOf, type Path } from './draft.js'

/**
 * Removes what the compiler rejects from a draft, the smallest part first: a PHP name, a default, a key, a column, a table. A
 * notice describes what SQL loses.
 */
export class Repair {
  readonly #root: Draft
  readonly #dialect: Dialect
  readonly #notice: (text: string) => void
  readonly #attempts = new Map<Draft, number>()

  constructor(root: Draft, dialect: Dialect, notice: (text: string) => void) {
    this.#root = root
    this.#dialect = dialect
    this.#notice = notice
  }

  /** Changes the rejected elements. Returns whether anything was changed, so that another attempt makes sense. */
  apply(problems: readonly Diagnostic[]): boolean {
    const lines = linesOf(this.#root)
    const seen = new Set<Draft>()
    for (const problem of problems) {
      const path = problem.place && lines.get(problem.place.line)
      const target = path && targetOf(path)
      if (!target || target[0] === this.#root || target.some((element) => seen.has(element))) continue
      seen.add(target[0])
      this.#change(target, problem)
    }
    return seen.size > 0
  }

  #change(path: Path, problem: Diagnostic): void {
    const [element, parent] = path
    const attempt = this.#attempts.get(element) ?? 0
    this.#attempts.set(element, attempt + 1)
    const { attributes } = element
    const number = (parent?.children.indexOf(element) ?? 0) + 1
    const isAboutNames = /^ORM-[SB]8|^ORM-B003/.test(problem.code)
    const lists = element.children.filter(isList)
    if (problem.code === 'ORM-S807' && lists.length > 0) {
      // The methods for single values of a list have separate names, which may clash with another column's.
      for (const { attributes: column } of lists) column.phpSingularName = `${phpNameOf(String(column.name))}Value`
    } else if (attempt === 0 && isAboutNames && element.name === 'column') {
      attributes.phpName = `Column${number}`
      attributes.tableMapName = `COLUMN_${number}`
    } else if (attempt === 0 && element.name === 'foreign-key') {
      // A column often has the name of the table that it references, and so does the relation.
      attributes.phpName = `${this.#classNameOf(element, parent)}Relation`
    } else if (attempt === 1 && element.name === 'foreign-key') {
      const [, table] = path
      attributes.phpName = `${table?.attributes.phpName ?? ''}Relation${number}`
      attributes.refPhpName = `${table?.attributes.phpName ?? 'Referrer'}${number}`
    } else if (attributes.isCrossRef !== undefined) {
      delete attributes.isCrossRef
    } else if (attempt === 0 && isAboutNames && (element.name === 'table' || element.name === 'view')) {
      attributes.phpName = `Table${number}`
    } else if (attributes.autoIncrement !== undefined) {
      this.#notice(`${nameOf(path)}: its numbering is omitted: ${problem.message}`)
      delete attributes.autoIncrement
    } else if (attributes.defaultValue !== undefined && !/^ORM-S[12]/.test(problem.code)) {
      // A value that a schema does not accept, such as a time beyond a day, may be valid in the database.
      attributes.defaultExpr = this.#dialect.reverse.literal(String(attributes.defaultValue))
      delete attributes.defaultValue
    } else if (problem.code === 'ORM-S308' && attributes.defaultExpr?.startsWith('(') === false) {
      // The server stores the current time in columns of any type. In parentheses, it is an expression like others.
      attributes.defaultExpr = `(${attributes.defaultExpr})`
    } else if (attributes.defaultExpr !== undefined && !/^ORM-S[12]/.test(problem.code)) {
      this.#notice(`${nameOf(path)}: the default is omitted: ${problem.message}`)
      delete attributes.defaultExpr
    } else if (parent) {
      this.#notice(`${nameOf(path)} is omitted: ${problem.message}`)
      parent.children = parent.children.filter((child) => child !== element)
      // Without one of its columns or foreign keys, it is no longer a link table.
      delete parent.attributes.isCrossRef
    }
  }

  /** Returns the PHP name of the table that a foreign key references. */
  #classNameOf({ attributes }: Draft, table: Draft | undefined): string {
    const schema = attributes.foreignSchema ?? table?.attributes.schema
    const foreign = this.#root.children.find(
      (other) => other.attributes.name === attributes.foreignTable && other.attributes.schema === schema,
    )
    return String(foreign?.attributes.phpName ?? phpNameOf(String(attributes.foreignTable)))
  }
}

/** Returns whether a column has methods for single values that have not been renamed yet. */
const isList = ({ name, attributes }: Draft): boolean =>
  name === 'column' &&
  attributes.phpSingularName === undefined &&
  (attributes.array !== undefined || listTypes.has(asciiUpper(String(attributes.type)) as SchemaType))

const parts = new Set([
  ...['reference', 'index-column', 'unique-column', 'index-include', 'exclude-column', 'part', 'parameter', 'sql'],
])

/** Returns the whole element for a part of a key or of vendor parameters. */
function targetOf(path: Path): Path {
  const [element, parent, ...others] = path
  return parts.has(element.name) && parent ? [parent, ...others] : path
}

export function nameOf([element, parent]: Path): string {
  const { name, attributes } = element
  if (name === 'table' || name === 'view') return `${name} ${attributes.name}`
  const table = parent?.name === 'table' || parent?.name === 'view' ? `${parent.attributes.name}` : ''
  if (name === 'column') return `${table}.${attributes.name}`
  if (name === 'foreign-key') {
    const own = attributes.name === undefined ? '' : ` ${attributes.name}`
    return `${table}: the foreign key${own} to ${attributes.foreignTable}`
  }
  return `${table}: ${name} ${attributes.name ?? ''}`.trim()
}
