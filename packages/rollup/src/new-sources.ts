import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Project, SourceWatcher } from 'orm-project/internal'

/** How long a build may take to begin after the file has changed before it changes again. */
const retryTime = 250

/**
 * Rollup builds again only when a file that it watches changes. It cannot watch for a file that is not there yet, and it
 * misses a change that comes while it stops and starts to watch a file, as it does after each change. So changed sources
 * change a file of ours that it watches too, until a build has read them.
 */
export class NewSources {
  readonly #project: Project
  readonly #watcher = new SourceWatcher()
  readonly #file = join(tmpdir(), `orm-new-sources-${randomUUID()}`)
  #state: 'new' | 'watching' | 'closed' = 'new'

  constructor(project: Project) {
    this.#project = project
  }

  /** Watches for what a build would read and the last one did not; gives the file to watch. */
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
        // Without the file no build starts by itself, but the current one continues.
        await writeFile(this.#file, randomUUID()).catch(() => {})
        await delay(retryTime)
      }
      if (this.#isClosed) return
      await this.#watcher.watch(this.#project.sources)
    }
  }
}
