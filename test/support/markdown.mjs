/**
 * The anchor that code hosts give a heading; the site gives the same.
 *
 * @param {string} heading  as it is written or as it is shown
 */
export const anchorOf = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Mark} _-]/gu, '')
    .replaceAll(' ', '-')

/**
 * What a page has outside of its blocks of code.
 *
 * @param {string} page
 */
export const proseOf = (page) => page.replace(/^( *)(`{3,})[\s\S]*?^\1\2 *$/gm, '')
