import { type CommonType, columnType, ordered, type SharedFacts } from './column-type.js'
import { isUuid } from './literal-checks.js'
import { bitForm, cidr, inet, macAddress } from './literal-forms.js'

const uuid = {
  family: 'uuid',
  kind: 'text',
  literal: 'uuid',
  expressions: 'uuid',
  hint: 'such as 6f1c2c3e-0000-4000-8000-000000000001',
  accepts: isUuid,
  variety: 4,
  isMasked: true,
  shownAs: 'uuid',
} as const satisfies SharedFacts

export const uuids = {
  UUID: columnType({ ...uuid, foreignNames: { GUID: '' }, arrayExample: '{a,b}' })({
    mysql: { name: 'BINARY(16)', reads: ['uuid'], prefixOf: 16 },
    pgsql: { name: 'UUID', reads: ['uuid'], partitions: 'by all' },
    sqlite: { name: 'BLOB', reads: ['uuid'] },
    mssql: { name: 'UNIQUEIDENTIFIER', reads: ['uniqueidentifier'] },
    oracle: { name: 'RAW(16)' },
  }),
  UUID_BINARY: columnType({ ...uuid, kind: 'uuid-binary' })({
    mysql: { name: 'BINARY(16)', prefixOf: 16 },
    pgsql: { name: 'BYTEA' },
    sqlite: { name: 'BLOB' },
    mssql: { name: 'BINARY(16)' },
    oracle: { name: 'RAW(16)' },
  }),
} satisfies Record<string, CommonType>

const address = { family: 'network', kind: 'text', arrayExample: '{a,b}' } as const satisfies SharedFacts

export const INET = columnType({
  ...address,
  canonical: inet,
  hint: 'such as 192.168.0.1 or ::1',
  phpCheck: ['NetworkValue', 'inet'],
  sample: '192.0.2.1',
})({ pgsql: { name: 'INET', reads: ['inet'], indexes: [...ordered, 'spgist'] } })

export const CIDR = columnType({
  ...address,
  canonical: cidr,
  hint: 'such as 192.168.0.0/16, without bits behind the prefix',
  phpCheck: ['NetworkValue', 'cidr'],
  sample: '192.0.2.0/24',
})({ pgsql: { name: 'CIDR', reads: ['cidr'], indexes: [...ordered, 'spgist'] } })

export const MACADDR = columnType({
  ...address,
  canonical: macAddress,
  hint: 'such as 08:00:2b:01:02:03',
  phpCheck: ['NetworkValue', 'mac'],
  sample: '00:00:5e:00:53:01',
})({ pgsql: { name: 'MACADDR', reads: ['macaddr'] } })

const bits = {
  family: 'bits',
  kind: 'text',
  canonical: bitForm,
  hint: 'write as many of 0 and 1 as the size allows',
  literal: 'bits',
} as const satisfies SharedFacts

export const BIT = columnType({ ...bits })({
  // The server has 64 bits; a non-negative PHP integer has 63.
  mysql: { name: 'BIT', takes: 'size', maxSize: 63, reads: ['bit'] },
  pgsql: {
    name: 'BIT',
    takes: 'size',
    ownSize: 1,
    maxSize: 83_886_080,
    reads: ['bit'],
    indexes: ['btree_gin', 'btree_gist', 'brin'],
    partitions: 'not by hash',
  },
})

export const VARBIT = columnType({ ...bits, foreignNames: { 'BIT VARYING': '' } })({
  pgsql: {
    name: 'VARBIT',
    takes: 'size',
    maxSize: 83_886_080,
    reads: ['varbit'],
    indexes: ['btree_gin', 'btree_gist', 'brin'],
    partitions: 'not by hash',
  },
})
