import { type Dirent, readdirSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { isForeign } from 'orm-core/internal/config'

/** Returns the PHP files below a directory, except in directories such as vendor. */
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

/** Returns the entries of a directory; empty if it is missing or cannot be read. */
function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}
