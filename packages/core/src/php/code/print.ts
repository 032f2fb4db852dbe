import type { Imports } from '../imports.js'
import { typedByRuntime } from '../runtime-names.js'
import { lineLimit, methodHead, wrapLine } from './layout.js'
import type { PhpClass, PhpField, PhpMethod } from './members.js'

export interface PrintOptions {
  /** What to say to people who open the file; empty for files that are theirs. */
  readonly notice: string
  /** False moves return types into docblocks, for stubs that were written without. */
  readonly nativeReturnTypes: boolean
}

/** The file of a class: order, blank lines and line breaks are decided here and nowhere else. */
export function printClass(php: PhpClass, imports: Imports, { notice, nativeReturnTypes }: PrintOptions): string {
  const body = bodyLines(php, nativeReturnTypes)
  const head = [...docLines(php.doc, ''), ...classHead(php)]
  const used = imports.linesFor([...head, ...body].join('\n'))
  const parts = [
    '<?php',
    ...(notice ? [`// ${notice}`] : []),
    'declare(strict_types=1);',
    ...(php.namespace ? [`namespace ${php.namespace};`] : []),
    ...(used.length > 0 ? [used.join('\n')] : []),
    [...head, '{', ...body, '}'].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function classHead({ kind, name, parent, backing, interfaces }: PhpClass): string[] {
  const line = [
    `${kind} ${name}${backing ? `: ${backing}` : ''}`,
    ...(parent ? [`extends ${parent}`] : []),
    ...(interfaces.length > 0 ? [`implements ${interfaces.join(', ')}`] : []),
  ].join(' ')
  return [line]
}

function bodyLines({ traits, cases, constants, properties, methods }: PhpClass, nativeReturnTypes: boolean): string[] {
  const groups = [
    traits.map((trait) => `    use ${trait}${trait.endsWith('}') ? '' : ';'}`),
    cases.map((each) => `    case ${each};`),
    fieldLines(constants),
    fieldLines(properties),
    ...methods.map((method) => methodLines(method, nativeReturnTypes)),
  ].filter((lines) => lines.length > 0)
  return groups.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

/** Fields with a docblock stand apart. */
function fieldLines(fields: readonly PhpField[]): string[] {
  const lines: string[] = []
  fields.forEach(({ doc, code }, index) => {
    if (index > 0 && (doc.length > 0 || fields[index - 1]!.doc.length > 0)) lines.push('')
    lines.push(
      ...docLines(doc, '    '),
      ...code.split('\n').flatMap((line, at) => wrapLine(at === 0 ? `    ${line}` : line)),
    )
  })
  return lines
}

function methodLines(method: PhpMethod, nativeReturnTypes: boolean): string[] {
  const { name, modifiers, parameters, returns, body } = method
  const moved = !nativeReturnTypes && returns !== undefined && !typedByRuntime.has(name)
  const doc =
    moved && !method.doc.some((line) => line.startsWith('@return')) ? [...method.doc, `@return ${returns}`] : method.doc
  return [
    ...docLines(doc, '    '),
    ...methodHead(`${modifiers} function ${name}`, parameters, moved ? undefined : returns),
    ...body.flatMap(wrapLine),
    '    }',
  ]
}

function docLines(doc: readonly string[], indent: string): string[] {
  const single = `${indent}/** ${doc[0]} */`
  if (doc.length === 0) return []
  if (doc.length === 1 && single.length <= lineLimit) return [single]
  return [`${indent}/**`, ...doc.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}
