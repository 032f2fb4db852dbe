interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Positions of everything in the diagram, in SVG units. */
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

/** Which columns the diagram shows. */
export type DiagramView = 'all' | 'keys'
