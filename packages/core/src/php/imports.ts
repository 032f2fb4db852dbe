/** The `use` lines of one file. Printing a class name through it registers the import. */
export class Imports {
  readonly #namespace: string
  /** Short names taken in this file, in lower case as PHP compares them, with the class behind each. */
  readonly #taken = new Map<string, string>()
  readonly #lines = new Map<string, string>()

  /** @param own short name of the class that the file declares */
  constructor(namespace: string, own: string) {
    this.#namespace = namespace
    this.#taken.set(own.toLowerCase(), namespace ? `${namespace}\\${own}` : own)
  }

  /** The name to write for a class; a name that is taken twice falls back to the fully qualified one. */
  use(fqcn: string, alias?: string): string {
    const short = fqcn.slice(fqcn.lastIndexOf('\\') + 1)
    const name = alias ?? short
    const key = name.toLowerCase()
    const holder = this.#taken.get(key)
    if (holder === fqcn) return name
    if (holder !== undefined) return `\\${fqcn}`
    this.#taken.set(key, fqcn)
    const inNamespace = this.#namespace ? `${this.#namespace}\\${short}` : short
    if (inNamespace !== fqcn || name !== short) {
      this.#lines.set(fqcn, name === short ? `use ${fqcn};` : `use ${fqcn} as ${name};`)
    }
    return name
  }

  /** Sorted by class name. */
  get lines(): string[] {
    return [...this.#lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
  }
}
