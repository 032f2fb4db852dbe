const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that no class can be called: keywords, names of types, and what refers to the class itself. */
const reserved = words(`
  abstract and array as break callable case catch class clone const continue declare default die do echo else elseif
  empty enddeclare endfor endforeach endif endswitch endwhile eval exit extends final finally fn for foreach function
  global goto if implements include include_once instanceof insteadof interface isset list match namespace new or print
  private protected public readonly require require_once return static switch throw trait try unset use var while xor
  yield __class__ __dir__ __file__ __function__ __halt_compiler __line__ __method__ __namespace__ __trait__
  int float bool string object iterable mixed never void null true false self parent`)

const identifier = /^[A-Za-z_\x80-\u{10ffff}][A-Za-z0-9_\x80-\u{10ffff}]*$/u

export const isPhpName = (name: string): boolean => identifier.test(name)

export const isReservedClassName = (name: string): boolean => reserved.has(name.toLowerCase())

/** Methods of every model that an accessor of a column could collide with, in lower case. */
export const modelMethods = words(`
  getprimarykey setprimarykey isprimarykeynull getbyname setbyname getbyposition setbyposition getmodifiedcolumns
  getvirtualcolumn getvirtualcolumns setvirtualcolumn hasvirtualcolumn setnew setdeleted`)

/** Methods whose names a boolean accessor would take, in lower case. */
export const booleanMethods = words('isnew ismodified iscolumnmodified isdeleted')
