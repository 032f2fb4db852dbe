import { indexedBy, type MethodRules, oneColumn, type Platform } from '../../model/index.js'

const accepted = (method: string) => indexedBy('pgsql', method)

const everything: MethodRules = {
  unique: true,
  ordered: true,
  covering: true,
  severalColumns: true,
  exclusions: 'equal',
  arrays: true,
}

/**
 * The properties of the server's access methods (pg_indexam_has_property), and the types with a default class in pg_opclass.
 * Types without any order are rejected for every method.
 */
export const methodRules: NonNullable<Platform['indexes']['methodRules']> = {
  btree: everything,
  hash: {
    ...oneColumn,
    exclusions: 'equal',
    types: accepted('hash'),
    arrays: true,
  },
  gin: {
    ...oneColumn,
    severalColumns: true,
    types: accepted('gin'),
    arrays: true,
    extension: { name: 'btree_gin', types: accepted('btree_gin') },
  },
  gist: {
    ...oneColumn,
    severalColumns: true,
    covering: true,
    exclusions: true,
    types: accepted('gist'),
    extension: { name: 'btree_gist', types: accepted('btree_gist') },
  },
  brin: { ...oneColumn, severalColumns: true, types: accepted('brin') },
  spgist: {
    ...oneColumn,
    covering: true,
    exclusions: true,
    types: accepted('spgist'),
  },
}
