import type { ClassBuilder, MethodMember, MethodSpec } from './class-builder.js'
import { type Php, php } from './php.js'

/**
 * A method as `name(parameters): type`, optionally after `protected` or `static`, with its statements and its docblock. Its
 * names come from the model or have been checked by `phpIdentifier()`.
 */
type MethodRow = readonly [signature: string, body: string | Php, doc?: MethodSpec['doc']]

/** Builds methods from rows. A row may be preceded by a condition. */
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

/** Returns the optional connection parameter. */
export const optionalConnection = (cls: ClassBuilder): string => `?${cls.use(connection)} $con = null`

export const requiredConnection = (cls: ClassBuilder): string => `${cls.use(connection)} $con`
