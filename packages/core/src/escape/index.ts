/**
 * Text from outside (a schema, a database catalogue, a configuration, a file name) is data until one of these functions
 * has let it through or made it harmless for the place that it goes to. There is one for each kind of place. No
 * code writes such text into PHP, SQL, JavaScript or a path without it; literals are `phpString()` and those of the dialects.
 */
export { dotField, dotString, htmlText, markdownText, mermaidString, mermaidWord } from './documents.js'
export { jsIdentifier, jsLiteral } from './javascript.js'
export { isConnectionName, isInShellHome, isWindowsDevice, pathBelow, writtenPath } from './paths.js'
export {
  isArrayShape,
  isBuiltInClass,
  isClassOfExtension,
  isImplementable,
  isNativeType,
  isPhpClass,
  isPhpIdentifier,
  isPhpNamespace,
  isPhpType,
  isReservedClassName,
  nativeType,
  phpComment,
  phpIdentifier,
  phpProperty,
} from './php.js'
export { isOperatorClass, isQuotedPath, isSqlIdentifier, isSqlOption, sqlComment } from './sql.js'
