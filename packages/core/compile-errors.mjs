// Makes three things of docs/errors.md, the only place where the codes, their titles and their explanations are written: the
// list of all codes, from which their type follows, so that a diagnostic without a heading there does not compile; a module for
// `orm explain` and editors; and a page that links in a terminal lead to.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8')

/** @type {Record<string, string>} */
const titles = {}

const explanations = Object.fromEntries(
  [...page.matchAll(/^#+ (ORM-[A-Z]\d{3}): (.*)\n([\s\S]*?)(?=^#+ |(?![\s\S]))/gm)].map(([, code, title, text]) => {
    if (code in titles) throw new Error(`docs/errors.md: ${code} has two headings; a code is never reused`)
    titles[code] = title
    const parts = /^\n([\s\S]+?)\n\n```(\w+)\n([\s\S]+?)\n```\n\n\*\*Fix:\*\* ([\s\S]+?)\n*$/.exec(text)
    if (!parts)
      throw new Error(`docs/errors.md: ${code} must have a cause, an example in a code block, and "**Fix:** …"`)
    const [, cause, language, example, fix] = parts
    return [code, { cause: joined(cause), language, example, fix: joined(fix) }]
  }),
)

write(
  'src/errors/catalogue.ts',
  `// Made of docs/errors.md by compile-errors.mjs.

/** Every diagnostic code with a short title. */
export const catalogue = ${JSON.stringify(titles, null, 2)} as const

export type Code = keyof typeof catalogue
`,
)
write(
  'src/errors/explanations.ts',
  `// Made of docs/errors.md by compile-errors.mjs.
import type { Code } from './catalogue.js'

/** Why a code is reported and what to do, in Markdown. */
export interface Explanation {
  readonly cause: string
  /** In the language of a code block: \`xml\`, \`yaml\`, \`sh\`. */
  readonly example: string
  readonly language: string
  readonly fix: string
}

export const explanations: Readonly<Record<Code, Explanation>> = ${JSON.stringify(explanations, null, 2)}
`,
)
write('errors.html', htmlOf(page))

/**
 * Paragraphs without the line breaks of the file.
 *
 * @param {string} text
 */
function joined(text) {
  return text
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll('\n', ' '))
    .join('\n\n')
}

/**
 * The little Markdown that the page uses.
 *
 * @param {string} markdown
 */
function htmlOf(markdown) {
  // Code, which may have empty lines, or lines up to the next empty one.
  const blocks = [...markdown.matchAll(/^```[\s\S]*?^```$|(?:^(?!```).+\n?)+/gm)].map(([block]) => block)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Orm: errors</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
pre { padding: .7rem; overflow: auto; background: #8881 }
:target { background: #fd06 }
</style>
${blocks.map(blockHtml).join('\n')}
</html>
`
}

/** @param {string} block */
function blockHtml(block) {
  const [, marks, heading] = /^(#+) (.*)/.exec(block) ?? []
  if (marks) return `<h${marks.length} id="${anchorOf(heading)}">${inlineHtml(heading)}</h${marks.length}>`
  const [, code] = /^```\w*\n([\s\S]*)\n```\s*$/.exec(block) ?? []
  if (code !== undefined) return `<pre><code>${escaped(code)}</code></pre>`
  return `<p>${inlineHtml(block.trim())}</p>`
}

/** @param {string} text */
function inlineHtml(text) {
  return escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replace(/\[([^\]]+)\]\(#([^)]+)\)/g, '<a href="#$2">$1</a>')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 (docs/$2)')
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * As `pageOf()` has it.
 *
 * @param {string} heading
 */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-')
}

/**
 * Only if it changed: the compiler looks at the time of a file.
 *
 * @param {string} name
 * @param {string} text
 */
function write(name, text) {
  const file = join(import.meta.dirname, name)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}
