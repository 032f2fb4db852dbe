import { writeXml } from '../../xml/index.js'

/** An element of a schema under construction; undefined attributes are not written. */
export interface Draft {
  readonly name: string
  readonly attributes: Record<string, string | undefined>
  children: Draft[]
  readonly text?: string
}

/** Returns the text of a schema, one element per line. */
export const writeDraft = (root: Draft): string => writeXml(root)

/** An element and its ancestors, from the inside to the root. */
export type Path = readonly [Draft, ...Draft[]]

/** Returns the elements by the line on which they start. */
export function linesOf(root: Draft): Map<number, Path> {
  const lines = new Map<number, Path>()
  // The first line is the XML declaration.
  let line = 1
  const visit = (element: Draft, parents: readonly Draft[]): void => {
    lines.set(++line, [element, ...parents])
    for (const child of element.children) visit(child, [element, ...parents])
    if (element.children.length > 0) line++
    line += element.text?.match(/\n/g)?.length ?? 0
  }
  visit(root, [])
  return lines
}
