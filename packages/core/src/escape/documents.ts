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
