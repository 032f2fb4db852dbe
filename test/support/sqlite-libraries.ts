import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { libraries, type Open } from '#database/dialects/sqlite/libraries.js'
import { root } from './root.mjs'

export interface UsableLibrary {
  readonly name: string
  readonly open: Open
  /** Node arguments that make this the only SQLite library. */
  readonly nodeArguments: readonly string[]
}

/** The libraries that this Node version can load; `node:sqlite` requires Node 22.13. */
export const usableLibraries: readonly UsableLibrary[] = (
  await Promise.all(
    libraries.map(async ({ name, load }) => {
      try {
        const open = await load()
        open(':memory:').close()
        const hook = `${pathToFileURL(join(root, 'test', 'support', 'only-driver.mjs'))}?${encodeURIComponent(name)}`
        return [{ name, open, nodeArguments: [`--import=${hook}`] }]
      } catch {
        return []
      }
    }),
  )
).flat()
