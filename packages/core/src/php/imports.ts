import { isReservedClassName } from '../escape/index.js'
import { type RuntimeClass, runtimeClasses } from './runtime-names.js'

/** Collects the `use` lines of one file. Printing a class name through it registers the import. */
export class Imports {
  readonly #namespace: string
  /** Short names used in this file, in lower case as PHP ignores their case, with the class of each. */
  readonly #taken = new Map<string, string>()
  /** The `use` lines by class. A class with several aliases has several lines. */
  readonly #lines = new Map<string, string>()

  /** Names of runtime classes in this file: `names.Criteria` is what to print. */
  readonly names: Readonly<Record<RuntimeClass, string>>

  /** @param own short name of the class that the file declares */
  constructor(namespace: string, own: string) {
    this.#namespace = namespace
    this.#taken.set(own.toLowerCase(), namespace ? `${namespace}\\${own}` : own)
    this.names = new RuntimeNames(this) as unknown as Record<RuntimeClass, string>
  }

  /** Returns the name to print for a class: the fully qualified name if the short name and the alias are taken. */
  use(fqcn: string, alias = ''): string {
    const short = fqcn.slice(fqcn.lastIndexOf('\\') + 1)
    const name = alias || short
    const key = name.toLowerCase()
    return isReservedClassName(key) ? `\\${fqcn}` : this.#register(fqcn, short, name, key)
  }

  /** Same as use() for a runtime class, with all forms of its name precomputed. */
  useRuntime({ fqcn, short, key }: RuntimeName): string {
    return this.#register(fqcn, short, short, key)
  }

  #register(fqcn: string, short: string, name: string, key: string): string {
    const holder = this.#taken.get(key)
    if (holder !== undefined) {
      return holder === fqcn || holder.toLowerCase() === fqcn.toLowerCase() ? name : `\\${fqcn}`
    }
    this.#taken.set(key, fqcn)
    // PHP reads `enum as` as the start of an enum declaration.
    if (name !== short) this.#import(fqcn, `use ${/^enum$/i.test(fqcn) ? '\\' : ''}${fqcn} as ${name};`)
    else if (fqcn !== (this.#namespace ? `${this.#namespace}\\${short}` : short)) this.#import(fqcn, `use ${fqcn};`)
    return name
  }

  #import(fqcn: string, line: string): void {
    const before = this.#lines.get(fqcn)
    this.#lines.set(fqcn, before === undefined ? line : `${before}\n${line}`)
  }

  /** Prints the imports, sorted by class name. If code is passed, imports that it does not mention are omitted. */
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

/** Whether code contains the name as a separate word that is not a variable, member or part of another name. */
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
  /** The short name in lower case. */
  readonly key: string
}

/** Has a member for each runtime class, defined once for all files. */
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
