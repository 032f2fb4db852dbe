/** Matches each `{PhpName}` in a slug pattern. Names may have letters outside of ASCII. */
export const placeholder = /\{([\w\u0080-\uffff]+)\}/g
