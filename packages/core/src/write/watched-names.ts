import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import type { Sources } from './project.js'

/** What a watch tells that it watches: the first files, from the working directory, and how many more there are. */
export function watchedNames({ files }: Sources): string {
  // Some are watched because they may come into being.
  const paths = [...files].filter((path) => existsSync(path)).map((path) => relative('', path))
  const rest = paths.length - 4
  return rest > 1 ? `${paths.slice(0, 4).join(', ')} and ${rest} more` : paths.join(', ')
}
