import type { FileReader } from 'orm-core'

/** A reader of files that exist only in a test. */
export function memoryFiles(files: Readonly<Record<string, string>>): FileReader {
  return {
    read: async (path) => (Object.hasOwn(files, path) ? Buffer.from(files[path]!) : undefined),
    list: async (directory) => {
      const prefix = directory === '.' ? '' : `${directory}/`
      const inside = Object.keys(files).filter((path) => path.startsWith(prefix))
      return inside.map((path) => path.slice(prefix.length)).filter((path) => !path.includes('/'))
    },
  }
}
