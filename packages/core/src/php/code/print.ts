import type { Imports } from '../imports.js'
import { typedByRuntime } from '../runtime-names.js'
import { docLines, layOut } from './layout.js'
import { type ClassDraft, hasDoc, openMethod, type PhpField, type PhpMethod, type PrintedMember } from './members.js'

export interface PrintOptions {
  /** What to say to people who open the file; empty for files that are theirs. */
  readonly notice: string
  /** False moves return types into docblocks, for stubs that were written without. */
  readonly nativeReturnTypes: boolean
}

/** The file of a class: order, blank lines and line breaks are decided here and nowhere else. */
export function printClass(php: ClassDraft, imports: Imports, { notice, nativeReturnTypes }: PrintOptions): string {
  const head = [...docLines(php.doc, ''), classHead(php), '{', ''].join('\n')
  const code = `${head}${traitsAndCases(php)}${membersText(php, nativeReturnTypes)}}\n`
  const used = imports.lines(php.isChanged && code)
  return [
    '<?php',
    ...(notice ? [`// ${notice}`] : []),
    'declare(strict_types=1);',
    ...(php.namespace ? [`namespace ${php.namespace};`] : []),
    ...(used.length > 0 ? [used.join('\n')] : []),
    code,
  ].join('\n\n')
}

function classHead({ kind, name, parent, backing, interfaces }: ClassDraft): string {
  return [
    `${kind} ${name}${backing ? `: ${backing}` : ''}`,
    ...(parent ? [`extends ${parent}`] : []),
    ...(interfaces.length > 0 ? [`implements ${interfaces.join(', ')}`] : []),
  ].join(' ')
}

function traitsAndCases({ traits, cases, constants, properties, methods }: ClassDraft): string {
  const groups = [
    traits.map((trait) => `    use ${trait}${trait.endsWith('}') ? '' : ';'}\n`).join(''),
    cases.map((each) => `    case ${each};\n`).join(''),
  ].filter((text) => text !== '')
  const isLast = constants.length + properties.length + methods.length === 0
  return groups.length === 0 ? '' : `${groups.join('\n')}${isLast ? '' : '\n'}`
}

function membersText({ constants, properties, methods }: ClassDraft, nativeReturnTypes: boolean): string {
  const texts = [fieldsText(constants), fieldsText(properties)].filter((text) => text !== '')
  for (const method of methods) texts.push(layOut(methodText(method, nativeReturnTypes)))
  return texts.length === 0 ? '' : `${texts.join('\n\n')}\n`
}

/** Fields with a docblock stand apart. */
function fieldsText(fields: readonly (PhpField | PrintedMember)[]): string {
  let text = ''
  let wasApart = false
  for (const field of fields) {
    const printed = 'text' in field ? field.text : [...docLines(field.doc, '    '), `    ${field.code}`].join('\n')
    const isApart = hasDoc(printed)
    if (text !== '') text += wasApart || isApart ? '\n\n' : '\n'
    text += layOut(printed)
    wasApart = isApart
  }
  return text
}

function methodText(method: PhpMethod | PrintedMember, nativeReturnTypes: boolean): string {
  if ('text' in method && nativeReturnTypes) return method.text
  const { name, modifiers, parameters, returns, body, doc: written } = openMethod(method)
  const moved = !nativeReturnTypes && returns !== undefined && !typedByRuntime.has(name)
  const doc =
    moved && !written.some((line) => line.startsWith('@return')) ? [...written, `@return ${returns}`] : written
  const type = returns === undefined || moved ? '' : `: ${returns}`
  return [
    ...docLines(doc, '    '),
    `    ${modifiers} function ${name}(${parameters.join(', ')})${type}`,
    '    {',
    ...body,
    '    }',
  ].join('\n')
}
