import type { Imports } from '../imports.js'
import { typedByRuntime, untypedByRuntime } from '../runtime-names.js'
import { docBlock, lineLimit, wrappedLines } from './layout.js'
import type { PhpClass, PhpField, PhpMethod } from './php-class.js'

export interface PrintSettings {
  /** The notice at the top of the file. Empty for files that belong to the user. */
  readonly notice: string
  /** Whether native types are printed. If not, they are in docblocks, for stubs that were written without types. */
  readonly nativeReturnTypes: boolean
  /** Whether behaviors may have removed all code that uses an imported class. */
  readonly mayImportInVain: boolean
}

/** Prints the file of a class. Member order, blank lines and line breaks are decided only here. */
export function printClass(php: PhpClass, imports: Imports, settings: PrintSettings): string {
  const { notice, mayImportInVain } = settings
  let body = traitsAndCases(php)
  body += fieldLines(php.constants, constantCode)
  body += fieldLines(
    php.properties.map((field) => (field.isTypedByRuntime || isTyped(field, settings) ? field : untyped(field))),
    propertyCode,
  )
  body += methodLines(php.methods.map((method) => (isTyped(method, settings) ? method : documented(method))))
  const code = `${docBlock(php.doc, '')}${classHead(php)}\n{${body === '' ? '\n' : body}}\n`
  const used = imports.print(mayImportInVain ? code : undefined)
  let file = '<?php\n\n'
  if (notice) file += `// ${notice}\n\n`
  file += 'declare(strict_types=1);\n\n'
  if (php.namespace) file += `namespace ${php.namespace};\n\n`
  if (used) file += `${used}\n\n`
  return wrappedLines(file + code)
}

function classHead({ kind, name, parent, interfaces }: PhpClass): string {
  // The runtime supports only string-backed enums.
  let head = kind === 'enum' ? `enum ${name}: string` : `${kind} ${name}`
  if (parent) head += ` extends ${parent}`
  return interfaces.length > 0 ? `${head} implements ${interfaces.join(', ')}` : head
}

// A member that is set apart starts with a line break: after the brace of the class it ends that line, elsewhere it
// makes a blank one.

function traitsAndCases({ traits, traitTags, cases }: PhpClass): string {
  let text = traits.length > 0 ? '\n' : ''
  for (const trait of traits) {
    if (traitTags.has(trait)) text += `    /** ${traitTags.get(trait)} */\n`
    text += trait.endsWith('}') ? `    use ${trait}\n` : `    use ${trait};\n`
  }
  if (cases.length > 0) text += '\n'
  for (const each of cases) text += `    case ${each};\n`
  return text
}

/** Prints constants or properties. Those with a docblock are set apart by blank lines. */
function fieldLines(fields: readonly PhpField[], codeOf: (field: PhpField) => string): string {
  let text = ''
  let wasApart = true
  for (const field of fields) {
    const isApart = field.doc.length > 0
    if (isApart || wasApart) text += '\n'
    text += docBlock(field.doc, '    ') + codeOf(field)
    wasApart = isApart
  }
  return text
}

const constantCode = ({ modifiers, name, value }: PhpField): string => `    ${modifiers} const ${name} = ${value};\n`

const propertyCode = ({ modifiers, type, name, value }: PhpField): string =>
  `    ${modifiers}${type === undefined ? '' : ` ${type}`} $${name}${value === undefined ? '' : ` = ${value}`};\n`

/** Prints methods. One-line methods follow each other without blank lines, each below its docblock. */
function methodLines(methods: readonly PhpMethod[]): string {
  let text = ''
  let wasShort = false
  for (const method of methods) {
    const line = method.isShort ? methodLine(method) : undefined
    text += line === undefined ? methodText(method) : `${wasShort ? '' : '\n'}${docBlock(method.doc, '    ')}${line}`
    wasShort = line !== undefined
  }
  return text
}

/** Prints a method on one line, or returns undefined if that is too long. */
function methodLine({ name, modifiers, parameters, body }: PhpMethod): string | undefined {
  const line = `    ${modifiers} function ${name}(${parameters.join(', ')}) { ${body.trim()} }`
  return line.length <= lineLimit ? `${line}\n` : undefined
}

/** Prints a method. A head that fits has its opening brace on the next line; a longer one has a line per parameter. */
function methodText({ name, doc, modifiers, parameters, returns, body }: PhpMethod): string {
  const start = `    ${modifiers} function ${name}(`
  const end = returns === undefined ? ')' : `): ${returns}`
  let list = parameters.length > 0 ? parameters[0]! : ''
  for (let at = 1; at < parameters.length; at++) list += `, ${parameters[at]}`
  const head =
    start.length + list.length + end.length <= lineLimit
      ? `${start}${list}${end}\n    {\n`
      : `${start}\n${parameters.map((parameter) => `        ${parameter},\n`).join('')}    ${end} {\n`
  return doc.length > 0 ? `\n${docBlock(doc, '    ')}${head}${body}    }\n` : `\n${head}${body}    }\n`
}

const isTyped = ({ name }: { readonly name: string }, { nativeReturnTypes }: PrintSettings): boolean =>
  nativeReturnTypes ? !untypedByRuntime.has(name) : typedByRuntime.has(name)

function untyped(property: PhpField): PhpField {
  const { type, doc } = property
  if (type === undefined) return property
  return { ...property, doc: withTag(doc, '@var', type), type: undefined }
}

/** Matches types that may be dropped, unlike `bool $deepCopy`: a class may extend a stub whose override has no type. */
const looseType = /^(mixed|[^\s$]+\|[^\s$]+) (?=[&.]*\$)/

function documented(method: PhpMethod): PhpMethod {
  const { returns, parameters } = method
  let doc = method.doc
  for (const parameter of parameters) {
    const type = looseType.exec(parameter)?.[1]
    const name = /\$[^\s=]+/.exec(parameter)?.[0] ?? ''
    if (type && type !== 'mixed' && !doc.some((line) => line.startsWith('@param') && line.includes(name))) {
      doc = [...doc.filter(isNoReturn), `@param ${type} ${name}`, ...doc.filter((line) => !isNoReturn(line))]
    }
  }
  if (returns !== undefined) doc = withTag(doc, '@return', returns)
  const untypedParameters = parameters.map((parameter) => parameter.replace(looseType, ''))
  return { ...method, doc, parameters: untypedParameters, returns: undefined }
}

const isNoReturn = (line: string): boolean => !line.startsWith('@return')

/** Adds a type tag to a docblock, unless it already has that tag. */
const withTag = (doc: readonly string[], tag: string, type: string): readonly string[] =>
  doc.some((line) => line.startsWith(tag)) ? doc : [...doc, `${tag} ${type}`]
