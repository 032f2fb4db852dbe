import type { Dialect } from '../dialect.js'

export const types: Dialect['types'] = {
  INTEGER: { name: 'INTEGER' },
  VARCHAR: { name: 'VARCHAR', sized: true },
}
