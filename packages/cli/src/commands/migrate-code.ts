import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { adviceOn, classNames, constantNames, nameInOrm } from 'orm-core/internal'
import { replaceFiles } from 'orm-project/internal/writer'
import { type CommandWork, UsageError } from '../command.js'

/** A name in the code that has no counterpart in Orm. */
interface Leftover {
  readonly line: number
  readonly name: string
}

interface MigratedCode {
  readonly code: string
  readonly leftovers: readonly Leftover[]
}

/** Matches a fully qualified name, and the names in braces after it. In some strings, backslashes are doubled. */
const fullName =
  /(?<![A-Za-z0-9_])Propel(\\\\?)(?:Runtime|Common|Generator)(?:\1[A-Za-z0-9_]+)*(?:(?<group>\1\{)(?<members>[^}]*))?(?![A-Za-z0-9_])/g

/** Matches a declared or imported class with the name of the facade `Orm`. */
const ownOrm =
  /^\s*(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+Orm\b|^\s*use\s+[\w\\]*\bOrm\s*;/im

/** Converts PHP code from Propel to Orm. Names without a counterpart are kept. */
function migratedCode(code: string): MigratedCode {
  const leftovers: Leftover[] = []
  let text = code.replace(fullName, (found: string, separator: string, ...rest) => {
    const { group = '', members = '' } = rest.at(-1) as { group?: string; members?: string }
    const name = found.slice(0, found.length - group.length - members.length).replaceAll(separator, '\\')
    const offset = rest.at(-3) as number
    const note = (missing: string) => leftovers.push({ line: code.slice(0, offset).split('\n').length, name: missing })
    if (group === '') {
      const known = nameInOrm(name)
      if (known === undefined) note(name)
      return known?.replaceAll('\\', () => separator) ?? found
    }
    const wanted = [...members.matchAll(/[A-Za-z_][\w\\]*(?=\s*(?:,|as\s|$))/g)].map(([member]) => `${name}\\${member}`)
    for (const member of wanted) if (nameInOrm(member) === undefined) note(member)
    const known = wanted.some((member) => nameInOrm(member) !== undefined) ? nameInOrm(name) : undefined
    return known === undefined ? found : `${known.replaceAll('\\', () => separator)}${group}${members}`
  })
  for (const [from, to] of Object.entries(constantNames)) {
    text = text.replace(new RegExp(`(?<![A-Za-z0-9_$])${from}(?![A-Za-z0-9_])`, 'g'), to)
  }
  if (text === code && leftovers.length === 0) return { code, leftovers }
  for (const [from, to] of Object.entries(classNames)) {
    text = text.replace(new RegExp(`(?<![A-Za-z0-9_$>:])${from}(?![A-Za-z0-9_])`, 'g'), to)
  }
  // If the file has its own Orm class, the facade is imported as Propel.
  if (ownOrm.test(code)) {
    return { code: text.replace(/^(\s*use\s+Orm\\Runtime\\Orm)(?=\s*;)/gm, '$1 as Propel'), leftovers }
  }
  // Renames the facade, such as Propel::getConnection(), if it was imported.
  return { code: text.replace(/(?<![A-Za-z0-9_$\\>:])Propel(?=::)/g, 'Orm'), leftovers }
}

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
