/**
 * Text from outside (a schema, a database catalogue, a configuration, a file name) is data until one of these functions
 * has let it through or made it harmless for the place that it goes to. There is one for each kind of place. No
 * code writes such text into PHP, SQL, JavaScript or a path without it; literals are `phpString()` and those of the dialects.
 */

const phpWord = '[A-Za-z_\\x80-\\u{10ffff}][A-Za-z0-9_\\x80-\\u{10ffff}]*'
const identifierPattern = new RegExp(`^${phpWord}$`, 'u')
const phpName = new RegExp(`^${phpWord}(?:\\\\${phpWord})*$`, 'u')

/** A class is a file too, and systems limit the names of these to 255 bytes. */
const longestName = 200

/** A name of a class, method, constant or variable in PHP. */
export const isPhpIdentifier = (text: string): boolean => text.length <= longestName && identifierPattern.test(text)

/** A name that was checked before; throws for one that was not, which is an error of ours. */
export function phpIdentifier(name: string): string {
  if (!isPhpIdentifier(name)) throw new Error(`"${terminalText(name, 100)}" is not a name in PHP`)
  return name
}

/** Identifiers with backslashes between them. */
export const isPhpNamespace = (text: string): boolean =>
  text.length <= 10 * longestName &&
  phpName.test(text) &&
  !/^namespace(?:\\|$)/i.test(text) &&
  text.split('\\').every((part) => part.length <= longestName)

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

/** Classes, interfaces and enumerations of the extensions that no PHP is without, as of PHP 8.5: all in the global namespace. */
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

/** Whether PHP itself has a class of this name in the global namespace. */
export const isBuiltInClass = (name: string): boolean => builtIn.has(name.toLowerCase())

/** Classes of extensions that many PHPs have, in the global namespace, without those of databases: no table is called so. */
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

/** Whether a PHP with a common extension has a class of this name in the global namespace. */
export const isClassOfExtension = (name: string): boolean => ofExtensions.has(name.toLowerCase())

/** Interfaces of PHP itself that a class may have. The others are for classes that PHP has, such as Throwable. */
const builtInInterfaces = words(`
  arrayaccess countable iterator iteratoraggregate jsonserializable outeriterator recursiveiterator reflector
  seekableiterator serializable splobserver splsubject stringable`)

/** Whether a class of ours can implement what has this name, as far as it is a name of PHP itself. */
export const isImplementable = (name: string): boolean =>
  !isBuiltInClass(name) || builtInInterfaces.has(name.toLowerCase())

/** The name of a class or interface, with or without a namespace and a backslash in front. */
export function isPhpClass(text: string): boolean {
  const name = text.replace(/^\\/, '')
  return isPhpNamespace(name) && !isReservedClassName(name.slice(name.lastIndexOf('\\') + 1))
}

/** Types of PHP itself that a column may have, by what people call them. */
const nativeTypes: ReadonlyMap<string, string> = new Map([
  ...['string', 'int', 'float', 'bool', 'array', 'mixed', 'object'].map((type): [string, string] => [type, type]),
  ['integer', 'int'],
  ['double', 'float'],
  ['boolean', 'bool'],
  ['resource', 'mixed'],
])

/** A type of PHP itself as it is written in code; undefined for a class. */
export const nativeType = (type: string): string | undefined => nativeTypes.get(type.toLowerCase())

export const isNativeType = (type: string): boolean => nativeType(type) !== undefined

export const isPhpType = (text: string): boolean => isNativeType(text) || isPhpClass(text)

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
export function phpComment(text: string): string {
  // Nearly all texts are words with one blank between them.
  if (!/[^\S ]| {2}|[\x00-\x1f\x7f\x85\u2028\u2029]|\*\/|\?>/.test(text)) return text
  return text
    .replace(/[\s\x00-\x1f\x7f\x85\u2028\u2029]+/g, ' ')
    .replaceAll('*/', '* /')
    .replaceAll('?>', '? >')
}

/** Words for a comment in SQL: on one line, and unable to end the comment or to begin a command of the server. */
export const sqlComment = (text: string): string =>
  text.replace(/[\s\x00-\x1f\x7f\x85\u2028\u2029]+/g, ' ').replaceAll('*/', '* /')

/** An option of SQL that is not quoted: a word or a number. */
export const isSqlOption = (text: string): boolean => /^[A-Za-z0-9_$]+$/.test(text)

/** A name of a database object: none of the vendors takes NUL, and a line break in a name is never meant. */
export const isSqlIdentifier = (text: string): boolean => !/[\x00-\x1f\x7f\u2028\u2029]/.test(text)

