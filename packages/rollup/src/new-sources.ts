import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Project, SourceWatcher } from 'orm-project/internal'

/** Milliseconds to wait for a build after changing the file, before changing it again. */
const retryTime = 250

/**
 * Triggers rollup builds for changed sources. Rollup builds only when a watched file changes. It cannot watch a missing file,
 * and it misses a change while it restarts watching a file, as it does after each change. So changed sources repeatedly update
 * an extra watched file until a build has read them.
 */
export class NewSources {
  readonly #project: Project
  readonly #watcher = new SourceWatcher()
  readonly #file = join(tmpdir(), `orm-new-sources-${randomUUID()}`)
  #state: 'new' | 'watching' | 'closed' = 'new'

  constructor(project: Project) {
    this.#project = project
  }

  /** Watches sources that a build would read and the last one did not. Returns the file for rollup to watch. */
  async watch(): Promise<string> {
    await this.#watcher.watch(this.#project.sources)
    if (this.#state === 'new') {
      this.#state = 'watching'
      await writeFile(this.#file, '')
      void this.#follow()
    }
    return this.#file
  }

  async close(): Promise<void> {
    this.#state = 'closed'
    this.#watcher.close()
    await rm(this.#file, { force: true })
  }

  get #isClosed(): boolean {
    return this.#state === 'closed'
  }

  async #follow(): Promise<void> {
    for (;;) {
      const isCurrent = await this.#project.isCurrent()
      if (this.#isClosed) return
      if (isCurrent) await this.#watcher.next()
      else {
        // If the file cannot be written, no build starts automatically, but the current one continues.
        await writeFile(this.#file, randomUUID()).catch(() => {})
        await delay(retryTime)
      }
      if (this.#isClosed) return
      await this.#watcher.watch(this.#project.sources)
    }
  }
}
