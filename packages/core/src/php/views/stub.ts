import type { ClassName } from '../class-names.js'
import { importsOf } from './file-head.js'

export interface StubView {
  readonly namespace: string
  readonly imports: readonly string[]
  readonly abstract: boolean
  readonly className: string
  readonly parent: string
}

/** An empty class for the user's own code. */
export function stubView(own: ClassName, base: ClassName, abstract: boolean): StubView {
  const imports = importsOf(own)
  const parent = imports.use(base.fqcn, `Base${base.short}`)
  return { namespace: own.namespace, imports: imports.lines, abstract, className: own.short, parent }
}
