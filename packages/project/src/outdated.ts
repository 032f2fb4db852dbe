import type { WriteResult } from 'orm-core/internal'
import { isChange } from './write-files.js'

/** Returns the message for a check that found outdated files. */
export function outdatedText(files: readonly WriteResult[]): string {
  const outdated = files.filter(isChange)
  return `${outdated.length} of ${files.length} files are outdated, as ${outdated[0]?.path} (run the build without the option check)`
}
