/** Behaviors that schemas have from former times, and what to use instead. */
const removed: Readonly<Record<string, string>> = {
  soft_delete:
    'use archivable: deleteWithoutArchive() for forceDelete(), populateFromArchive() and save() for unDelete(), a query on the archive for includeDeleted()',
  'query-cache': 'it is called query_cache',
  querycache: 'it is called query_cache',
  symfony: 'leave it out: models need nothing of symfony',
  symfony_behaviors: 'leave it out: models need nothing of symfony; for dates use timestampable',
  symfony_i18n: 'use i18n, with its parameter i18n_columns',
  symfony_i18n_translation: 'use i18n in the main table, which makes the table of the translations',
  symfony_timestampable: 'use timestampable',
}

/** The way out for a behavior that existed once. */
export const wayOut = (name: string): string | undefined => (Object.hasOwn(removed, name) ? removed[name] : undefined)
