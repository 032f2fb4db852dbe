import type { ClassBuilder, MethodMember, MethodSpec } from './class-builder.js'
import { type Php, php } from './php.js'

/**
 * A method as `name(parameters): type`, with `protected` or `static` before it, its statements and its docblock. Names in it
 * are those of the model, or have been checked by `phpIdentifier()`.
 */
type MethodRow = readonly [signature: string, body: string | Php, doc?: MethodSpec['doc']]

/** The methods of a table of rows; a condition may stand before a row. */
export const methods = (cls: ClassBuilder, rows: readonly (MethodRow | false | undefined)[]): MethodMember[] =>
  rows.flatMap((row) => {
    if (!row) return []
    const [signature, body, doc = []] = row
    const parts = /^(?<visibility>protected )?(?<scope>static )?(?<name>[^\s(]+)\((?<params>.*)\): (?<returns>.+)$/
    const { visibility, scope, name, params, returns } = parts.exec(signature)!.groups!
    return cls.method({
      name: name!,
      visibility: visibility ? 'protected' : 'public',
      static: scope !== undefined,
      params: params ? params.split(', ') : [],
      returns: returns!,
      doc,
      body: typeof body === 'string' ? php`${body}` : body,
    })
  })

const connection = 'Orm\\Runtime\\Connection\\ConnectionInterface'

/** A parameter for the connection, which users may leave out. */
export const optionalConnection = (cls: ClassBuilder): string => `?${cls.use(connection)} $con = null`

export const requiredConnection = (cls: ClassBuilder): string => `${cls.use(connection)} $con`
