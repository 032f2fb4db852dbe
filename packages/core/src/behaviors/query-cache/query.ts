import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'

interface Parameters {
  readonly backend: 'apc' | 'apcu' | 'array' | 'custom'
  readonly lifetime: number
}

/** Where the SQL is kept: three methods, which people override to keep it elsewhere. */
export function queryMethods(context: CodeContext): Member[] {
  const { cls } = context
  const { backend, lifetime } = context.params as unknown as Parameters
  const store = (call: string, returned = true) => {
    if (backend === 'custom') {
      const exception = cls.use('Orm\\Runtime\\Exception\\LogicException')
      return php`throw new ${exception}('The backend "custom" of query_cache needs this method: write it in ' . static::class);`
    }
    const name = backend === 'array' ? 'array' : 'apcu'
    const code = `${cls.use('Orm\\Runtime\\Behavior\\QueryCache\\SqlStore')}::${call.replace('(', `('${name}', `)};`
    return php`${returned ? `return ${code}` : code}`
  }
  return [
    cls.method({
      name: 'cacheContains',
      params: ['$key'],
      returns: 'bool',
      doc: 'Returns whether the cache contains a key.',
      body: store('has($key)'),
    }),
    cls.method({
      name: 'cacheFetch',
      params: ['$key'],
      returns: 'mixed',
      doc: 'Returns the cached value of a key, or null.',
      body: store('fetch($key)'),
    }),
    cls.method({
      name: 'cacheStore',
      params: ['$key', '$value', `$lifetime = ${lifetime}`],
      returns: 'void',
      doc: 'Stores a value under a key for a number of seconds.',
      body: store('store($key, $value, $lifetime)', false),
    }),
  ]
}
