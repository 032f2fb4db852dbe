const controls = /[\s\x00-\x1f\x7f\x85\u2028\u2029]+/g

/** Escapes text or an attribute value in HTML and SVG. Control characters, which neither can contain, become spaces. */
export const htmlText = (text: string): string =>
  text.replace(/[\x00-\x1f\x7f\ufffe\uffff]/g, ' ').replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Escapes text in a Markdown table or list: it is on one line, and contains no Markdown or HTML syntax. */
export const markdownText = (text: string): string =>
  text
    .replace(controls, ' ')
    // An underscore between letters has no meaning in Markdown, and names are full of them.
    .replace(/[\\`*{}[\]<>()#+!|~&$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')

/** Writes a string in double quotes for Graphviz. */
export const dotString = (text: string): string => `"${text.replace(controls, ' ').replace(/["\\]/g, '\\$&')}"`

/** Escapes a field of a Graphviz record label, for use inside `dotString()`. */
export const dotField = (text: string): string => text.replace(controls, ' ').replace(/[{}|<>\s\\]/g, '\\$&')

/** Writes a text in double quotes for Mermaid, which has no way to escape a double quote there. */
export const mermaidString = (text: string): string =>
  `"${text
    .replace(controls, ' ')
    .replaceAll('"', "'")
    .replace(/[#;%&<>\\]/g, '_')}"`

/** Writes a word for Mermaid: the type or the name of an attribute. */
export const mermaidWord = (text: string): string => text.replace(/[^\p{L}\p{N}_]/gu, '_').replace(/^(?!\p{L})/u, '_')
