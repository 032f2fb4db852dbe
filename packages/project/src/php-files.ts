import { type Dirent, readdirSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { isForeign } from 'orm-core/internal/config'

/** PHP files below a directory, in directories that may be ours. */
export const phpFiles = (directory: string): string[] => filesBelow(directory, /\.php$/)

export function filesBelow(directory: string, wanted: RegExp): string[] {
  const entries = entriesOf(normalize(directory))
  const found: string[] = []
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isFile() && wanted.test(path)) found.push(path)
    else if (entry.isDirectory() && !isForeign(entry.name)) found.push(...filesBelow(path, wanted))
  }
  return found
}

/** None of a directory that is not there, or cannot be read. */
function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}
