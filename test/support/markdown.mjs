/**
 * Returns the anchor that code hosts generate for a heading; the site uses the same.
 *
 * @param {string} heading  as Markdown or as displayed text
 */
export const anchorOf = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Mark} _-]/gu, '')
    .replaceAll(' ', '-')

/**
 * Returns a page without its code blocks.
 *
 * @param {string} page
 */
export const proseOf = (page) => page.replace(/^( *)(`{3,})[\s\S]*?^\1\2 *$/gm, '')
