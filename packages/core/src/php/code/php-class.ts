import { BuildError } from '../../errors/index.js'
import type { ClassName } from '../class-names.js'

/** A constant or a property. */
export interface PhpField {
  readonly name: string
  /** Lines of the docblock, without stars; empty for none. */
  readonly doc: readonly string[]
  /** Such as `protected static`. */
  readonly modifiers: string
  /** Native type of a property. */
  readonly type?: string | undefined
  /** Whether the runtime declares the property with this type, so that it cannot be omitted. */
  readonly isTypedByRuntime?: true
  /** The value as PHP code. */
  readonly value?: string | undefined
}

export interface PhpMethod {
  readonly name: string
  /** Lines of the docblock, without stars; empty for none. */
  readonly doc: readonly string[]
  /** Such as `public static`. */
  readonly modifiers: string
  /** Parameters as PHP code: `int $rank = 1`. */
  readonly parameters: readonly string[]
  readonly returns?: string | undefined
  /** Lines, indented as in the file, each with its line break. */
  readonly body: string
  /** Whether the method is printed on one line if it fits. Its body is one statement. */
  readonly isShort?: boolean
}

/** A method that a builder creates. */
export interface MethodNode {
  readonly node: PhpMethod
}

/** Members that templates and behaviors add to a class. */
export interface Members {
  constants: PhpField[]
  properties: PhpField[]
  methods: PhpMethod[]
}

/** Joins statements to the body of a method. */
export const bodyOf = (lines: readonly string[]): string =>
  lines.map((line) => (line === '' ? '\n' : `        ${line}\n`)).join('')

/** A class under construction: behaviors may add to it and change it until it is printed. */
export class PhpClass implements Members {
  readonly name: string
  readonly namespace: string
  /** Lines of the docblock, without stars; empty for none. */
  doc: string[] = []
  parent: string | undefined = undefined
  interfaces: string[] = []
  traits: string[] = []
  /** The docblock tag before the use of a trait, by trait. */
  readonly traitTags = new Map<string, string>()
  /** Cases of an enum. */
  cases: readonly string[] = []
  constants: PhpField[] = []
  properties: PhpField[] = []
  methods: PhpMethod[] = []

  constructor(
    readonly kind: 'class' | 'abstract class' | 'interface' | 'enum',
    { short, namespace }: Pick<ClassName, 'short' | 'namespace'>,
  ) {
    this.name = short
    this.namespace = namespace
  }

  /** Finds a method by name, ignoring case as PHP does. */
  findMethod(name: string): PhpMethod | undefined {
    return this.methods[this.#positionOf(name)]
  }

  removeMethod(name: string): void {
    this.methods.splice(this.#existing(name), 1)
  }

  replaceMethod(name: string, { node }: MethodNode): void {
    this.methods.splice(this.#existing(name), 1, node)
  }

  addMethodBefore(name: string, { node }: MethodNode): void {
    this.methods.splice(this.#existing(name), 0, node)
  }

  addMethodAfter(name: string, { node }: MethodNode): void {
    this.methods.splice(this.#existing(name) + 1, 0, node)
  }

  #positionOf(name: string): number {
    const lower = name.toLowerCase()
    return this.methods.findIndex((method) => method.name.toLowerCase() === lower)
  }

  #existing(name: string): number {
    const position = this.#positionOf(name)
    if (position < 0) throw new BuildError(`the class ${this.name} has no method ${name}()`)
    return position
  }
}
