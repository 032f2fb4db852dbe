import { BuildError } from '../../errors/index.js'
import type { ClassName } from '../class-names.js'
import { docBlock } from './layout.js'
import { splitTopLevel } from './split.js'

/** A class under construction: behaviors may add to it and change it until it is printed. */
export interface PhpClass extends ClassFrame {
  /** Lines of the docblock; empty for none. */
  doc: readonly string[]
  constants: PhpField[]
  properties: PhpField[]
  methods: PhpMethod[]
  /** By its name; PHP does not tell upper from lower case in it. */
  findMethod(name: string): PhpMethod | undefined
  removeMethod(name: string): void
  replaceMethod(name: string, method: MethodNode): void
  addMethodBefore(name: string, method: MethodNode): void
  addMethodAfter(name: string, method: MethodNode): void
}

/** A method as a builder makes it. */
export interface MethodNode {
  readonly node: PhpMethod
}

interface ClassFrame {
  readonly kind: ClassKind
  readonly name: string
  readonly namespace: string
  parent?: string | undefined
  interfaces: string[]
  traits: string[]
  /** Cases of an enum. */
  readonly cases: readonly string[]
}

type ClassKind = 'class' | 'abstract class' | 'interface' | 'enum'

/** A constant or a property: everything from its visibility to the semicolon. */
export interface PhpField {
  readonly name: string
  readonly doc: readonly string[]
  readonly code: string
}

export interface PhpMethod {
  readonly name: string
  /** Text of the docblock, without stars. */
  readonly doc: readonly string[]
  /** `public static` and the like. */
  readonly modifiers: string
  readonly parameters: readonly string[]
  readonly returns?: string
  /** Lines of the body, indented as in the file. */
  readonly body: readonly string[]
}

/**
 * The members of a class as text, each with its docblock above and its head on one line, whatever its length. Nothing is
 * read of them again, unless a behavior wants to change the class.
 *
 * What stands apart begins with a line break: behind the brace of the class it ends that line, elsewhere it makes a blank
 * one.
 */
export class Members {
  readonly methodNames: string[] = []
  readonly propertyNames: string[] = []
  readonly #constants = new Fields()
  readonly #properties = new Fields()
  #methods = ''
  #lastMethods = ''
  readonly #publicFirst: boolean

  /** @param publicFirst whether public methods stand before the others, as a reader looks for them */
  constructor(publicFirst = false) {
    this.#publicFirst = publicFirst
  }

  constant(hasDoc: boolean, text: string): void {
    this.#constants.add(hasDoc, text)
  }

  property(name: string, hasDoc: boolean, text: string): void {
    this.propertyNames.push(name)
    this.#properties.add(hasDoc, text)
  }

  method(visibility: string, name: string, text: string): void {
    this.methodNames.push(name)
    if (this.#publicFirst && visibility !== 'public') this.#lastMethods += `\n${text}`
    else this.#methods += `\n${text}`
  }

  /** Behind all others. */
  lastMethods(methods: readonly PhpMethod[]): void {
    for (const method of methods) {
      this.methodNames.push(method.name)
      this.#lastMethods += `\n${methodText(method)}`
    }
  }

  get text(): string {
    return this.#constants.text + this.#properties.text + this.#methods + this.#lastMethods
  }
}

/** A class whose members are still the text that their templates printed. */
export class ClassDraft implements ClassFrame {
  readonly name: string
  readonly namespace: string
  /** The docblock with its line break; empty for none. */
  doc = ''
  parent: string | undefined = undefined
  interfaces: string[] = []
  traits: string[] = []
  cases: readonly string[] = []

  constructor(
    readonly kind: ClassKind,
    { short, namespace }: Pick<ClassName, 'short' | 'namespace'>,
    readonly members = new Members(),
  ) {
    this.name = short
    this.namespace = namespace
  }
}

/** Constants or properties: those with a docblock stand apart. */
class Fields {
  text = ''
  #wasApart = true

