import { bundled } from './bundled.js'

/** Behaviors of old schemas that no longer exist, with their replacements. */
const removed: Readonly<Record<string, string>> = {
  symfony: 'remove it: models do not need symfony',
  symfony_behaviors: 'remove it: models do not need symfony; for dates use timestampable',
  symfony_i18n: 'use i18n, with its parameter i18n_columns',
  symfony_i18n_translation: 'use i18n in the main table, which makes the table of the translations',
  symfony_timestampable: 'use timestampable',
  sfNestedSet: 'use nested_set',
  tree: 'use nested_set',
  auto_add_id: 'use auto_add_pk',
  soft_deletable: 'use soft_delete',
  sfPropelBehaviorTimestampable: 'use timestampable',
}

/** Returns one form for all spellings of a name: `query-cache`, `QueryCache`, `querycache`, `query_cache_behavior`. */
const plain = (name: string): string =>
  name
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()
    .replace(/behaviou?r$/, '')

const byPlainName = new Map(Object.entries(removed).map(([name, way]) => [plain(name), way]))

const bundledByPlainName = new Map(bundled.map(({ name }) => [plain(name), name]))

/** Returns the replacement for a behavior that no longer exists, or the right spelling of its name. */
export function wayOut(name: string): string | undefined {
  // For a PHP class, only its short name is compared.
  const written = plain(name.slice(name.lastIndexOf('\\') + 1))
  const spelt = bundledByPlainName.get(written)
  return byPlainName.get(written) ?? (spelt === undefined ? undefined : `its name is ${spelt}`)
}
