import { splitTopLevel } from './split.js'

/** A class under construction: behaviors may add to it and change it until it is printed. */
export interface PhpClass {
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
  constants: PhpField[]
  properties: PhpField[]
  methods: PhpMethod[]
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

/** The members that a template printed. */
export interface Members {
  readonly constants: readonly PhpField[]
  readonly properties: readonly PhpField[]
  readonly methods: readonly PhpMethod[]
}

const methodLine = /^ {4}((?:(?:public|protected|private|static|final) )+)function (\w+)\((.*)\)(?:: (.+))?$/
const fieldLine = /^ {4}(?:(?:public|protected|private|static) )+(const )?(?:[^$=]*\$)?(\w+)/

/** Reads members as templates write them: each head on one line, whatever its length, and the closing brace alone. */
export function readMembers(text: string): Members {
  const members = { constants: [] as PhpField[], properties: [] as PhpField[], methods: [] as PhpMethod[] }
  const lines = text.split('\n')
  let doc: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line === '') continue
    if (line.startsWith('    /**')) {
      const first = at
      while (!lines[at]!.endsWith('*/')) at++
      doc = readDoc(lines.slice(first, at + 1))
      continue
    }
    const method = methodLine.exec(line)
    const first = at
    if (method) {
      while (lines[at] !== '    }') at++
      const [, modifiers, name, parameters, returns] = method
      members.methods.push({
        name: name!,
        doc,
        modifiers: modifiers!.trim(),
        parameters: splitTopLevel(parameters!),
        ...(returns && { returns }),
        body: lines.slice(first + 2, at),
      })
    } else {
      while (!lines[at]!.endsWith(';')) at++
      const [, constant, name] = fieldLine.exec(line) ?? []
      if (name === undefined) throw new Error(`a template printed what is no member: ${line}`)
      const code = lines
        .slice(first, at + 1)
        .join('\n')
        .trim()
      members[constant ? 'constants' : 'properties'].push({ name, doc, code })
    }
    doc = []
  }
  return members
}

const readDoc = (lines: readonly string[]): string[] =>
  lines
    .map((line) => line.replace(/ ?\*\/$/, '').replace(/^ *(?:\/\*\*|\*)? ?/, ''))
    .filter((line, at, all) => line !== '' || (at > 0 && at < all.length - 1))
