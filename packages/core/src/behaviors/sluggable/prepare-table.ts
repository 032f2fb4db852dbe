import { BuildError } from '../../errors/index.js'
import { p } from '../behavior-parameters.js'
import { nearColumn } from '../companion-table.js'
import type { CodeContext, TableContext } from '../define-behavior.js'

export const parameters = {
  slug_column: p.column({ default: 'slug', doc: 'the column that holds the slug' }),
  slug_pattern: p.string({ default: '', doc: 'text with the names of getters in braces: /books/{Title}' }),
  replace_pattern: p.string({ default: '/\\W+/', doc: 'regular expression of the characters to replace' }),
  replacement: p.string({ default: '-', doc: 'replacement for these characters' }),
  separator: p.string({ default: '-', doc: 'separator before the number of a duplicate slug' }),
  permanent: p.boolean({ default: false, doc: 'keep the slug when its sources change' }),
  scope_column: {
    ...p.string({ default: '', doc: 'column within whose values slugs are unique' }),
    ofColumns: true,
  },
  unique_constraint: p.boolean({ default: true, doc: 'add a unique index' }),
}

export type Context = CodeContext<typeof parameters>

const textTypes: readonly string[] = ['CHAR', 'VARCHAR', 'LONGVARCHAR', 'CLOB']

/** Adds the column and its unique index if they are missing. */
export function prepareTable({ table, params }: TableContext<typeof parameters>): void {
  const { slug_column: name, scope_column: scope } = params
  if (scope && !table.findColumn(scope)) {
    throw new BuildError(`the scope column "${scope}" does not exist`, {
      parameter: 'scope_column',
      hint: nearColumn(table, scope),
    })
  }
  refuseBadPattern(params.replace_pattern)
  const declared = table.findColumn(name)
  if (declared) {
    if (!textTypes.includes(declared.type)) {
      throw new BuildError(`column "${name}" is ${declared.type}, which cannot hold a slug`, {
        node: declared,
        hint: 'use VARCHAR',
      })
    }
    return
  }
  table.addColumn({ name, type: 'VARCHAR', size: 255 })
  if (params.unique_constraint) {
    table.addUnique(scope ? [name, scope] : [name], { name: `${table.table.commonName}_slug` })
  }
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** PHP wants delimiters around a regular expression, and after them letters that change its meaning. */
function refuseBadPattern(pattern: string): void {
  const [first = ''] = pattern.trimStart()
  const end = pattern.lastIndexOf(closing[first] ?? first)
  const start = pattern.indexOf(first)
  if (/[^a-z0-9\\\s]/i.test(first) && end > start && /^[a-z\s]*$/i.test(pattern.slice(end + 1))) return
  throw new BuildError(`"${pattern}" is not a regular expression of PHP`, {
    parameter: 'replace_pattern',
    hint: 'with delimiters: /\\W+/',
  })
}