/** A name of one file in a directory, on every system. */
const isFileName = (text: string): boolean =>
  text !== '.' && text !== '..' && !/[/\\\x00-\x1f\x7f:*?"<>|]/.test(text) && text.length <= 200

/**
 * Whether Windows has a device of this name, so that no file can be called so, with or without an extension:
 * https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
 */
export const isWindowsDevice = (name: string): boolean =>
  /^(?:con|prn|aux|nul|(?:com|lpt)[1-9¹²³]) *(?:\.|$)/i.test(name)

/** The name of a connection, which is that of an SQL file and of a line in `sqldb.map` too. */
export const isConnectionName = (text: string): boolean => isFileName(text) && !/^[\s#;]|[=]|\s$/.test(text)

/** Whether a path begins with the home directory as shells write it: to everybody else that is a folder named `~`. */
export const isInShellHome = (path: string): boolean => /^~(?:[/\\]|$)/.test(path)

/** A path without its detours, if it stays in the directory that it is relative to; else undefined. */
export function pathBelow(path: string): string | undefined {
  if (/^[/\\]|^[A-Za-z]:|[\x00-\x1f\x7f]/.test(path)) return undefined
  const parts: string[] = []
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** The path of a file that a plugin writes below a directory, without detours; undefined for any other, and our own files. */
export function writtenPath(path: string): string | undefined {
  const below = /[/\\]$/.test(path) ? undefined : pathBelow(path)
  return below && !below.split('/').some((name) => /^\.orm-/i.test(name)) ? below : undefined
}

const javaScriptWords = words(`
  arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof undefined NaN Infinity var void while with yield`)

/** A name for a constant in JavaScript that resembles the text. */
export function jsIdentifier(text: string): string {
  // Zero-width joiners are allowed, but nobody could tell the names apart.
  const name = text
    .replace(/[^\p{ID_Start}\p{ID_Continue}$]|[\u200c\u200d]/gu, '_')
    .replace(/^(?!\p{ID_Start}|[$_])/u, '_')
  return javaScriptWords.has(name) ? `${name}_` : name
}

/** A value as an expression of JavaScript. A key `__proto__` would set the prototype; in brackets it is a key. */
export function jsLiteral(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, null, indent)
  return text.replace(/^(\s*)"__proto__":/gm, '$1["__proto__"]:').replace(/[\u2028\u2029]/g, escaped)
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Characters that a terminal obeys, or that change the order of what is read. */
const unprintable = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Words for a terminal or a log: on one line, visible, and not endless. */
export function terminalText(text: string, limit = 1000): string {
  const cut = text.length > limit ? `${text.slice(0, limit / 2)} … ${text.slice(-limit / 2)}` : text
  return cut.replace(/\s*[\r\n]+\s*/g, ' ').replace(unprintable, escaped)
}

/** A line of a file, as it is but for what a terminal would obey; columns stay where they are. */
export const terminalLine = (line: string): string =>
  line.replace(unprintable, (character) => (character === '\t' ? character : '·'))

const controls = /[\s\x00-\x1f\x7f\x85\u2028\u2029]+/g

/** Text or an attribute between quotes in HTML and SVG. Control characters, which neither can have, become blanks. */
export const htmlText = (text: string): string =>
  text.replace(/[\x00-\x1f\x7f\ufffe\uffff]/g, ' ').replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Text in a Markdown table or list: on one line, with nothing in it that Markdown or HTML would read as its own. */
export const markdownText = (text: string): string =>
  text
    .replace(controls, ' ')
    // An underscore between letters is one, and names are full of them.
    .replace(/[\\`*{}[\]<>()#+!|~&$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')

/** A string between double quotes in Graphviz's language. */
export const dotString = (text: string): string => `"${text.replace(controls, ' ').replace(/["\\]/g, '\\$&')}"`

/** A field of a record label in Graphviz's language, for use inside of `dotString()`. */
export const dotField = (text: string): string => text.replace(controls, ' ').replace(/[{}|<>\s\\]/g, '\\$&')

/** A text between double quotes in Mermaid, which has no way to write a double quote there. */
export const mermaidString = (text: string): string =>
  `"${text
    .replace(controls, ' ')
    .replaceAll('"', "'")
    .replace(/[#;%&<>\\]/g, '_')}"`

/** A word in Mermaid: the type or the name of an attribute. */
export const mermaidWord = (text: string): string => text.replace(/[^\p{L}\p{N}_]/gu, '_').replace(/^(?!\p{L})/u, '_')
