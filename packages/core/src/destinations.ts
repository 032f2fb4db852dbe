/**
 * Text from outside (a schema, a database catalogue, a configuration, a file name) is data until one of these functions
 * has let it through or made it harmless for the place that it goes to. There is one for each kind of place, and nobody
 * writes such text into PHP, SQL, JavaScript or a path without it; literals are `phpString()` and those of the dialects.
 */

const phpWord = '[A-Za-z_\\x80-\\u{10ffff}][A-Za-z0-9_\\x80-\\u{10ffff}]*'
const phpIdentifier = new RegExp(`^${phpWord}$`, 'u')

/** A name of a class, method, constant or variable in PHP. */
export const isPhpIdentifier = (text: string): boolean => phpIdentifier.test(text)

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that no class can be called: keywords, names of types, and what refers to the class itself. */
const reserved = words(`
  abstract and array as break callable case catch class clone const continue declare default die do echo else elseif
  empty enddeclare endfor endforeach endif endswitch endwhile eval exit extends final finally fn for foreach function
  global goto if implements include include_once instanceof insteadof interface isset list match namespace new or print
  private protected public readonly require require_once return static switch throw trait try unset use var while xor
  yield __class__ __dir__ __file__ __function__ __halt_compiler __line__ __method__ __namespace__ __trait__
  int float bool string object iterable mixed never void null true false self parent`)

export const isReservedClassName = (name: string): boolean => reserved.has(name.toLowerCase())

/** Names of types of PHP itself that a column may have. */
const nativeTypes = words('string int integer float double bool boolean array mixed object resource')

/** Whether a type is one of PHP itself and not a class. */
export const isNativeType = (type: string): boolean => nativeTypes.has(type.toLowerCase())

/**
 * The property that holds a column: its name in lower case. Bytes that no property name can have there are written as X
 * and hexadecimal digits; as upper case is free, no two columns share a property. The runtime's `ColumnMap::getProperty()`
 * does the same.
 */
export function phpProperty(column: string): string {
  const name = /[A-Z]/.test(column) ? column.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : column
  if (name !== 'this' && /^[a-z_\x80-\uffff][a-z0-9_\x80-\uffff]*$/.test(name)) return name
  return name.replace(
    /^(?:[0-9]|this$)|[^a-z0-9_\x80-\uffff]/g,
    (found) => `X${Buffer.from(found).toString('hex').toUpperCase()}`,
  )
}

/** Words for a comment of any kind in PHP: on one line, and unable to end the comment or the PHP. */
export const phpComment = (text: string): string =>
  text
    .replace(/[\s\x00-\x1f\x7f\x85\u2028\u2029]+/g, ' ')
    .replaceAll('*/', '* /')
    .replaceAll('?>', '? >')
