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
  /** Each as PHP writes it: `int $rank = 1`. */
  readonly params?: readonly string[]
  /** A native type; `$this` and `static` are the same. */
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
  /** As PHP writes it. */
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

/** Makes members of one class. */
export class ClassBuilder {
  readonly #scope: Scope

  constructor(scope: Scope) {
    this.#scope = scope
  }

  /** The name to write for a class; the file imports it. */
  use(fqcn: string, alias?: string): string {
    return this.#scope.imports.use(fqcn.replace(/^\\/, ''), alias)
  }

  /** The model class of the table, as users extend it. */
  get model(): string {
    return this.#scope.model(this.#scope.table)
  }

  get query(): string {
    return this.#scope.query(this.#scope.table)
  }

  get tableMap(): string {
    return this.#scope.tableMap
  }

  /** The accessors and mutators of a column of another table, as its class has them, with names as this file writes them. */
  accessorsOf(table: Table, column: Column): readonly PhpMethod[] {
    return accessorsOf(this.#scope, table, column)
  }

  method(spec: MethodSpec): MethodMember {
    const { name, visibility = 'public', params = [], returns, body } = spec
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

  attribute({ name, visibility = 'protected', type, value, doc, ...spec }: FieldSpec): Member {
    const modifiers = spec.static ? `${visibility} static` : visibility
    return { kind: 'attribute', node: { name: phpIdentifier(name), doc: docOf(doc), modifiers, type, value } }
  }

  constant({ name, visibility = 'public', value = 'null', doc }: FieldSpec): Member {
    return { kind: 'constant', node: { name: phpIdentifier(name), doc: docOf(doc), modifiers: visibility, value } }
  }
}
