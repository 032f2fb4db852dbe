import { BuildError, quoted } from '../../errors/index.js'
import { type ForeignKey, foreignSchemaOf, isColumnReference, primaryKeyOf, type Table } from '../../model/index.js'
import { placeholder } from '../slug-placeholder.js'

interface TreeParameters {
  readonly tree?: boolean | undefined
  readonly tree_separator?: string | undefined
  readonly parent_column?: string | undefined
  readonly slug_pattern: string
  readonly replacement: string
  readonly separator: string
}

const behaviorOf = ({ behaviors }: Table, name: string) => behaviors.find((one) => one.name === name)

/** Returns the columns that refer to the primary key of their own table. */
function selfReferences(table: Table): string[] {
  const [key, ...more] = primaryKeyOf(table)
  if (!key || more.length > 0) return []
  const isOwn = (one: ForeignKey): boolean =>
    one.foreignTable === table.name && foreignSchemaOf(table, one) === table.schema && one.references.length === 1
  return table.foreignKeys
    .filter(isOwn)
    .flatMap(({ references: [reference] }) =>
      reference && isColumnReference(reference) && reference.foreign === key.name ? [reference.local] : [],
    )
}

/** Returns the column that refers to the parent. Undefined for a nested set, whose numbers define the ancestors. */
export function parentColumnOf(table: Table, { parent_column: named }: TreeParameters): string | undefined {
  if (behaviorOf(table, 'nested_set')) return undefined
  const closure = behaviorOf(table, 'closure_table')
  if (closure) return String(closure.parameters.get('parent_column') ?? 'parent_id')
  return named ?? selfReferences(table)[0]
}

/** Rejects a table that cannot be a tree, and slugs that could not be split again. */
export function refuseWrongTree(table: Table, params: TreeParameters): void {
  const { tree, tree_separator: given, parent_column: parent } = params
  if (!tree) {
    const idle = given !== undefined ? 'tree_separator' : parent !== undefined ? 'parent_column' : undefined
    if (idle === undefined) return
    throw new BuildError(`"${idle}" has no meaning without "tree"`, { parameter: idle, hint: 'set tree to true' })
  }
  refuseWrongParent(table, params)
  const separator = given ?? '/'
  if ([...separator].length !== 1 || /[\p{L}\p{N}\s{}]/u.test(separator)) {
    throw new BuildError(`"${separator}" cannot separate the slugs of a tree`, {
      parameter: 'tree_separator',
      hint: 'use one character that is no letter, digit, brace or whitespace, such as / or .',
    })
  }
  const literals = { ...params, slug_pattern: params.slug_pattern.replace(placeholder, '') }
  for (const name of ['slug_pattern', 'separator', 'replacement'] as const) {
    if (!literals[name].includes(separator)) continue
    throw new BuildError(`"${name}" contains "${separator}", which separates the slugs of a tree`, {
      parameter: name,
      hint: 'choose another tree_separator, or remove the character',
    })
  }
}

function refuseWrongParent(table: Table, { parent_column: named }: TreeParameters): void {
  const found = selfReferences(table)
  for (const name of ['nested_set', 'closure_table']) {
    const tree = behaviorOf(table, name)
    if (!tree) continue
    if (named === undefined) return
    throw new BuildError(`the behavior ${name} says what the parent of a row is`, {
      parameter: 'parent_column',
      hint: 'remove parent_column',
    })
  }
  if (named !== undefined && !found.includes(named)) {
    throw new BuildError(`column "${named}" does not refer to the primary key of the table itself`, {
      keysOf: table,
      parameter: 'parent_column',
      hint: found.length > 0 ? `use ${quoted(found)}` : 'add a foreign key to it',
    })
  }
  if (found.length === 0) {
    throw new BuildError(`table "${table.name}" has no tree`, {
      keysOf: table,
      parameter: 'tree',
      hint: 'use nested_set or closure_table, or add a foreign key of one column to the primary key of the table itself',
    })
  }
  if (named === undefined && found.length > 1) {
    throw new BuildError(`columns ${quoted(found)} all refer to the table itself`, {
      parameter: 'tree',
      hint: 'name the one that refers to the parent by parent_column',
    })
  }
}
