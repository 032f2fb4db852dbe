import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import type { Project, ProjectReport, Sources } from './project.js'
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

/** The first watched files, from the working directory, and how many more there are: for messages. */
export function watchedNames({ files }: Sources): string {
  // Some are watched because they may come into being.
  const paths = [...files].filter((path) => existsSync(path)).map((path) => relative('', path))
  const rest = paths.length - 4
  return rest > 1 ? `${paths.slice(0, 4).join(', ')} and ${rest} more` : paths.join(', ')
}
