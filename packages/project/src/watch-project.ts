import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { checkOptions } from 'orm-core/internal/options'
import type { Project, ProjectReport, Sources } from './project.js'
import { SourceWatcher } from './source-watcher.js'

export interface WatchOptions {
  /** Signal that ends the watch. */
  readonly signal: AbortSignal
  /** Called before each build. */
  readonly onStart?: () => void
  readonly onBuild: (report: ProjectReport) => void
  /** Called for a failed build. The watch continues unless it throws. */
  readonly onError: (error: unknown) => void
}

/** Builds a project, and rebuilds it whenever one of its sources changes, until the signal is aborted. */
export async function watchProject(project: Project, options: WatchOptions): Promise<void> {
  checkOptions(options, ['signal', 'onStart', 'onBuild', 'onError'] satisfies (keyof WatchOptions)[])
  const { signal, onStart, onBuild, onError } = options
  const watcher = new SourceWatcher()
  signal.addEventListener('abort', () => watcher.close(), { once: true })
  try {
    while (!signal.aborted) {
      onStart?.()
      await project.build().then(onBuild, onError)
      await watcher.watch(project.sources)
      while (!signal.aborted && (await project.isCurrent())) {
        await watcher.next()
        // A directory may have been created or recreated.
        await watcher.watch(project.sources)
      }
    }
  } finally {
    watcher.close()
  }
}

/** Returns the first watched files, relative to the working directory, and the number of others, for messages. */
export function watchedNames({ files }: Sources): string {
  // Some paths are watched although they do not exist yet.
  const paths = [...files].filter((path) => existsSync(path)).map((path) => relative('', path))
  const rest = paths.length - 4
  return rest > 1 ? `${paths.slice(0, 4).join(', ')} and ${rest} more` : paths.join(', ')
}
