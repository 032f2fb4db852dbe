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
  usenotinquery`)

/** Methods whose names the second accessor of a boolean would take, in lower case. */
export const booleanMethods = words('isnew ismodified iscolumnmodified isdeleted isprimarykeynull')

/** The method that keeps a column from having a PHP name; undefined where the name is free. */
export const takenByColumn = (phpName: string): string | undefined =>
  taken([`get${phpName}`, `set${phpName}`], [`filterBy${phpName}`])

/** The same for the names of a list of a column's values. */
export const takenBySingular = (name: string): string | undefined =>
  taken([`has${name}`, `add${name}`, `remove${name}`], [`filterBy${name}`])

/** The same for the names of a relation. */
export const takenByRelation = (name: string, pluralName: string): string | undefined =>
  taken(
    [
      ...[`get${name}`, `set${name}`, `add${name}`, `remove${name}`],
      ...[`get${pluralName}`, `set${pluralName}`, `init${pluralName}`, `clear${pluralName}`, `count${pluralName}`],
    ],
    [`filterBy${name}`, `join${name}`, `use${name}Query`],
  )

const taken = (inModel: readonly string[], inQuery: readonly string[]): string | undefined =>
  inModel.find((method) => modelMethods.has(method.toLowerCase())) ??
  inQuery.find((method) => queryMethods.has(method.toLowerCase()))
