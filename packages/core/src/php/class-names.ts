import type { Table } from '../model/index.js'

/** A generated class: its full name without leading backslash, and its file below the output directory. */
export interface ClassName {
  readonly fqcn: string
  readonly namespace: string
  readonly short: string
  readonly file: string
}

/** The five classes of a table (model-api §1.1, §1.2). */
export interface TableClasses {
  readonly model: ClassName
  readonly query: ClassName
  readonly baseModel: ClassName
  readonly baseQuery: ClassName
  readonly tableMap: ClassName
}

export function tableClasses(table: Table): TableClasses {
  const named = (short: string, segment?: string): ClassName => {
    const namespace = [table.namespace, segment].filter(Boolean).join('\\')
    return {
      fqcn: namespace ? `${namespace}\\${short}` : short,
      namespace,
      short,
      file: [table.directory, segment, `${short}.php`].filter(Boolean).join('/'),
    }
  }
  const { phpName } = table
  return {
    model: named(phpName),
    query: named(`${phpName}Query`),
    baseModel: named(phpName, 'Base'),
    baseQuery: named(`${phpName}Query`, 'Base'),
    tableMap: named(`${phpName}TableMap`, 'Map'),
  }
}
