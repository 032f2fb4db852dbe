import { isReservedClassName } from '../escape/index.js'
import { type RuntimeClass, runtimeClasses } from './runtime-names.js'

/** The `use` lines of one file. Printing a class name through it registers the import. */
export class Imports {
  readonly #namespace: string
  /** Short names taken in this file, in lower case as PHP compares them, with the class behind each. */
  readonly #taken = new Map<string, string>()
  /** The lines of classes: one, or several where a class has several names. */
  readonly #lines = new Map<string, string>()

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
    const short = fqcn.slice(fqcn.lastIndexOf('\\') + 1)
    const name = alias || short
    const key = name.toLowerCase()
    return isReservedClassName(key) ? `\\${fqcn}` : this.#register(fqcn, short, name, key)
  }

  /** The same for a class of the runtime, of whose name everything is known. */
  useRuntime({ fqcn, short, key }: RuntimeName): string {
    return this.#register(fqcn, short, short, key)
  }

  #register(fqcn: string, short: string, name: string, key: string): string {
    const holder = this.#taken.get(key)
    if (holder !== undefined) {
      return holder === fqcn || holder.toLowerCase() === fqcn.toLowerCase() ? name : `\\${fqcn}`
    }
    this.#taken.set(key, fqcn)
    // PHP reads `enum as` as the beginning of an enum.
    if (name !== short) this.#import(fqcn, `use ${/^enum$/i.test(fqcn) ? '\\' : ''}${fqcn} as ${name};`)
    else if (fqcn !== (this.#namespace ? `${this.#namespace}\\${short}` : short)) this.#import(fqcn, `use ${fqcn};`)
    return name
  }

  #import(fqcn: string, line: string): void {
    const before = this.#lines.get(fqcn)
    this.#lines.set(fqcn, before === undefined ? line : `${before}\n${line}`)
  }

  /** Sorted by class name. Given code, those that it does not mention, as a behavior removed the mention, are left out. */
  print(code?: string): string {
    const lines = [...this.#lines.keys()].sort().map((fqcn) => this.#lines.get(fqcn)!)
    if (code === undefined) return lines.join('\n')
    const isUsed = (line: string): boolean => mentions(code, /[^\\ ]+(?=;$)/.exec(line)![0])
    return lines
      .flatMap((each) => each.split('\n'))
      .filter(isUsed)
      .join('\n')
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

interface RuntimeName {
  readonly fqcn: string
  readonly short: string
  /** In lower case. */
  readonly key: string
}

/** A member for each class of the runtime, made once for all files. */
class RuntimeNames {
  readonly #imports: Imports
  readonly #known: string[] = []

  constructor(imports: Imports) {
    this.#imports = imports
  }

  static {
    Object.entries(runtimeClasses).forEach(([short, fqcn], index) => {
      const name: RuntimeName = { fqcn, short, key: short.toLowerCase() }
      Object.defineProperty(RuntimeNames.prototype, short, {
        get(this: RuntimeNames) {
          this.#known[index] ??= this.#imports.useRuntime(name)
          return this.#known[index]
        },
      })
    })
  }
}
