import type { FileReader } from 'orm-core'

/** Returns a reader for in-memory files. It lists directories only on request. */
export function memoryFiles(files: Readonly<Record<string, string>>, { directories = false } = {}): FileReader {
  return {
    read: async (path) => (Object.hasOwn(files, path) ? Buffer.from(files[path]!) : undefined),
    list: async (directory) => {
      const prefix = directory === '.' ? '' : `${directory}/`
      const inside = Object.keys(files).filter((path) => path.startsWith(prefix))
      const names = inside.map((path) => path.slice(prefix.length))
      return directories
        ? [...new Set(names.map((path) => path.replace(/\/.*/s, '')))]
        : names.filter((path) => !path.includes('/'))
    },
  }
}
