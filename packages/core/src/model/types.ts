/** Column types of the schema language (schema-reference §6.1), independent of any vendor. */
export const schemaTypes = ['INTEGER', 'VARCHAR'] as const

export type SchemaType = (typeof schemaTypes)[number]

export const isSchemaType = (name: string): name is SchemaType => (schemaTypes as readonly string[]).includes(name)
