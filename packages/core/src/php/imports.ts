import { isReservedClassName } from '../schema/index.js'
import { type RuntimeClass, runtimeClasses } from './runtime-names.js'

/** The `use` lines of one file. Printing a class name through it registers the import. */
export class Imports {
  readonly #namespace: string
  /** Short names taken in this file, in lower case as PHP compares them, with the class behind each. */
  readonly #taken = new Map<string, string>()
  /** Classes by the names that the file imports them under. */
  readonly #imported = new Map<string, string>()
  /** What was asked for before, with its answer: a file mentions few classes, but often. */
  readonly #known = new Map<string, string>()

  /** Classes of the runtime, by their own names: `names.Criteria` is what to print for it. */
  readonly names: Readonly<Record<RuntimeClass, string>>

  /** @param own short name of the class that the file declares */
  constructor(namespace: string, own: string) {
    this.#namespace = namespace
    this.#taken.set(own.toLowerCase(), namespace ? `${namespace}\\${own}` : own)
    this.names = new RuntimeNames(this) as unknown as Record<RuntimeClass, string>
  }

  /** The name to write for a class; a name that is taken twice falls back to the fully qualified one. */
  use(fqcn: string, alias = ''): string {
    const question = alias === '' ? fqcn : `${fqcn} ${alias}`
    const known = this.#known.get(question)
    if (known !== undefined) return known
    const answer = this.#nameOf(fqcn, alias)
    this.#known.set(question, answer)
    return answer
  }

  #nameOf(fqcn: string, alias: string): string {
    const short = fqcn.slice(fqcn.lastIndexOf('\\') + 1)
    const name = alias || short
    const key = name.toLowerCase()
    const holder = this.#taken.get(key)
    if (isReservedClassName(name)) return `\\${fqcn}`
    if (holder !== undefined && holder.toLowerCase() !== fqcn.toLowerCase()) return `\\${fqcn}`
    this.#taken.set(key, fqcn)
    const inNamespace = this.#namespace ? `${this.#namespace}\\${short}` : short
    if (inNamespace !== fqcn || name !== short) this.#imported.set(name, fqcn)
    return name
  }

  /** Sorted by class name. Given code, those that it does not mention, as a behavior removed the mention, are left out. */
  lines(code?: string): string[] {
    return [...this.#imported]
      .filter(([name]) => code === undefined || mentions(code, name))
      .sort(([, a], [, b]) => (a < b ? -1 : 1))
      .map(([name, fqcn]) => (fqcn.endsWith(`\\${name}`) || fqcn === name ? `use ${fqcn};` : `use ${fqcn} as ${name};`))
  }
}

/** Whether code has the name as a word of its own: no variable, member or part of another name. */
function mentions(code: string, name: string): boolean {
  for (let at = code.indexOf(name); at >= 0; at = code.indexOf(name, at + 1)) {
    const before = code.charCodeAt(at - 1)
    const isMember = before === greater && code.charCodeAt(at - 2) === minus
    const isPart = isWordCharacter(before) || before === backslash || before === dollar || isMember
    if (!isPart && !isWordCharacter(code.charCodeAt(at + name.length))) return true
  }
  return false
}

const [dollar, minus, greater, backslash, underscore] = [36, 45, 62, 92, 95]

const isWordCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === underscore

/** A member for each class of the runtime, made once for all files. */
class RuntimeNames {
  readonly #imports: Imports

  constructor(imports: Imports) {
    this.#imports = imports
  }

  static {
    for (const [name, fqcn] of Object.entries(runtimeClasses)) {
      Object.defineProperty(RuntimeNames.prototype, name, {
        get(this: RuntimeNames) {
          return this.#imports.use(fqcn)
        },
      })
    }
  }
}
