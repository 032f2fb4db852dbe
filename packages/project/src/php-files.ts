import { readdir } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { isForeign } from 'orm-core/internal/config'

/** PHP files below a directory, in directories that may be ours. */
export const phpFiles = (directory: string): Promise<string[]> => filesBelow(directory, /\.php$/)

export async function filesBelow(directory: string, wanted: RegExp): Promise<string[]> {
  const entries = await readdir(normalize(directory), { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isFile() && wanted.test(path)) found.push(path)
    else if (entry.isDirectory() && !isForeign(entry.name)) found.push(...(await filesBelow(path, wanted)))
  }
  return found
}
