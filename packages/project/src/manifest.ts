import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cannotWrite, newerManifest } from 'orm-core/internal/config'
import { OrmError } from 'orm-core/internal/errors'

/** Entry for a path that Orm wrote. */
export interface Entry {
  readonly kind: string
  /** Hash of the contents; absent for files that belong to the user once they exist. */
  readonly hash?: string
  /** The schema file that it was generated from, as written in notices, or the output that generated it. */
  readonly from?: string
}

export const manifestName = '.orm-manifest.json'

const version = 1

export const hashOf = (contents: string | Uint8Array): string => hash('sha1', contents, 'base64url')

/**
 * The file in an output directory that lists what Orm wrote there. It contains no times and no absolute paths, so the same
 * build writes the same manifest on every machine. Several builds may write to one directory, and each changes only its own
 * lines.
 */
export class Manifest {
  readonly path: string
  #entries: ReadonlyMap<string, Entry>
  #state: string
  readonly #changes = new Map<string, Entry | undefined>()
  /** Entries including the changes; undefined after another change. */
  #result: Map<string, Entry> | undefined

  /** @param overwrite whether a manifest of a newer version is replaced */
  constructor(directory: string, overwrite: boolean) {
    this.path = join(directory, manifestName)
    this.#state = stateOf(this.path)
    this.#entries = read(this.path, overwrite)
  }

  /** Reads the file again if another process has written it, and discards uncommitted changes. */
  refresh(overwrite: boolean): void {
    this.#changes.clear()
    this.#result = undefined
    this.#update(overwrite)
  }

  get(path: string): Entry | undefined {
    return this.#entries.get(path)
  }

  get entries(): Iterable<readonly [string, Entry]> {
    return this.#entries
  }

  /** Sets the entry of a path; undefined for a removed file. */
  set(path: string, entry: Entry | undefined): void {
    const known = this.#entries.get(path)
    if (known === entry && this.#changes.size === 0) return
    this.#result = undefined
    if (known?.kind === entry?.kind && known?.hash === entry?.hash && known?.from === entry?.from) {
      this.#changes.delete(path)
    } else this.#changes.set(path, entry)
  }

  /** Returns the new text, or undefined if nothing changed. Another build may have written the file in the meantime. */
  text(): string | undefined {
    if (this.#changes.size === 0) return undefined
    this.#update(true)
    let lines = ''
    for (const [path, entry] of this.#changed()) lines += `${lines === '' ? '' : ',\n'}${lineOf(path, entry)}`
    return `{\n  "version": ${version},\n  "files": {\n${lines}\n  }\n}\n`
  }

  /** Whether no entries remain after the changes. */
  get isEmpty(): boolean {
    return this.#changed().size === 0
  }

  /** Marks the changes as written to disk. */
  settle(): void {
    this.#entries = this.#changed()
    this.#changes.clear()
    this.#result = undefined
    this.#state = stateOf(this.path)
  }

  /** Returns the entries including the changes, sorted by path. */
  #changed(): Map<string, Entry> {
    this.#result ??= this.#merged()
    return this.#result
  }

  #merged(): Map<string, Entry> {
    const entries = new Map(this.#entries)
    for (const [path, entry] of this.#changes) {
      if (entry) entries.set(path, entry)
      else entries.delete(path)
    }
    if (![...this.#changes.keys()].some((path) => !this.#entries.has(path))) return entries
    return new Map([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #update(overwrite: boolean): void {
    const state = stateOf(this.path)
    if (state === this.#state) return
    this.#entries = read(this.path, overwrite)
    this.#state = state
    this.#result = undefined
  }
}

/** Cache, because a watched project writes thousands of identical lines after each change. */
const lines = new WeakMap<Entry, string>()

function lineOf(path: string, entry: Entry): string {
  let line = lines.get(entry)
  if (line === undefined) {
    const { kind, hash, from } = entry
    line = `    ${JSON.stringify(path)}: ${JSON.stringify({ kind, hash, from })}`
    lines.set(entry, line)
  }
  return line
}

function stateOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path)
    return `${ino}:${size}:${mtimeMs}`
  } catch {
    // There is no manifest, or the path is not a directory, which will be reported when writing to it.
    return ''
  }
}

/**
 * Reads a manifest. One that cannot be parsed, for example after a merge, counts as missing; the notices in the files are used
 * instead.
 */
function read(path: string, overwrite: boolean): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // A manifest that exists but cannot be read must not count as missing, because edits would go unnoticed.
    if (code !== undefined && code !== 'ENOENT' && code !== 'ENOTDIR') {
      throw new OrmError([cannotWrite(path, message.replace(/,.*$/s, ''))])
    }
    return entries
  }
  if (!isRecord(parsed)) return entries
  if (Number(parsed.version) > version && !overwrite) throw new OrmError([newerManifest(path)])
  if (parsed.version !== version || !isRecord(parsed.files)) return entries
  for (const [name, entry] of Object.entries(parsed.files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isRecord(entry) || typeof entry.kind !== 'string' || (entry.kind !== 'directory' && isOutside(name))) continue
    const { kind, hash, from } = entry
    entries.set(name, {
      kind,
      ...(typeof hash === 'string' && { hash }),
      ...(typeof from === 'string' && { from }),
    })
  }
  return entries
}

/**
 * Returns whether a path is outside of the directory. Anybody can edit a manifest, and its lines must not refer to other files.
 */
const isOutside = (name: string): boolean => /^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
