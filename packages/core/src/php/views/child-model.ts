/** A class of single table inheritance: its objects carry their key from the start. */
export interface ChildModelView {
  readonly tableMap: string
  /** phpName of the key column. */
  readonly keyName: string
  readonly keyConstant: string
}
