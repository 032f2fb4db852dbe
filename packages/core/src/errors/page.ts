import { type Code, catalogue } from './catalogue.js'

/** The section of the manual that explains a code, by file and anchor: `errors.md#orm-s302-unknown-column-type`. */
export const pageOf = (code: Code): string => `errors.md#${anchorOf(`${code}: ${catalogue[code]}`)}`

/** The anchor that code hosts, the site and `errors.html` give to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-')
