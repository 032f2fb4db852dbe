import type { Project, ProjectReport } from './project.js'
import { SourceWatcher } from './source-watcher.js'

export interface WatchOptions {
  /** Ends the watch. */
  readonly signal: AbortSignal
  /** Called before each build. */
  readonly onStart?: () => void
  readonly onBuild: (report: ProjectReport) => void
  /** Called for a build that failed; the watch goes on unless it throws. */
  readonly onError: (error: unknown) => void
}

/** Builds a project, and again whenever something that it was built from changes, until the signal comes. */
export async function watchProject(
  project: Project,
  { signal, onStart, onBuild, onError }: WatchOptions,
): Promise<void> {
  const watcher = new SourceWatcher()
  signal.addEventListener('abort', () => watcher.close(), { once: true })
  try {
    while (!signal.aborted) {
      onStart?.()
      await project.build().then(onBuild, onError)
      await watcher.watch(project.sources)
      while (!signal.aborted && (await project.isCurrent())) {
        await watcher.next()
        // A directory may have been made, or made again.
        await watcher.watch(project.sources)
      }
    }
  } finally {
    watcher.close()
  }
}
