/** A name of one file in a directory, on every system. */
const isFileName = (text: string): boolean =>
  text !== '.' && text !== '..' && !/[/\\\x00-\x1f\x7f:*?"<>|]/.test(text) && text.length <= 200

/**
 * Whether Windows has a device of this name, so that no file can be called so, with or without an extension:
 * https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
 */
export const isWindowsDevice = (name: string): boolean =>
  /^(?:con|prn|aux|nul|(?:com|lpt)[1-9¹²³]) *(?:\.|$)/i.test(name)

/** The name of a connection, which is that of an SQL file and of a line in `sqldb.map` too. */
export const isConnectionName = (text: string): boolean => isFileName(text) && !/^[\s#;]|[=]|\s$/.test(text)

/** Whether a path begins with the home directory as shells write it: to everybody else that is a folder named `~`. */
export const isInShellHome = (path: string): boolean => /^~(?:[/\\]|$)/.test(path)

/** A path without its detours, if it stays in the directory that it is relative to; else undefined. */
export function pathBelow(path: string): string | undefined {
  if (/^[/\\]|^[A-Za-z]:|[\x00-\x1f\x7f]/.test(path)) return undefined
  const parts: string[] = []
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** The path of a file that a plugin writes below a directory, without detours; undefined for any other, and our own files. */
export function writtenPath(path: string): string | undefined {
  // Nearly all of the thousands of files of a model: names of letters.
  if (/^\w+(?:\/\w+)*\.\w+$/.test(path)) return path
  const below = /[/\\]$/.test(path) ? undefined : pathBelow(path)
  return below && !below.split('/').some((name) => /^\.orm-/i.test(name)) ? below : undefined
}
