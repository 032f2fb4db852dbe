/**
 * The schema language as data: which elements exist, where they stand, which attributes they take. Reading and
 * checking both work from this table, so they cannot disagree.
 */
export interface ElementRule {
  readonly children: readonly string[]
  readonly attributes: Readonly<Record<string, AttributeRule>>
}

export interface AttributeRule {
  readonly type: 'string' | 'boolean' | 'integer' | readonly string[]
  readonly required?: true
}

const string: AttributeRule = { type: 'string' }
const requiredString: AttributeRule = { type: 'string', required: true }
const boolean: AttributeRule = { type: 'boolean' }
const action: AttributeRule = {
  type: ['none', 'cascade', 'setnull', 'set null', 'restrict', 'noaction', 'no action', 'setdefault', 'set default'],
}

export const elements = {
  database: {
    children: ['table'],
    attributes: { name: requiredString, defaultIdMethod: { type: ['native', 'none'] }, namespace: string },
  },
  table: {
    children: ['column', 'foreign-key'],
    attributes: { name: requiredString, phpName: string, namespace: string, description: string },
  },
  column: {
    children: [],
    attributes: {
      name: requiredString,
      type: string,
      size: { type: 'integer' },
      required: boolean,
      primaryKey: boolean,
      autoIncrement: boolean,
      primaryString: boolean,
      phpName: string,
      defaultValue: string,
      description: string,
    },
  },
  'foreign-key': {
    children: ['reference'],
    attributes: {
      foreignTable: requiredString,
      name: string,
      phpName: string,
      refPhpName: string,
      onDelete: action,
      onUpdate: action,
    },
  },
  reference: { children: [], attributes: { local: requiredString, foreign: requiredString } },
} as const satisfies Record<string, ElementRule>

export type ElementName = keyof typeof elements

export const isElementName = (name: string): name is ElementName => Object.hasOwn(elements, name)

export const ruleOf = (name: ElementName): ElementRule => elements[name]
