import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Project, SourceWatcher } from 'orm-core/internal'

/**
 * Rollup builds again only when a file that it watches changes, and it cannot watch for a file that is not there yet.
 * So a new schema changes a file of ours that it does watch.
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

  async #follow(): Promise<void> {
    for (;;) {
      await this.#watcher.next()
      if (this.#state === 'closed') return
      await this.#watcher.watch(this.#project.sources)
      // Without the file no build starts by itself, but the current one continues.
      if (!(await this.#project.isCurrent())) await writeFile(this.#file, randomUUID()).catch(() => {})
    }
  }
}
