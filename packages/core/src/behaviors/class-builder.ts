import { checkKeys } from '../errors/index.js'
import { phpIdentifier } from '../escape/index.js'
import type { Column, Table } from '../model/index.js'
import { accessorsOf } from '../php/classes/accessors.js'
import { bodyOf, type PhpField, type PhpMethod } from '../php/code/php-class.js'
import type { Scope } from '../php/scope.js'
import { isPhp, type Php } from './php.js'

export interface MethodSpec {
  readonly name: string
  readonly visibility?: 'public' | 'protected' | 'private'
  readonly static?: boolean
  /** Parameters as PHP code: `int $rank = 1`. */
  readonly params?: readonly string[]
  /** A native return type; `$this` means the same as `static`. */
  readonly returns?: string
  /** Lines of the docblock. */
  readonly doc?: string | readonly string[]
  readonly body: Php
}

export interface FieldSpec {
  readonly name: string
  readonly visibility?: 'public' | 'protected' | 'private'
  readonly static?: boolean
  /** Native type of an attribute. */
  readonly type?: string
  /** The value as PHP code. */
  readonly value?: string
  readonly doc?: string | readonly string[]
}

export interface MethodMember {
  readonly kind: 'method'
  readonly node: PhpMethod
}

/** A member of a class. */
export type Member =
  | MethodMember
  | { readonly kind: 'attribute'; readonly node: PhpField }
  | { readonly kind: 'constant'; readonly node: PhpField }

const docOf = (doc: string | readonly string[] = []): readonly string[] =>
  (typeof doc === 'string' ? [doc] : doc).map((line) => line.trimEnd().replaceAll('*/', '* /'))

const methodKeys = ['name', 'visibility', 'static', 'params', 'returns', 'doc', 'body'] satisfies (keyof MethodSpec)[]
const fieldKeys = ['name', 'visibility', 'static', 'type', 'value', 'doc'] satisfies (keyof FieldSpec)[]

/** Builds the members of one class. */
export class ClassBuilder {
  readonly #scope: Scope

  constructor(scope: Scope) {
    this.#scope = scope
  }

  /** Imports a class and returns the name to print for it. */
  use(fqcn: string, alias?: string): string {
    return this.#scope.imports.use(fqcn.replace(/^\\/, ''), alias)
  }

  /** The model class of the table: the stub class. */
  get model(): string {
    return this.#scope.model(this.#scope.table)
  }

  get query(): string {
    return this.#scope.query(this.#scope.table)
  }

  get tableMap(): string {
    return this.#scope.tableMap
  }

  /** Returns the accessors and mutators for a column of another table as in its model, with class names for this file. */
  accessorsOf(table: Table, column: Column): readonly PhpMethod[] {
    return accessorsOf(this.#scope, table, column)
  }

  method(spec: MethodSpec): MethodMember {
    checkKeys('cls.method()', spec, methodKeys)
    const { name, visibility = 'public', params = [], returns, body } = spec
    if (!Array.isArray(params) || params.some((param) => typeof param !== 'string')) {
      throw new TypeError('"params" of cls.method() must be a list of strings')
    }
    if (!isPhp(body)) throw new TypeError(`the body of method "${name}" must be made by php\`…\``)
    return {
      kind: 'method',
      node: {
        name: phpIdentifier(name),
        doc: docOf(spec.doc),
        modifiers: spec.static ? `${visibility} static` : visibility,
        parameters: params,
        returns: returns === '$this' ? 'static' : returns || undefined,
        body: bodyOf(body.lines),
      },
    }
  }

  attribute(spec: FieldSpec): Member {
    checkKeys('cls.attribute()', spec, fieldKeys)
    const { name, visibility = 'protected', type, value, doc } = spec
    const modifiers = spec.static ? `${visibility} static` : visibility
    return { kind: 'attribute', node: { name: phpIdentifier(name), doc: docOf(doc), modifiers, type, value } }
  }

  constant(spec: FieldSpec): Member {
    checkKeys('cls.constant()', spec, fieldKeys)
    const { name, visibility = 'public', value = 'null', doc } = spec
    return { kind: 'constant', node: { name: phpIdentifier(name), doc: docOf(doc), modifiers: visibility, value } }
  }
}
