import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { queryMethods } from './query.js'

/** Queries whose SQL is made once and kept under a key. */
export const queryCache = defineBehavior({
  name: 'query_cache',
  parameters: {
    backend: p.enum(['apc', 'apcu', 'array', 'custom'], { default: 'apc', doc: 'where the SQL is stored' }),
    lifetime: p.int({ default: 3600, min: 0, doc: 'lifetime in seconds' }),
  },
  query: {
    traits: () => ['Orm\\Runtime\\Behavior\\QueryCache\\QueryCacheTrait'],
    methods: queryMethods,
  },
})