  add(isApart: boolean, text: string): void {
    this.text += isApart || this.#wasApart ? `\n${text}` : text
    this.#wasApart = isApart
  }
}

const docOf = (lines: readonly string[]): string => docBlock(lines.map((line) => line.trimEnd()).join('\n'), '    ')

const methodText = ({ name, doc, modifiers, parameters, returns, body }: PhpMethod): string =>
  [
    `${docOf(doc)}    ${modifiers} function ${name}(${parameters.join(', ')})${returns === undefined ? '' : `: ${returns}`}`,
    '    {',
    ...body,
    '    }\n',
  ].join('\n')

/** The members of a class that was taken apart, as text again. */
export function printed({ constants, properties, methods }: PhpClass): Members {
  const members = new Members()
  for (const { doc, code } of constants) members.constant(doc.length > 0, `${docOf(doc)}    ${code}\n`)
  for (const { name, doc, code } of properties) {
    members.property(name, doc.length > 0, `${docOf(doc)}    ${code}\n`)
  }
  members.lastMethods(methods)
  return members
}

/** The same class with all members taken apart, for those who want to look at them or to change them. */
export function opened({ doc, members, ...draft }: ClassDraft): PhpClass {
  /** Puts nodes in the place of so many methods, from the named one or from the one behind it on. */
  const splice = (name: string, offset: 0 | 1, count: 0 | 1, ...nodes: PhpMethod[]): void => {
    const position = php.methods.findIndex((method) => isSameMethod(method.name, name))
    if (position < 0) throw new BuildError(`the class ${php.name} has no method ${name}()`)
    php.methods.splice(position + offset, count, ...nodes)
  }
  const php: PhpClass = {
    ...draft,
    doc: readDoc(doc),
    ...readMembers(members.text),
    findMethod: (name) => php.methods.find((method) => isSameMethod(method.name, name)),
    removeMethod: (name) => splice(name, 0, 1),
    replaceMethod: (name, { node }) => splice(name, 0, 1, node),
    addMethodBefore: (name, { node }) => splice(name, 0, 0, node),
    addMethodAfter: (name, { node }) => splice(name, 1, 0, node),
  }
  return php
}

const isSameMethod = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const fieldHead = /^ {4}(?:(?:public|protected|private|static) )+(const )?(?:[^$=]*\$)?([\w\x80-\uffff]+)/
const methodHead =
  /^ {4}((?:(?:public|protected|private|static|final) )+)function ([\w\x80-\uffff]+)\((.*)\)(?:: (.+))?$/s

export function readMembers(text: string): Pick<PhpClass, 'constants' | 'properties' | 'methods'> {
  const constants: PhpField[] = []
  const properties: PhpField[] = []
  const methods: PhpMethod[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\n') continue
    const head = text.startsWith('    /**', at) ? text.indexOf('*/\n', at) + '*/\n'.length : at
    const doc = readDoc(text.slice(at, head))
    const line = text.slice(head, text.indexOf('\n', head))
    const method = methodHead.exec(line)
    if (method) {
      const [, modifiers, name, parameters, returns] = method
      const end = text.indexOf('\n    }\n', head) + '\n    }'.length
      methods.push({
        name: name!,
        doc,
        modifiers: modifiers!.trim(),
        parameters: splitTopLevel(parameters!),
        ...(returns && { returns }),
        body: text.slice(head, end).split('\n').slice(2, -1),
      })
      at = end
    } else {
      const [, constant, name] = fieldHead.exec(line)!
      at = head + line.length
      const fields = constant ? constants : properties
      fields.push({ name: name!, doc, code: line.trim() })
    }
  }
  return { constants, properties, methods }
}

const readDoc = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/ ?\*\/$/, '').replace(/^ *(?:\/\*\*|\*)? ?/, ''))
    .filter((line, at, all) => line !== '' || (at > 0 && at < all.length - 2))
