import { BuildError } from '../../errors/index.js'
import type { ClassName } from '../class-names.js'

/** A constant or a property. */
export interface PhpField {
  readonly name: string
  /** Lines of the docblock, without stars; empty for none. */
  readonly doc: readonly string[]
  /** `protected static` and the like. */
  readonly modifiers: string
  /** Native type of a property. */
  readonly type?: string | undefined
  /** Whether the runtime declares the property with this type, which it then must have. */
  readonly isTypedByRuntime?: true
  /** As PHP writes it. */
  readonly value?: string | undefined
}

export interface PhpMethod {
  readonly name: string
  /** Lines of the docblock, without stars; empty for none. */
  readonly doc: readonly string[]
  /** `public static` and the like. */
  readonly modifiers: string
  /** Each as PHP writes it: `int $rank = 1`. */
  readonly parameters: readonly string[]
  readonly returns?: string | undefined
  /** Lines, indented as in the file, each with its line break. */
  readonly body: string
  /** Whether the whole method goes to one line where that is not too long; its body is one statement. */
  readonly isShort?: boolean
}

/** A method as a builder makes it. */
export interface MethodNode {
  readonly node: PhpMethod
}

/** What templates and behaviors add to a class. */
export interface Members {
  constants: PhpField[]
  properties: PhpField[]
  methods: PhpMethod[]
}

/** Statements as the body of a method. */
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
  /** The tag that a docblock before a trait has, by the trait. */
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

  /** By its name; PHP does not tell upper from lower case in it. */
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
