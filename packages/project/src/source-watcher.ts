import { promises } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sources } from './project.js'

/** Milliseconds without events after which a change is complete, because editors write a file in several steps. */
const settleTime = 10

/** Milliseconds between checks for changes without events. */
const lookTime = 1000

/**
 * Watches the directories of sources instead of the files, because an editor replaces a file, and the new one has no watcher.
 * So an event only means that something in the directory may have changed.
 */
export class SourceWatcher {
  readonly #watchers = new Map<string, AbortController>()
  /** Directories that cannot be watched, for example because the number of watchers is limited. */
  readonly #silent = new Set<string>()
  /** Identity of the directory found at each path. */
  #seen = new Map<string, string | undefined>()
  #hasFailed = false
  #timer: NodeJS.Timeout | undefined
  #noted = false
  #lastEvent = 0
  #wake = (): void => {}

  /** Resolves when something may have changed and events have stopped, or when the watcher is closed. */
  async next(): Promise<void> {
    if (!this.#noted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) await delay(rest)
    this.#noted = false
  }

  /** Watches these sources and stops watching others. */
  async watch({ files, directories, hasFailed }: Sources): Promise<void> {
    this.#hasFailed = hasFailed
    const paths = new Set([...directories, ...files.map((file) => dirname(file))].map((path) => normalize(path)))
    this.#seen = new Map(await Promise.all([...paths].map(async (path) => [path, await identity(path)] as const)))
    const wanted = new Map([...this.#seen].flatMap(([path, id]) => (id === undefined ? [] : [[id, path]])))
    for (const [id, controller] of this.#watchers) {
      if (wanted.has(id)) continue
      controller.abort()
      this.#watchers.delete(id)
      this.#silent.delete(id)
    }
    for (const [id, directory] of wanted) {
      if (this.#watchers.has(id)) continue
      const controller = new AbortController()
      this.#watchers.set(id, controller)
      void this.#follow(id, directory, controller.signal)
    }
    this.#timer ??= setInterval(() => void this.#look(), lookTime)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const controller of this.#watchers.values()) controller.abort()
    this.#watchers.clear()
    this.#note()
  }

  /** Returns the milliseconds left until a change is complete. */
  #rest(): number {
    return Math.ceil(this.#lastEvent + settleTime - performance.now())
  }

  #note(): void {
    this.#noted = true
    this.#lastEvent = performance.now()
    this.#wake()
  }

  async #follow(id: string, directory: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const _ of promises.watch(directory, { signal })) this.#note()
    } catch {
      if (signal.aborted) return
      this.#silent.add(id)
      this.#note()
    }
  }

  /** Checks for changes without events: a directory was recreated or moved, or a link to it has changed. */
  async #look(): Promise<void> {
    if (this.#hasFailed || this.#silent.size > 0) return this.#note()
    for (const [path, id] of this.#seen) if ((await identity(path)) !== id) return this.#note()
  }
}

/**
 * Returns the identity of the directory at a path, or undefined if there is none. It includes the creation time, because a
 * recreated directory may get the same inode number.
 */
async function identity(path: string): Promise<string | undefined> {
  const found = await promises.stat(path, { bigint: true }).catch(() => undefined)
  return found?.isDirectory() ? `${found.dev}:${found.ino}:${found.birthtimeNs}` : undefined
}
