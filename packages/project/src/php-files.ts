import { readdir } from 'node:fs/promises'
import { normalize } from 'node:path'
import { isForeign } from 'orm-core/internal/config'
import { Places } from './places.js'

/** PHP files below a directory, in directories that may be ours. */
export async function phpFiles(directory: string): Promise<string[]> {
  const entries = await readdir(normalize(directory), { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  const places = new Places(directory)
  for (const entry of entries) {
    const path = places.of(entry.name)
    if (entry.isFile() && path.endsWith('.php')) found.push(path)
    else if (entry.isDirectory() && !isForeign(entry.name)) found.push(...(await phpFiles(path)))
  }
  return found
}
