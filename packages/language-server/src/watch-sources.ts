import { SourceWatcher } from 'orm-project/internal'
import type { Project } from './project.js'

/**
 * Calls back when something that a project was compiled from has changed on the disk, until the signal comes. Editors can tell of
 * changes too, but not all do, and none knows the modules of behaviors.
 */
export async function watchSources(project: Project, signal: AbortSignal, changed: () => Promise<void>): Promise<void> {
  const watcher = new SourceWatcher()
  signal.addEventListener('abort', () => watcher.close(), { once: true })
  while (!signal.aborted) {
    await watcher.watch({ files: [], directories: project.directories, hasFailed: false })
    // What has changed before the watcher was there sends no event.
    if (await project.isCurrent()) await watcher.next()
    else if (!signal.aborted) await changed()
  }
  watcher.close()
}
