const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Methods of the runtime that a method of a column or relation would override, in lower case. Only what people call is
 * here, as the runtime itself uses names that no schema can ask for; `setNew()` and `setDeleted()` may be overridden.
 */
export const modelMethods = words(`
  getprimarykey setprimarykey getbyname setbyname getbyposition setbyposition getmodifiedcolumns getvirtualcolumn
  getvirtualcolumns setvirtualcolumn hasvirtualcolumn hasonlydefaultvalues clearallreferences`)

export const queryMethods = words(`
  filterbyarray filterbyprimarykey filterbyprimarykeys joinwith usequery useexistsquery usenotexistsquery useinquery
  usenotinquery usegroupbyquery`)

/** Methods whose names the second accessor of a boolean would take, in lower case. */
export const booleanMethods = words('isnew ismodified iscolumnmodified isdeleted isprimarykeynull')

/**
 * Tells the method that a name would override, of those that are made of it: `get*` is `getTitle` of the name `Title`.
 * Which names these are is worked out once, as every column and every relation is asked about.
 */
function overriding(methods: ReadonlySet<string>, patterns: readonly string[]): (name: string) => string | undefined {
  const taken = new Map<string, string>()
  for (const pattern of patterns) {
    const [before, after] = pattern.toLowerCase().split('*') as [string, string]
    for (const method of methods) {
      const end = method.length - after.length
      if (!method.startsWith(before) || !method.endsWith(after) || end < before.length) continue
      const name = method.slice(before.length, end)
      if (!taken.has(name)) taken.set(name, pattern)
    }
  }
  return (name) => taken.get(name.toLowerCase())?.replace('*', () => name)
}

const columnInModel = overriding(modelMethods, ['get*', 'set*'])
const columnInQuery = overriding(queryMethods, ['filterBy*'])
const singularInModel = overriding(modelMethods, ['has*', 'add*', 'remove*'])
const relationInModel = overriding(modelMethods, ['get*', 'set*', 'add*', 'remove*'])
const pluralInModel = overriding(modelMethods, ['get*', 'set*', 'init*', 'clear*', 'count*'])
const relationInQuery = overriding(queryMethods, ['filterBy*', 'join*', 'use*Query'])

/** The method that keeps a column from having a PHP name; undefined where the name is free. */
export const takenByColumn = (phpName: string): string | undefined => columnInModel(phpName) ?? columnInQuery(phpName)

/** The same for the names of a list of a column's values. */
export const takenBySingular = (name: string): string | undefined => singularInModel(name) ?? columnInQuery(name)

/** The same for the names of a relation. */
export const takenByRelation = (name: string, pluralName: string): string | undefined =>
  relationInModel(name) ?? pluralInModel(pluralName) ?? relationInQuery(name)
