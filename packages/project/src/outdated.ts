import type { WriteResult } from 'orm-core/internal'
import { isChange } from './write-files.js'

/** What to tell of a check that found files which are not as they should be. */
export function outdatedText(files: readonly WriteResult[]): string {
  const outdated = files.filter(isChange)
  return `${outdated.length} of ${files.length} files are outdated, as ${outdated[0]?.path} (run "orm build")`
}
