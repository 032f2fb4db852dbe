interface Load {
  /** The exports of a file of a bundle; `packages` are those that it imports. */
  (path: string, packages?: Record<string, unknown>): Record<string, unknown>
  /** What a process does, such as the command of the script: each calls functions that others do not. */
  purpose: string
}

declare const load: Load

export = load
