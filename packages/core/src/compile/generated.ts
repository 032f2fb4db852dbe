import { sourceOfNotice } from '../php/notice.js'

/** Whether `sql:build` wrote a file. The file may start with a comment of the user. */
export const isBuiltSql = (text: string): boolean => /^-- .*, written by orm sql:build\r?$/m.test(text.slice(0, 1000))

const container = '<?php\n$serviceContainer = \\Orm\\Runtime\\Orm::getServiceContainer();\n$serviceContainer->'

/** How files without a notice start: `config.php`, and `loadDatabase.php` with and without tables. */
const beginnings = [
  `${container}checkVersion(`,
  `${container}initDatabaseMapFromDumps(`,
  '<?php\n// Run "orm model:build" to register the tables here.',
]

/** Whether a build wrote a file, as far as the start of the file shows. */
export function isGenerated(beginning: string): boolean {
  const text = beginning.replaceAll('\r\n', '\n')
  return (
    sourceOfNotice(text) !== undefined ||
    /^-- .*, written by orm sql:build\n/.test(text) ||
    beginnings.some((known) => text.startsWith(known))
  )
}

/** Removes the time that `addTimeStamp` prints, which is the only difference if nothing has changed. */
export const withoutBuildTime = (text: string): string =>
  text.replaceAll(/, built at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/gm, '')
