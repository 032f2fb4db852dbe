/** Returns whether the text is a valid file name on every system. */
const isFileName = (text: string): boolean =>
  text !== '' && text !== '.' && text !== '..' && !/[/\\\x00-\x1f\x7f:*?"<>|]/.test(text) && text.length <= 200

/**
 * Returns whether Windows has a device with this name, so that no file can have the name, with or without an extension:
 * https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
 */
export const isWindowsDevice = (name: string): boolean =>
  /^(?:con|prn|aux|nul|(?:com|lpt)[1-9¹²³]) *(?:\.|$)/i.test(name)

/** Returns whether the text is a valid connection name, which is also used as an SQL file name and in lines of `sqldb.map`. */
export const isConnectionName = (text: string): boolean => isFileName(text) && !/^[\s#;]|[=]|\s$/.test(text)

/** Returns whether a path starts with the shell's notation for the home directory; everywhere else, `~` is a directory name. */
export const isInShellHome = (path: string): boolean => /^~(?:[/\\]|$)/.test(path)

/** Normalizes a relative path; undefined if it leaves its base directory. */
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

/**
 * Normalizes the path of a file that a plugin writes; undefined if it leaves the directory, is a directory, or is one of Orm's
 * own files.
 */
export function writtenPath(path: string): string | undefined {
  // Nearly all of a model's thousands of files have a plain path.
  if (/^\w+(?:\/\w+)*\.\w+$/.test(path)) return path
  const below = /[/\\]$/.test(path) ? undefined : pathBelow(path)
  return below && !below.split('/').some((name) => /^\.orm-/i.test(name)) ? below : undefined
}
