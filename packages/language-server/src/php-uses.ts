import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A line of PHP code that contains one of the names. */
export interface PhpUse {
  readonly path: string
  readonly line: number
  readonly name: string
}

/** Directories whose PHP code is not edited by hand. */
const passedOver = new Set(['node_modules', 'vendor', 'Base', 'Map'])

/** Finds uses of names in the PHP code of a project. Generated classes are omitted, because the next build renames them. */
export async function findPhpUses(root: string, names: readonly string[]): Promise<PhpUse[]> {
  if (names.length === 0) return []
  const pattern = new RegExp(`\\b(?:${names.join('|')})\\b`)
  const uses: PhpUse[] = []
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !passedOver.has(entry.name) && !entry.name.startsWith('.')) await visit(path)
      else if (entry.isFile() && entry.name.endsWith('.php'))
        uses.push(...usesIn(path, await readFile(path, 'utf8'), pattern))
    }
  }
  await visit(root)
  return uses
}

const usesIn = (path: string, text: string, pattern: RegExp): PhpUse[] =>
  text.split('\n').flatMap((line, at) => {
    const found = pattern.exec(line)
    return found ? [{ path, line: at + 1, name: found[0] }] : []
  })
