import { SourceWatcher } from 'orm-project/internal'
import type { Project } from './project.js'

/**
 * Calls back when sources of a project have changed on disk, until the signal is aborted. Not every editor reports changes, and
 * none knows the behavior modules.
 */
export async function watchSources(project: Project, signal: AbortSignal, changed: () => Promise<void>): Promise<void> {
  const watcher = new SourceWatcher()
  signal.addEventListener('abort', () => watcher.close(), { once: true })
  while (!signal.aborted) {
    await watcher.watch({ files: [], directories: project.directories, hasFailed: false })
    // Changes made before the watcher started cause no event.
    if (await project.isCurrent()) await watcher.next()
    else if (!signal.aborted) await changed()
  }
  watcher.close()
}
