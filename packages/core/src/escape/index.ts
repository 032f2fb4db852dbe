/**
 * Untrusted text (from a schema, a database catalog, a configuration, a file name) is data until one of these functions has
 * accepted it or escaped it for its target. There is a function for each kind of target. No code writes such text into PHP,
 * SQL, JavaScript or a path without one; literals are written by `phpString()` and the dialects.
 */
export { dotField, dotString, htmlText, markdownText, mermaidString, mermaidWord } from './documents.js'
export { jsIdentifier, jsLiteral } from './javascript.js'
export { isConnectionName, isInShellHome, isWindowsDevice, pathBelow, writtenPath } from './paths.js'
export {
  isArrayShape,
  isBuiltInClass,
  isClassOfExtension,
  isImplementable,
  isLongPhpIdentifier,
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
