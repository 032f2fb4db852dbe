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
  const body = bodyText(php, nativeReturnTypes)
  const code = [...docLines(php.doc, ''), classHead(php), '{', ...(body ? [body] : []), '}'].join('\n')
  const used = imports.linesFor(code)
  const parts = [
    '<?php',
    ...(notice ? [`// ${notice}`] : []),
    'declare(strict_types=1);',
    ...(php.namespace ? [`namespace ${php.namespace};`] : []),
    ...(used.length > 0 ? [used.join('\n')] : []),
    code,
  ]
  return `${parts.join('\n\n')}\n`
}

function classHead({ kind, name, parent, backing, interfaces }: PhpClass): string {
  return [
    `${kind} ${name}${backing ? `: ${backing}` : ''}`,
    ...(parent ? [`extends ${parent}`] : []),
    ...(interfaces.length > 0 ? [`implements ${interfaces.join(', ')}`] : []),
  ].join(' ')
}

function bodyText({ traits, cases, constants, properties, methods }: PhpClass, nativeReturnTypes: boolean): string {
  return [
    traits.map((trait) => `    use ${trait}${trait.endsWith('}') ? '' : ';'}`),
    cases.map((each) => `    case ${each};`),
    fieldLines(constants),
    fieldLines(properties),
    ...methods.map((method) => methodLines(method, nativeReturnTypes)),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
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
    ...(body.some((line) => line.length > lineLimit) ? body.flatMap(wrapLine) : body),
    '    }',
  ]
}

function docLines(doc: readonly string[], indent: string): string[] {
  const single = `${indent}/** ${doc[0]} */`
  if (doc.length === 0) return []
  if (doc.length === 1 && single.length <= lineLimit) return [single]
  return [`${indent}/**`, ...doc.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}
