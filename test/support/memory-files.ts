import type { FileReader } from 'orm-core'

/** A reader of files that exist only in a test; it lists directories too only if that is asked for. */
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
