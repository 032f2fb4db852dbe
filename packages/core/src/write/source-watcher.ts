import { stat, watch } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sources } from './project.js'

/** How long no event must come before a change counts as complete: editors write a file in several steps. */
const settleTime = 10

/**
 * Watches the directories of sources. Not the files: an editor replaces a file, and a new one has no watcher yet. So
 * an event means no more than that something there may have changed.
 */
export class SourceWatcher {
  readonly #watchers = new Map<string, AbortController>()
  #noted = false
  #lastEvent = 0
  #wake = (): void => {}

  /** Resolves when something has happened and nothing more does, or when the watcher was closed. */
  async next(): Promise<void> {
    if (!this.#noted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) await delay(rest)
    this.#noted = false
  }

  /** Watches these sources and no others. */
  async watch({ files, directories }: Sources): Promise<void> {
    const wanted = new Map<string, string>()
    for (const directory of new Set([...directories, ...files.map((file) => dirname(file))])) {
      const found = await stat(directory).catch(() => undefined)
      // One that was removed and made again has another number, and needs another watcher.
      if (found?.isDirectory()) wanted.set(`${found.dev}:${found.ino}`, directory)
    }
    for (const [id, controller] of this.#watchers) {
      if (wanted.has(id)) continue
      controller.abort()
      this.#watchers.delete(id)
    }
    for (const [id, directory] of wanted) {
      if (this.#watchers.has(id)) continue
      const controller = new AbortController()
      this.#watchers.set(id, controller)
      void this.#follow(directory, controller.signal)
    }
  }

  close(): void {
    for (const controller of this.#watchers.values()) controller.abort()
    this.#watchers.clear()
    this.#note()
  }

  /** How many milliseconds are left until a change counts as complete. */
  #rest(): number {
    return Math.ceil(this.#lastEvent + settleTime - performance.now())
  }

  #note(): void {
    this.#noted = true
    this.#lastEvent = performance.now()
    this.#wake()
  }

  async #follow(directory: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const _ of watch(directory, { signal })) this.#note()
    } catch {
      // Closed, or the directory is gone: then its parent directory tells.
      this.#note()
    }
  }
}
