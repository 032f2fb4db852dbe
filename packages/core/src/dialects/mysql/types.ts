import type { Dialect } from '../dialect.js'

export const types: Dialect['types'] = {
  INTEGER: { name: 'INTEGER', sized: true },
  VARCHAR: { name: 'VARCHAR', sized: true, defaultSize: 255 },
}
