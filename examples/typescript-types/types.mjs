import { compileSchema, findSchemas } from 'orm-core'

/** The type of a column in JSON, as `toArray()` of a model gives it. */
const types = {
  INTEGER: 'number',
  SMALLINT: 'number',
  TINYINT: 'number',
  FLOAT: 'number',
  DOUBLE: 'number',
  BOOLEAN: 'boolean',
}

const typeOf = ({ type, valueSet, required }) => {
  const own = type === 'ENUM' ? valueSet.map((value) => `'${value}'`).join(' | ') : (types[type] ?? 'string')
  return required ? own : `${own} | null`
}

const relationOf = ({ kind, name, pluralName, table }) =>
  kind === 'one-to-many' ? `${pluralName}?: ${table.phpName}[]` : `${name}?: ${table.phpName}`

const { databases, warnings } = await compileSchema(await findSchemas('.'))
for (const { message } of warnings) console.error(message)
for (const table of databases.flatMap(({ tables }) => tables)) {
  console.log(`export interface ${table.phpName} {`)
  for (const column of table.columns) console.log(`  ${column.phpName}: ${typeOf(column)}`)
  for (const relation of table.relations) console.log(`  ${relationOf(relation)}`)
  console.log('}')
}
