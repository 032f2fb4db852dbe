const javaScriptWords: ReadonlySet<string> = new Set(
  `
  arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof undefined NaN Infinity var void while with yield`
    .trim()
    .split(/\s+/),
)

/** Returns a JavaScript constant name that resembles the text. */
export function jsIdentifier(text: string): string {
  // Zero-width joiners are allowed in names, but would be invisible.
  const name = text
    .replace(/[^\p{ID_Start}\p{ID_Continue}$]|[\u200c\u200d]/gu, '_')
    .replace(/^(?!\p{ID_Start}|[$_])/u, '_')
  return javaScriptWords.has(name) ? `${name}_` : name
}

/** Writes a value as a JavaScript expression. The key `__proto__` would set the prototype, so it is written in brackets. */
export function jsLiteral(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, null, indent)
  return text
    .replace(/^(\s*)"__proto__":/gm, '$1["__proto__"]:')
    .replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
}
