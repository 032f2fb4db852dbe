import { BuildError } from '../../errors/index.js'
import type { TableEditor } from '../../schema/index.js'

interface Parameters {
  readonly slug_column: string
  readonly scope_column: string
  readonly unique_constraint: boolean
  readonly replace_pattern: string
}

const textTypes: readonly string[] = ['CHAR', 'VARCHAR', 'LONGVARCHAR', 'CLOB']

/** Adds the column and its unique index if they are missing. */
export function prepareTable({ table, params }: { table: TableEditor; params: Parameters }): void {
  const { slug_column: name, scope_column: scope } = params
  if (scope && !table.findColumn(scope)) throw new BuildError(`the scope column "${scope}" does not exist`)
  const declared = table.findColumn(name)
  if (declared) {
    if (!textTypes.includes(declared.type)) {
      throw new BuildError(`column "${name}" is ${declared.type}, which cannot hold a slug`, {
        node: declared,
        hint: 'use VARCHAR',
      })
    }
    return
  }
  table.addColumn({ name, type: 'VARCHAR', size: 255 })
  if (params.unique_constraint) {
    table.addUnique(scope ? [name, scope] : [name], { name: `${table.table.commonName}_slug` })
  }
}
