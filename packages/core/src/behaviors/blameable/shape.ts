export interface BlameableParameters {
  readonly create_column: string
  readonly update_column: string
  readonly disable_created_by: boolean
  readonly disable_updated_by: boolean
  readonly type: string
  readonly size: string
}

/** The columns that a table has for its users. */
export const columnsOf = (params: BlameableParameters): { readonly created?: string; readonly updated?: string } => ({
  ...(!params.disable_created_by && { created: params.create_column }),
  ...(!params.disable_updated_by && { updated: params.update_column }),
})
