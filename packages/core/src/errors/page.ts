import { type Code, catalogue } from './catalogue.js'

/** Returns the section of the manual that explains a code: `errors.md#orm-s302-unknown-column-type`. */
export const pageOf = (code: Code): string => `errors.md#${anchorOf(`${code}: ${catalogue[code]}`)}`

/** Returns the same text in an installed package, for projects without the manual: the file and, for a code, its anchor. */
export const installedPageOf = (code?: Code): string =>
  `node_modules/orm-core/errors.html${code ? `#${pageOf(code).split('#')[1]}` : ''}`

/** Returns the anchor that code hosts, the site and `errors.html` generate for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-')
