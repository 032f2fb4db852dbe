import { bundled } from './bundled.js'

/** Behaviors that schemas have from former times, and what to use instead. */
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

/** One form for all ways to write a name: `query-cache`, `QueryCache`, `querycache`, `query_cache_behavior`. */
const plain = (name: string): string =>
  name
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()
    .replace(/behaviou?r$/, '')

const byPlainName = new Map(Object.entries(removed).map(([name, way]) => [plain(name), way]))

const bundledByPlainName = new Map(bundled.map(({ name }) => [plain(name), name]))

/** The way out for a behavior that existed once, or whose name is written in another way. */
export function wayOut(name: string): string | undefined {
  // A class of PHP: its own name says what it was.
  const written = plain(name.slice(name.lastIndexOf('\\') + 1))
  const spelt = bundledByPlainName.get(written)
  return byPlainName.get(written) ?? (spelt === undefined ? undefined : `its name is ${spelt}`)
}
