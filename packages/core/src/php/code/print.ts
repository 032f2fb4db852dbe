import type { Imports } from '../imports.js'
import { typedByRuntime } from '../runtime-names.js'
import { docBlock, layOut } from './layout.js'
import {
  type ClassDraft,
  type Members,
  opened,
  type PhpClass,
  type PhpField,
  type PhpMethod,
  printed,
} from './members.js'

/** The members to print. Without native types these move into docblocks, for stubs that were written without. */
export function membersOf(php: ClassDraft | PhpClass, nativeReturnTypes: boolean): Members {
  if (nativeReturnTypes) return 'members' in php ? php.members : printed(php)
  const open = 'members' in php ? opened(php) : php
  return printed({ ...open, properties: open.properties.map(untypedProperty), methods: open.methods.map(documented) })
}

function untypedProperty(field: PhpField): PhpField {
  const [, modifiers, type, rest] = typedProperty.exec(field.code) ?? []
  if (!type || typedByRuntime.has(field.name)) return field
  const isTold = field.doc.some((line) => line.startsWith('@var'))
  return { ...field, doc: isTold ? field.doc : [...field.doc, `@var ${type}`], code: `${modifiers}${rest}` }
}

const typedProperty = /^((?:(?:public|protected|private|static) )+)([^ $]+) (\$.*)$/s

function documented(method: PhpMethod): PhpMethod {
  const { returns, ...untyped } = method
  if (returns === undefined || typedByRuntime.has(method.name)) return method
  const isTold = method.doc.some((line) => line.startsWith('@return'))
  return isTold ? untyped : { ...untyped, doc: [...method.doc, `@return ${returns}`] }
}

/**
 * The file of a class: order, blank lines and line breaks are decided here and nowhere else.
 *
 * @param notice what to say to people who open the file; empty for files that are theirs
 */
export function printClass(php: ClassDraft | PhpClass, members: Members, imports: Imports, notice: string): string {
  const isChanged = !('members' in php)
  const doc = isChanged ? docBlock(php.doc.join('\n'), '') : php.doc
  const body = traitsAndCases(php) + layOut(members.text)
  const code = `${doc}${classHead(php)}\n{${body === '' ? '\n' : body}}\n`
  // Behaviors may have removed what mentioned a class.
  const used = imports.print(isChanged ? code : undefined)
  let file = '<?php\n\n'
  if (notice) file += `// ${notice}\n\n`
  file += 'declare(strict_types=1);\n\n'
  if (php.namespace) file += `namespace ${php.namespace};\n\n`
  if (used) file += `${used}\n\n`
  return file + code
}

function classHead({ kind, name, parent, interfaces }: ClassDraft | PhpClass): string {
  // The runtime reads enums of strings only.
  let head = kind === 'enum' ? `enum ${name}: string` : `${kind} ${name}`
  if (parent) head += ` extends ${parent}`
  return interfaces.length > 0 ? `${head} implements ${interfaces.join(', ')}` : head
}

function traitsAndCases({ traits, cases }: ClassDraft | PhpClass): string {
  let text = traits.length > 0 ? '\n' : ''
  for (const trait of traits) text += trait.endsWith('}') ? `    use ${trait}\n` : `    use ${trait};\n`
  if (cases.length > 0) text += '\n'
  for (const each of cases) text += `    case ${each};\n`
  return text
}
