const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Runtime methods that a column or relation method would override, in lower case. The list contains only public methods that
 * users call: no schema can produce the names that the runtime uses internally. `setNew()` and `setDeleted()` may be overridden.
 */
export const modelMethods = words(`
  getprimarykey setprimarykey getbyname setbyname getbyposition setbyposition getmodifiedcolumns getvirtualcolumn
  getvirtualcolumns setvirtualcolumn hasvirtualcolumn hasonlydefaultvalues clearallreferences`)

export const queryMethods = words(`
  filterbyarray filterbyprimarykey filterbyprimarykeys joinwith usequery useexistsquery usenotexistsquery useinquery
  usenotinquery usegroupbyquery`)

/** Runtime methods that the second accessor of a boolean column would override, in lower case. */
export const booleanMethods = words('isnew ismodified iscolumnmodified isdeleted isprimarykeynull')

/**
 * Returns a function from a name to the runtime method that the name would override: for `Title`, `get*` is `getTitle`.
 * The taken names are computed once, as every column and every relation is checked.
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

/** Returns the method that a column with this PHP name would override, or undefined if the name is free. */
export const takenByColumn = (phpName: string): string | undefined => columnInModel(phpName) ?? columnInQuery(phpName)

/** Returns the method that a singular accessor of an ARRAY or SET column would override, or undefined if the name is free. */
export const takenBySingular = (name: string): string | undefined => singularInModel(name) ?? columnInQuery(name)

/** Returns the method that a relation with these names would override, or undefined if the names are free. */
export const takenByRelation = (name: string, pluralName: string): string | undefined =>
  relationInModel(name) ?? pluralInModel(pluralName) ?? relationInQuery(name)
