import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { adviceOn } from 'orm-core/internal'
import { replaceFiles } from 'orm-project/internal/writer'
import { type CommandWork, UsageError } from '../command.js'
import { migratedCode } from '../propel-code/migrated-code.js'

/** Returns whether to skip a file. The Propel configuration is kept next to the new one. */
const isSkipped = (name: string): boolean =>
  name.startsWith('.') || ['vendor', 'node_modules', 'propel.php', 'propel.inc'].includes(name)

async function* phpFiles(directory: string): AsyncGenerator<string> {
  const entries = await readdir(directory, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isSkipped(entry.name)) continue
    const path = join(directory, entry.name)
    // Links are not followed, because their targets are at another path.
    if (entry.isDirectory()) yield* phpFiles(path)
    else if (entry.isFile() && /\.(?:php|phtml|inc)$/.test(entry.name)) yield path
  }
}

/** Returns the PHP files of a directory, or the file itself. */
async function* filesOf(path: string): AsyncGenerator<string> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new UsageError(`there is no directory ${path} (give the one of your own PHP code)`)
  if (found.isDirectory()) yield* phpFiles(path)
  else yield path
}

export const migrateCode: CommandWork = {
  does: { writes: true, asks: false, takesTerminal: false, lasts: false },
  options: ['dryRun'],
  argument: {
    name: 'directory',
    help: 'directory of your own PHP code, or a file; vendor and node_modules are skipped (default: .)',
  },
  examples: ['orm migrate-code src --dry-run', 'orm migrate-code src'],
  async run({ dryRun = false }, io, _, { argument = '.' }) {
    let count = 0
    const manual: string[] = []
    for await (const path of filesOf(argument)) {
      // Read as bytes: the names are ASCII, and the file may have any encoding that includes ASCII.
      const code = await readFile(path, 'latin1')
      const migrated = migratedCode(code)
      for (const { line, name } of migrated.leftovers) {
        manual.push(`${path}:${line} ${name}: ${adviceOn(name)}\n`)
      }
      if (migrated.code === code) continue
      count++
      if (!dryRun) replaceFiles([{ path, contents: Buffer.from(migrated.code, 'latin1') }])
      io.stdout.write(`${dryRun ? 'would change' : 'changed'} ${path}\n`)
    }
    if (count === 0) io.stdout.write('Nothing to rename.\n')
    if (manual.length > 0) io.stdout.write(`Change these by hand:\n${manual.join('')}`)
    return undefined
  },
}
