import { BuildError } from '../../errors/index.js'
import { characters, splitTopLevel } from './split.js'

/** A class under construction: behaviors may add to it and change it until it is printed. */
export interface PhpClass extends ClassOf<PhpField, PhpMethod> {
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

/** A class whose members may still be the text that their templates printed. */
export interface ClassDraft extends ClassOf<PhpField | PrintedMember, PhpMethod | PrintedMember> {}

interface ClassOf<Field, Method> {
  readonly kind: 'class' | 'abstract class' | 'interface' | 'enum'
  readonly name: string
  readonly namespace: string
  /** Text of the docblock; empty for none. */
  doc: readonly string[]
  parent?: string
  /** The type behind an enum. */
  readonly backing?: string
  interfaces: string[]
  traits: string[]
  /** Cases of an enum. */
  readonly cases: readonly string[]
  constants: Field[]
  properties: Field[]
  methods: Method[]
  /** Methods that it answers by name, as the runtime does for every class of its kind. */
  readonly answers?: readonly string[]
  /** Whether behaviors have been at it: then nobody knows any more which classes it mentions. */
  readonly isChanged?: true
}

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

/** A member as a template printed it: its head on one line, whatever its length, with its docblock above. */
export interface PrintedMember {
  readonly name: string
  /** `public static` and the like; for fields not of interest. */
  readonly modifiers: string
  readonly text: string
}

/** The members that a template printed, by kind. */
export interface PrintedMembers {
  readonly constants: PrintedMember[]
  readonly properties: PrintedMember[]
  readonly methods: PrintedMember[]
}

/** Tells the members of a template's text apart; nothing is read of them but their names. */
export function splitMembers(text: string): PrintedMembers {
  const members: PrintedMembers = { constants: [], properties: [], methods: [] }
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === characters.lineFeed) continue
    const head = headOf(text, at)
    const line = text.slice(head, text.indexOf('\n', head))
    const called = isMethodHead(line) ? line.indexOf(' function ') : -1
    const end = called < 0 ? text.indexOf(';\n', head) + 1 : text.indexOf('\n    }\n', head) + '\n    }'.length
    if (end < head) throw new Error(`a template printed half a member: ${line}`)
    const printed = text.slice(at, end)
    if (called >= 0) {
      const name = line.slice(called + ' function '.length, line.indexOf('(', called))
      members.methods.push({ name, modifiers: line.slice('    '.length, called), text: printed })
    } else {
      const [, constant, name] = fieldHead.exec(line) ?? []
      if (name === undefined) throw new Error(`a template printed what is no member: ${line}`)
      members[constant ? 'constants' : 'properties'].push({ name, modifiers: '', text: printed })
    }
    at = end
  }
  return members
}

/** Where the line begins that follows a docblock, if there is one. */
const headOf = (text: string, at: number): number => (hasDoc(text, at) ? text.indexOf('*/\n', at) + '*/\n'.length : at)

export const hasDoc = (text: string, at = 0): boolean => text.startsWith('    /**', at)

/** Only what stands before the name tells: a default may be any text. */
export const isMethodHead = (line: string): boolean =>
  /^ {4}(?:(?:public|protected|private|static|final) )+function /.test(line)

const fieldHead = /^ {4}(?:(?:public|protected|private|static) )+(const )?(?:[^$=]*\$)?(\w+)/
const methodHead = /^ {4}((?:(?:public|protected|private|static|final) )+)function (\w+)\((.*)\)(?:: (.+))?$/

/** The same class with all members taken apart, for those who want to look at them or to change them. */
export function opened({ constants, properties, methods, ...draft }: ClassDraft): PhpClass {
  /** Puts nodes in the place of so many methods, from the named one or from the one behind it on. */
  const splice = (name: string, offset: 0 | 1, count: 0 | 1, ...nodes: PhpMethod[]): void => {
    const position = php.methods.findIndex((method) => isSameMethod(method.name, name))
    if (position < 0) throw new BuildError(`the class ${php.name} has no method ${name}()`)
    php.methods.splice(position + offset, count, ...nodes)
  }
  const php: PhpClass = {
    ...draft,
    constants: constants.map(openField),
    properties: properties.map(openField),
    methods: methods.map(openMethod),
    isChanged: true,
    findMethod: (name) => php.methods.find((method) => isSameMethod(method.name, name)),
    removeMethod: (name) => splice(name, 0, 1),
    replaceMethod: (name, { node }) => splice(name, 0, 1, node),
    addMethodBefore: (name, { node }) => splice(name, 0, 0, node),
    addMethodAfter: (name, { node }) => splice(name, 1, 0, node),
  }
  return php
}

const isSameMethod = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

function openField(member: PhpField | PrintedMember): PhpField {
  if (!('text' in member)) return member
  const { name, text } = member
  const head = headOf(text, 0)
  return { name, doc: readDoc(text.slice(0, head)), code: text.slice(head).trim() }
}

export function openMethod(member: PhpMethod | PrintedMember): PhpMethod {
  if (!('text' in member)) return member
  const { name, text } = member
  const head = headOf(text, 0)
  const [line, , ...rest] = text.slice(head).split('\n')
  const [, modifiers, , parameters, returns] = methodHead.exec(line!)!
  return {
    name,
    doc: readDoc(text.slice(0, head)),
    modifiers: modifiers!.trim(),
    parameters: splitTopLevel(parameters!),
    ...(returns && { returns }),
    body: rest.slice(0, -1),
  }
}

const readDoc = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/ ?\*\/$/, '').replace(/^ *(?:\/\*\*|\*)? ?/, ''))
    .filter((line, at, all) => line !== '' || (at > 0 && at < all.length - 2))
