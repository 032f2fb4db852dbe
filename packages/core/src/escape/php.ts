import { terminalText } from '../errors/terminal-text.js'

const phpWord = '[A-Za-z_\\x80-\\u{10ffff}][A-Za-z0-9_\\x80-\\u{10ffff}]*'
const identifierPattern = new RegExp(`^${phpWord}$`, 'u')
const phpName = new RegExp(`^${phpWord}(?:\\\\${phpWord})*$`, 'u')

/** A class is also a file, and systems limit file names to 255 bytes. */
const longestName = 200

/** Returns whether the text is a valid name of a PHP class, method, constant or variable. */
export const isPhpIdentifier = (text: string): boolean => text.length <= longestName && identifierPattern.test(text)

/** Returns whether the text would be a valid PHP name if it were shorter. */
export const isLongPhpIdentifier = (text: string): boolean => text.length > longestName && identifierPattern.test(text)

/** Returns a name that was checked before; throws for an invalid one, which is a bug in Orm. */
export function phpIdentifier(name: string): string {
  if (!isPhpIdentifier(name)) throw new Error(`"${terminalText(name, 100)}" is not a name in PHP`)
  return name
}

/** Returns whether the text is a list of identifiers separated by backslashes. */
export const isPhpNamespace = (text: string): boolean =>
  text.length <= 10 * longestName &&
  phpName.test(text) &&
  !/^namespace(?:\\|$)/i.test(text) &&
  text.split('\\').every((part) => part.length <= longestName)

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that cannot be class names: keywords, type names, and references to the class itself. */
const reserved = words(`
  abstract and array as break callable case catch class clone const continue declare default die do echo else elseif
  empty enddeclare endfor endforeach endif endswitch endwhile eval exit extends final finally fn for foreach function
  global goto if implements include include_once instanceof insteadof interface isset list match namespace new or print
  private protected public readonly require require_once return static switch throw trait try unset use var while xor
  yield __class__ __dir__ __file__ __function__ __halt_compiler __line__ __method__ __namespace__ __trait__
  int float bool string object iterable mixed never void null true false self parent`)

export const isReservedClassName = (name: string): boolean => reserved.has(name.toLowerCase())

/** Classes, interfaces and enums in the global namespace from the extensions that every PHP 8.5 has. */
const builtIn = words(`
  allowdynamicproperties appenditerator argumentcounterror arithmeticerror arrayaccess arrayiterator arrayobject
  assertionerror attribute backedenum badfunctioncallexception badmethodcallexception cachingiterator
  callbackfilteriterator closedgeneratorexception closure compileerror countable dateerror dateexception
  dateinterval dateinvalidoperationexception dateinvalidtimezoneexception datemalformedintervalstringexception
  datemalformedperiodstringexception datemalformedstringexception dateobjecterror dateperiod daterangeerror datetime
  datetimeimmutable datetimeinterface datetimezone delayedtargetvalidation deprecated directory directoryiterator
  divisionbyzeroerror domainexception emptyiterator error errorexception exception fiber fibererror
  filesystemiterator filteriterator generator globiterator hashcontext infiniteiterator internaliterator
  invalidargumentexception iterator iteratoraggregate iteratoriterator jsonexception jsonserializable
  lengthexception limititerator logicexception multipleiterator nodiscard norewinditerator outofboundsexception
  outofrangeexception outeriterator overflowexception override pdo pdoexception pdorow pdostatement parentiterator
  parseerror propertyhooktype rangeexception recursivearrayiterator recursivecachingiterator
  recursivecallbackfilteriterator recursivedirectoryiterator recursivefilteriterator recursiveiterator
  recursiveiteratoriterator recursiveregexiterator recursivetreeiterator reflection reflectionattribute
  reflectionclass reflectionclassconstant reflectionconstant reflectionenum reflectionenumbackedcase
  reflectionenumunitcase reflectionexception reflectionextension reflectionfiber reflectionfunction
  reflectionfunctionabstract reflectiongenerator reflectionintersectiontype reflectionmethod reflectionnamedtype
  reflectionobject reflectionparameter reflectionproperty reflectionreference reflectiontype reflectionuniontype
  reflectionzendextension reflector regexiterator requestparsebodyexception returntypewillchange roundingmode
  runtimeexception seekableiterator sensitiveparameter sensitiveparametervalue serializable spldoublylinkedlist
  splfileinfo splfileobject splfixedarray splheap splmaxheap splminheap splobjectstorage splobserver
  splpriorityqueue splqueue splstack splsubject spltempfileobject streambucket stringable throwable traversable
  typeerror underflowexception unexpectedvalueexception unhandledmatcherror unitenum valueerror weakmap
  weakreference __php_incomplete_class php_user_filter stdclass`)

/** Returns whether PHP itself has a class with this name in the global namespace. */
export const isBuiltInClass = (name: string): boolean => builtIn.has(name.toLowerCase())

