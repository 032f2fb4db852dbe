interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where everything of the diagram of the tables is, in units of SVG. */
export interface Diagram {
  readonly width: number
  readonly height: number
  readonly fields: readonly Box[]
  readonly lines: readonly {
    readonly path: string
    readonly title: string
    readonly key: { readonly from: string; readonly to: string; readonly optional: boolean; readonly single: boolean }
  }[]
  readonly boxes: readonly (Box & {
    readonly table: { readonly name: string }
    readonly shown: readonly {
      readonly name: string
      readonly type: string
      readonly primary: boolean
      readonly foreign: boolean
      readonly required: boolean
    }[]
  })[]
  readonly measures: {
    readonly rowHeight: number
    readonly headHeight: number
    readonly padding: number
    readonly letter: number
    readonly margin: number
  }
}

/** Which columns of the tables a diagram has. */
export type DiagramView = 'all' | 'keys'
