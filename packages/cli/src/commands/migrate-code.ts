import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFiles } from 'orm-project/internal/writer'
import type { CommandWork } from '../command.js'

/** Names that have another last part; the longer ones first. */
const renamed: readonly (readonly [from: string, to: string])[] = [
  ['Propel\\Common\\Util\\SetColumnConverter', 'Orm\\Runtime\\Util\\SetColumnConverter'],
  ['Propel\\Common\\Exception\\SetColumnConverterException', 'Orm\\Runtime\\Exception\\SetColumnConverterException'],
  ['Propel\\Common\\Pluralizer', 'Orm\\Runtime\\Pluralizer'],
  ['Propel\\Generator\\Model\\PropelTypes', 'Orm\\Runtime\\Map\\ColumnTypes'],
  ['Propel\\Generator\\Manager\\MigrationManager', 'Orm\\Runtime\\Migration\\MigrationManager'],
  ['Propel\\Runtime\\Propel', 'Orm\\Runtime\\Orm'],
  ['Propel\\Runtime', 'Orm\\Runtime'],
]

/** Classes whose own names changed; they are replaced only in files that use the library. */
const classes: Readonly<Record<string, string>> = {
  PropelException: 'OrmException',
  PropelModelPager: 'ModelPager',
  PropelDateTime: 'OrmDateTime',
  PropelConditionalProxy: 'ConditionalProxy',
  PropelQuery: 'OrmQuery',
  PropelPDO: 'OrmPDO',
  MssqlPropelPDO: 'MssqlOrmPDO',
  PropelTypes: 'ColumnTypes',
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\')

/** PHP code that used Propel, as it uses Orm. */
export function migratedCode(code: string): string {
  if (!/Propel(?:\\\\?)(?:Runtime|Common|Generator)\b/.test(code)) return code
  let text = code
  for (const [from, to] of renamed) {
    // In a string between double quotes, and in some others, a backslash is written twice.
    for (const [wanted, given] of [
      [from, to],
      [escaped(from), escaped(to)],
    ] as const) {
      text = text.replace(new RegExp(`${wanted.replaceAll('\\', '\\\\')}(?![A-Za-z0-9_])`, 'g'), () => given)
    }
  }
  for (const [from, to] of Object.entries(classes)) {
    text = text.replace(new RegExp(`(?<![A-Za-z0-9_$>:])${from}(?![A-Za-z0-9_])`, 'g'), to)
  }
  // The facade: Propel::getConnection() where it was imported.
  return text.replace(/(?<![A-Za-z0-9_$\\>:])Propel(?=::)/g, 'Orm')
}

const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'vendor' || name === 'node_modules'

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

export const migrateCode: CommandWork = {
  options: ['dryRun'],
  argument: {
    name: 'directory',
    help: 'directory of your own PHP code; vendor and node_modules in it are skipped',
  },
  examples: ['orm migrate-code src --dry-run', 'orm migrate-code src'],
  async run({ dryRun = false }, io, _, { argument = '.' }) {
    let count = 0
    for await (const path of phpFiles(argument)) {
      // Byte by byte: the names are ASCII, and the file may be in any encoding that contains it.
      const code = await readFile(path, 'latin1')
      const migrated = migratedCode(code)
      if (migrated === code) continue
      count++
      if (!dryRun) replaceFiles([{ path, contents: Buffer.from(migrated, 'latin1') }])
      io.stdout.write(`${dryRun ? 'would change' : 'changed'} ${path}\n`)
    }
    if (count === 0) io.stdout.write('Nothing to rename.\n')
    return undefined
  },
}
