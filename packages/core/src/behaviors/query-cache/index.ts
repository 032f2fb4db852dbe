import { p } from '../behavior-parameters.js'
import type { Member } from '../class-builder.js'
import { type CodeContext, defineBehavior } from '../define-behavior.js'
import { methods } from '../methods.js'

const runtime = 'Orm\\Runtime\\Behavior\\QueryCache'

const parameters = {
  backend: p.enum(['apc', 'apcu', 'array', 'psr', 'custom'], { default: 'apc', doc: 'where the SQL is stored' }),
  lifetime: p.int({ default: 3600, min: 0, doc: 'lifetime in seconds' }),
}

/** Caches the SQL of queries under a key. */
export const queryCache = defineBehavior({
  name: 'query_cache',
  parameters,
  query: { traits: () => [`${runtime}\\QueryCacheTrait`], methods: queryMethods },
})

/** Returns the three methods that store the SQL. Override them to store it elsewhere. */
function queryMethods({ cls, params }: CodeContext<typeof parameters>): Member[] {
  const { backend, lifetime } = params
  const store = (call: string, others: string): string => {
    if (backend === 'custom') {
      const exception = cls.use('Orm\\Runtime\\Exception\\LogicException')
      return `throw new ${exception}('The backend "custom" of query_cache needs this method: write it in ' . static::class);`
    }
    return `${cls.use(`${runtime}\\SqlStore`)}::${call}('${backend === 'apc' ? 'apcu' : backend}', ${others});`
  }
  const returned = (code: string): string => (backend === 'custom' ? code : `return ${code}`)
  return methods(cls, [
    ['cacheContains($key): bool', returned(store('has', '$key')), 'Returns whether the cache contains a key.'],
    ['cacheFetch($key): mixed', returned(store('fetch', '$key')), 'Returns the cached value of a key, or null.'],
    [
      `cacheStore($key, $value, $lifetime = ${lifetime}): void`,
      store('store', '$key, $value, $lifetime'),
      'Stores a value under a key for a number of seconds.',
    ],
  ])
}
