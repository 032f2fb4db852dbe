import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { adviceOn, classNames, constantNames, nameInOrm } from 'orm-core/internal'
import { replaceFiles } from 'orm-project/internal/writer'
import { type CommandWork, UsageError } from '../command.js'

/** A name in the code that has no counterpart. */
interface Leftover {
  readonly line: number
  readonly name: string
}

interface MigratedCode {
  readonly code: string
  readonly leftovers: readonly Leftover[]
}

/** A full name, and the names in braces behind it. In some strings a backslash is written twice. */
const fullName =
  /(?<![A-Za-z0-9_])Propel(\\\\?)(?:Runtime|Common|Generator)(?:\1[A-Za-z0-9_]+)*(?:(?<group>\1\{)(?<members>[^}]*))?(?![A-Za-z0-9_])/g

/** A class of the file, or one that it imports, which has the name of our facade. */
const ownOrm =
  /^\s*(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+Orm\b|^\s*use\s+[\w\\]*\bOrm\s*;/im

/** PHP code that used Propel, as it uses Orm. Names without a counterpart stay. */
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
  // A file that has an Orm of its own goes on to call the facade Propel.
  if (ownOrm.test(code)) {
    return { code: text.replace(/^(\s*use\s+Orm\\Runtime\\Orm)(?=\s*;)/gm, '$1 as Propel'), leftovers }
  }
  // The facade: Propel::getConnection() where it was imported.
  return { code: text.replace(/(?<![A-Za-z0-9_$\\>:])Propel(?=::)/g, 'Orm'), leftovers }
}

/** The configuration of Propel stays as it is, beside ours. */
const isSkipped = (name: string): boolean =>
  name.startsWith('.') || ['vendor', 'node_modules', 'propel.php', 'propel.inc'].includes(name)

async function* phpFiles(directory: string): AsyncGenerator<string> {
  const entries = await readdir(directory, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isSkipped(entry.name)) continue
    const path = join(directory, entry.name)
    // Links are not followed: what they lead to has a place of its own.
    if (entry.isDirectory()) yield* phpFiles(path)
    else if (entry.isFile() && /\.(?:php|phtml|inc)$/.test(entry.name)) yield path
  }
}

/** The PHP files of a directory, or the file itself. */
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
      // Byte by byte: the names are ASCII, and the file may be in any encoding that contains it.
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
