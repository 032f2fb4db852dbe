import { sourceOfNotice } from '../php/notice.js'

/** Whether `sql:build` wrote a file; the text may begin with a comment of the user. */
export const isBuiltSql = (text: string): boolean => /^-- .*, written by orm sql:build\r?$/m.test(text.slice(0, 1000))

const container = '<?php\n$serviceContainer = \\Orm\\Runtime\\Orm::getServiceContainer();\n$serviceContainer->'

/** How files without a notice begin: `config.php`, and `loadDatabase.php` with and without tables. */
const beginnings = [
  `${container}checkVersion(`,
  `${container}initDatabaseMapFromDumps(`,
  '<?php\n// Run "orm model:build" to register the tables here.',
]

/** Whether a build wrote the file that begins like this, as far as the file itself tells. */
export function isGenerated(beginning: string): boolean {
  const text = beginning.replaceAll('\r\n', '\n')
  return (
    sourceOfNotice(text) !== undefined ||
    /^-- .*, written by orm sql:build\n/.test(text) ||
    beginnings.some((known) => text.startsWith(known))
  )
}

/** A file without the time that `addTimeStamp` prints: only this may differ where nothing has changed. */
export const withoutBuildTime = (text: string): string =>
  text.replaceAll(/, built at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/gm, '')
