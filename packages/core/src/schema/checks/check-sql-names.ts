import type { Mark } from '../../errors/index.js'
import { reservedName, unusableName } from '../../errors/schema/vendor-errors.js'
import type { Platform } from '../../model/index.js'
import type { SchemaState } from '../state.js'

/** Reports a name that the database does not allow. */
export function reportName(
  kind: 'schema' | 'table' | 'type' | 'column' | 'index' | 'foreign key' | 'check',
  name: string,
  at: Mark,
  platform: Platform,
  report: SchemaState['report'],
): void {
  const { reservedWords, neverQuotes, unusableNames, name: vendor } = platform
  if (neverQuotes && reservedWords.has(name.toUpperCase())) report(reservedName(at, name, vendor))
  const unusable = unusableNames.find(({ of, pattern }) => (of === undefined || of === kind) && pattern.test(name))
  if (unusable) report(unusableName(at, name, vendor, unusable.because))
}