/** Global classes of common extensions, without those of database extensions, because no table has such a name. */
const ofExtensions = words(`
  addressinfo collator com com_exception compersisthelper com_safearray_proxy curlfile curlhandle curlmultihandle
  curlsharehandle curlsharepersistenthandle curlstringfile deflatecontext domattr domcdatasection domcharacterdata
  domchildnode domcomment domdocument domdocumentfragment domdocumenttype domelement domentity domentityreference
  domexception domimplementation domnamednodemap domnamespacenode domnode domnodelist domnotation domparentnode
  domprocessinginstruction domtext domxpath dotnet enchantbroker enchantdictionary ffi finfo gdfont gdimage gmp
  imagick imagickdraw imagickexception imagickpixel imagickpixeliterator inflatecontext intlbreakiterator intlcalendar
  intlchar intlcodepointbreakiterator intldateformatter intldatepatterngenerator intlexception intlgregoriancalendar
  intliterator intllistformatter intlpartsiterator intlrulebasedbreakiterator intltimezone libxmlerror locale memcache
  memcached memcachedexception messageformatter normalizer numberformatter ocicollection ocilob opensslasymmetrickey
  opensslcertificate opensslcertificatesigningrequest phar phardata pharexception pharfileinfo phptoken redis
  redisarray rediscluster redisexception redissentinel resourcebundle sessionhandler sessionhandlerinterface
  sessionidinterface sessionupdatetimestamphandlerinterface shmop simplexmlelement simplexmliterator snmp
  snmpexception soapclient soapfault soapheader soapparam soapserver soapvar socket sodiumexception spoofchecker
  sysvmessagequeue sysvsemaphore sysvsharedmemory tidy tidynode transliterator uconverter variant xmlparser xmlreader
  xmlwriter xsltprocessor ziparchive`)

/** Returns whether a common PHP extension has a class with this name in the global namespace. */
export const isClassOfExtension = (name: string): boolean => ofExtensions.has(name.toLowerCase())

/** PHP interfaces that a class can implement; the others, such as Throwable, are reserved for PHP's own classes. */
const builtInInterfaces = words(`
  arrayaccess countable iterator iteratoraggregate jsonserializable outeriterator recursiveiterator reflector
  seekableiterator serializable splobserver splsubject stringable`)

/** Returns whether a generated class can implement this interface, as far as it is a name of PHP itself. */
export const isImplementable = (name: string): boolean =>
  !isBuiltInClass(name) || builtInInterfaces.has(name.toLowerCase())

/** Returns whether the text is a valid class or interface name, with or without a namespace and a leading backslash. */
export function isPhpClass(text: string): boolean {
  const name = text.replace(/^\\/, '')
  return isPhpNamespace(name) && !isReservedClassName(name.slice(name.lastIndexOf('\\') + 1))
}

/** Built-in PHP types that a column can have, by the words that users write. */
const nativeTypes: ReadonlyMap<string, string> = new Map([
  ...['string', 'int', 'float', 'bool', 'array', 'mixed', 'object'].map((type): [string, string] => [type, type]),
  ['integer', 'int'],
  ['double', 'float'],
  ['boolean', 'bool'],
  ['resource', 'mixed'],
])

/** Returns a built-in PHP type as written in code; undefined for a class. */
export const nativeType = (type: string): string | undefined =>
  nativeTypes.get(type.toLowerCase()) ?? (isArrayShape(type) ? 'array' : undefined)

/**
 * Returns whether the text is an array type of docblocks, such as `array{color: string, tags?: list<string>}`. It cannot end a
 * docblock.
 */
export function isArrayShape(type: string): boolean {
  if (
    !/^(?:array|list|non-empty-array|non-empty-list)[{<][\w\\\s:?,|<>{}[\]'-]*[}>]$/.test(type) ||
    /[\r\n]/.test(type)
  )
    return false
  const open: string[] = []
  for (const character of type) {
    const closing = { '{': '}', '<': '>', '[': ']' }[character]
    if (closing) open.push(closing)
    else if ('}>]'.includes(character) && open.pop() !== character) return false
  }
  return open.length === 0 && type.split("'").length % 2 === 1
}

export const isNativeType = (type: string): boolean => nativeType(type) !== undefined

export const isPhpType = (text: string): boolean => isNativeType(text) || isPhpClass(text)

/**
 * Returns the property name for a column: the column's name in lower case. Bytes that are invalid there are written as X and
 * hexadecimal digits; because upper case is otherwise unused, no two columns share a property. The runtime's
 * `ColumnMap::getProperty()` does the same.
 */
export function phpProperty(column: string): string {
  const name = /[A-Z]/.test(column) ? column.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : column
  if (name !== 'this' && /^[a-z_\x80-\uffff][a-z0-9_\x80-\uffff]*$/.test(name)) return name
  return name.replace(
    /^(?:[0-9]|this$)|[^a-z0-9_\x80-\uffff]/g,
    (found) => `X${Buffer.from(found).toString('hex').toUpperCase()}`,
  )
}

/** Escapes text for a PHP comment of any kind: it is on one line, and cannot end the comment or the PHP code. */
export function phpComment(text: string): string {
  // Nearly all texts are words separated by single spaces.
  if (!/[^\S ]| {2}|[\x00-\x1f\x7f\x85\u2028\u2029]|\*\/|\?>/.test(text)) return text
  return text
    .replace(/[\s\x00-\x1f\x7f\x85\u2028\u2029]+/g, ' ')
    .replaceAll('*/', '* /')
    .replaceAll('?>', '? >')
}
