import { isReservedClassName } from '../schema/index.js'
import { type RuntimeClass, runtimeClasses } from './runtime-names.js'

/** The `use` lines of one file. Printing a class name through it registers the import. */
export class Imports {
  readonly #namespace: string
  /** Short names taken in this file, in lower case as PHP compares them, with the class behind each. */
  readonly #taken = new Map<string, string>()
  /** Classes with the names that the file imports them under: nearly always one. */
  readonly #imported = new Map<string, string[]>()

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
    const at = fqcn.lastIndexOf('\\')
    const short = fqcn.slice(at + 1)
    const name = alias || short
    const key = name.toLowerCase()
    if (isReservedClassName(key)) return `\\${fqcn}`
    const holder = this.#taken.get(key)
    if (holder !== undefined) return holder.toLowerCase() === fqcn.toLowerCase() ? name : `\\${fqcn}`
    this.#taken.set(key, fqcn)
    const isNear = at < 0 ? this.#namespace === '' : fqcn.startsWith(this.#namespace) && this.#namespace.length === at
    if (isNear && name === short) return name
    const names = this.#imported.get(fqcn)
    if (names) names.push(name)
    else this.#imported.set(fqcn, [name])
    return name
  }

  /** Sorted by class name. Given code, those that it does not mention, as a behavior removed the mention, are left out. */
  lines(code?: string): string[] {
    const lines: string[] = []
    for (const fqcn of [...this.#imported.keys()].sort()) {
      for (const name of this.#imported.get(fqcn)!) {
        if (code !== undefined && !mentions(code, name)) continue
        lines.push(isShortOf(name, fqcn) ? `use ${fqcn};` : `use ${fqcn} as ${name};`)
      }
    }
    return lines
  }
}

const isShortOf = (name: string, fqcn: string): boolean =>
  fqcn.endsWith(name) && (fqcn.length === name.length || fqcn.at(-1 - name.length) === '\\')

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
  readonly #known: string[] = []

  constructor(imports: Imports) {
    this.#imports = imports
  }

  static {
    Object.entries(runtimeClasses).forEach(([name, fqcn], index) => {
      Object.defineProperty(RuntimeNames.prototype, name, {
        get(this: RuntimeNames) {
          this.#known[index] ??= this.#imports.use(fqcn)
          return this.#known[index]
        },
      })
    })
  }
}
