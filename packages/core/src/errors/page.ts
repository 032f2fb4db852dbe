import { type Code, catalogue } from './catalogue.js'

/** The section of the manual that explains a code, by file and anchor: `errors.md#orm-s302-unknown-column-type`. */
export const pageOf = (code: Code): string => `errors.md#${anchorOf(`${code}: ${catalogue[code]}`)}`

/** The same text in a project that has the packages and no manual: the file and, for one code, its anchor. */
export const installedPageOf = (code?: Code): string =>
  `node_modules/orm-core/errors.html${code ? `#${pageOf(code).split('#')[1]}` : ''}`

/** The anchor that code hosts, the site and `errors.html` give to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-')
