import type { VendorParameters } from '../../model/index.js'

/** Writes the storage parameters, one per line; those of a primary key have a prefix. */
export function physicalClause(vendor: VendorParameters, prefix: '' | 'PK' = ''): string {
  const part = (sql: string, name: string): string[] => {
    const value = vendor.get(prefix + name)
    return value === undefined ? [] : [`${sql} ${value}`]
  }
  const storage = [
    ...part('MINEXTENTS', 'MinExtents'),
    ...part('MAXEXTENTS', 'MaxExtents'),
    ...part('PCTINCREASE', 'PCTIncrease'),
  ]
  return [
    ...part('PCTFREE', 'PCTFree'),
    ...part('INITRANS', 'InitTrans'),
    ...(storage.length > 0 ? [`STORAGE ( ${storage.join(' ')} )`] : []),
    ...part('TABLESPACE', 'Tablespace'),
  ]
    .map((line) => `\n${line}`)
    .join('')
}
