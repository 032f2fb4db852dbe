import { p, type Values } from '../behavior-parameters.js'

export const parameters = {
  create_column: p.column({ default: 'created_by', doc: 'column for the user who created the row' }),
  update_column: p.column({ default: 'updated_by', doc: 'column for the user who changed it last' }),
  disable_created_by: p.boolean({ default: false, doc: 'omit the user who created the row' }),
  disable_updated_by: p.boolean({ default: false, doc: 'omit the user who changed it last' }),
  type: p.string({ default: 'INTEGER', doc: 'type of columns that the table does not declare' }),
  size: p.string({ default: '', doc: 'their size' }),
}

/** Returns the user columns of a table. */
export const columnsOf = (
  params: Values<typeof parameters>,
): { readonly created?: string; readonly updated?: string } => ({
  ...(!params.disable_created_by && { created: params.create_column }),
  ...(!params.disable_updated_by && { updated: params.update_column }),
})
