import { BuildError } from '../errors/index.js'
import type { AttributesOf, TableEditor } from '../schema/index.js'
import { type Parameter, p } from './behavior-parameters.js'

/** A list item that declares a foreign key of a companion table: columns, table and attributes of `<foreign-key>`. */
export type ForeignKeyItem = Readonly<Record<'localColumn' | 'foreignColumn' | 'foreignTable', string>> &
  Readonly<Record<string, string | undefined>>

type Items = readonly ForeignKeyItem[]

export const foreignKeyItems = p.list(
  {
    localColumn: p.column({ required: true }),
    foreignColumn: p.column({ required: true }),
    foreignTable: p.table({ required: true }),
    foreignSchema: p.string(),
    name: p.string(),
    phpName: p.string(),
    refPhpName: p.string(),
    onDelete: p.string(),
    onUpdate: p.string(),
    skipSql: p.string(),
    defaultJoin: p.string(),
    interface: p.string(),
  },
  { default: [], doc: 'foreign keys of the other table' },
) as unknown as Parameter<Items> & { readonly default: Items }

export function addForeignKeyItems(editor: TableEditor, items: readonly ForeignKeyItem[]): void {
  for (const { localColumn, foreignColumn, ...attributes } of items) {
    editor.addForeignKey(attributes as AttributesOf<'foreign-key'>, [{ local: localColumn, foreign: foreignColumn }])
  }
}

/** Rejects names that foreign keys of the table already have. */
export function refuseClashes({ table }: TableEditor, items: readonly ForeignKeyItem[]): void {
  for (const { name } of items) {
    if (name !== undefined && table.foreignKeys.some((key) => key.name === name)) {
      throw new BuildError(`table "${table.name}" already has a foreign key "${name}"`, { node: table })
    }
  }
}
