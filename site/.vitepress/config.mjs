import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { defineConfig } from 'vitepress'
import { anchorOf } from '../../test/support/markdown.mjs'
import { copyPages, folder, linkOnSite } from '../pages.mjs'

copyPages()

/**
 * Converts links between files to links between pages. If the target is not a page, such as a directory of sources, only the
 * text is kept.
 */
function repositoryLinks(markdown) {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const [at, token] of (children ?? []).entries()) {
        if (token.type !== 'link_open') continue
        const link = linkOnSite(relative(folder, env.path), token.attrGet('href'))
        if (link !== undefined) token.attrSet('href', link)
        else {
          const end = children.findIndex(({ type }, other) => other > at && type === 'link_close')
          for (const tag of [token, children[end]]) Object.assign(tag, { type: 'text', content: '', nesting: 0 })
        }
      }
    }
  })
}

const darkOf = (picture) => picture.replace(/(?=\.png$)/, '-dark')

/** Shows an image `x.png` in two versions if there is an `x-dark.png`. style.css hides one of them. */
function darkPictures(markdown) {
  markdown.core.ruler.push('dark-pictures', ({ tokens, env }) => {
    for (const token of tokens) {
      if (token.type === 'html_block') token.content = withoutPicture(token.content)
      token.children = token.children?.flatMap((image) => {
        const source = image.type === 'image' ? image.attrGet('src') : ''
        const dark = darkOf(source)
        if (dark === source || !existsSync(join(dirname(env.path), dark))) return [image]
        const other = Object.assign(Object.create(Object.getPrototypeOf(image)), image, {
          attrs: image.attrs.map(([name, value]) => [name, name === 'src' ? dark : value]),
        })
        image.attrJoin('class', 'light-only')
        other.attrJoin('class', 'dark-only')
        return [image, other]
      })
    }
  })
}

/** Replaces `<picture>`, which follows the system preference, by two images that follow the theme switch of the site. */
const withoutPicture = (html) =>
  html.replace(
    /<picture>\s*<source [^>]*srcset="([^"]+)"[^>]*>\s*<img ([^>]*)src="([^"]+)"([^>]*)>\s*<\/picture>/g,
    (_, dark, before, light, after) =>
      `<img class="light-only" ${before}src="./${light}"${after}><img class="dark-only" ${before}src="./${dark}"${after}>`,
  )

/** Renders Mermaid code blocks as diagrams. */
function diagrams(markdown) {
  const { fence } = markdown.renderer.rules
  markdown.renderer.rules.fence = (tokens, at, ...rest) =>
    tokens[at].info.trim() === 'mermaid'
      ? `<MermaidDiagram code="${encodeURIComponent(tokens[at].content)}" />`
      : fence(tokens, at, ...rest)
}

/** Returns the sidebar, which is the table of contents of the manual. */
function sidebar() {
  const sections = readFileSync(join(folder, 'manual.md'), 'utf8').split(/^## /m).slice(1)
  return sections.map((section) => ({
    text: section.slice(0, section.indexOf('\n')),
    items: [...section.matchAll(/^[-|] \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, text, link]) => ({
      text: text.replaceAll('`', ''),
      link: linkOnSite('manual.md', link),
      ...(link === 'behaviors.md' && { items: behaviors(), collapsed: true }),
    })),
  }))
}

const behaviors = () =>
  [...readFileSync(join(folder, 'behaviors.md'), 'utf8').matchAll(/^\| \[(`[^\]]+)\]\(([^)]+)\)/gm)].map(
    ([, text, link]) => ({ text: text.replaceAll('`', ''), link: `/${link}` }),
  )

export default defineConfig({
  title: 'Orm',
  description: 'Describe your tables once; get SQL, typed PHP classes and migrations from your JavaScript build.',
  lang: 'en',
  srcDir: '.vitepress/pages',
  head: [
    ['meta', { name: 'theme-color', content: '#2f6f5e' }],
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }],
    ['script', {}, readFileSync(new URL('search-keys.js', import.meta.url), 'utf8')],
  ],
  // The menu is always visible, so the pages of all its links would be prefetched before the search.
  router: { prefetchLinks: false },
  markdown: {
    anchor: { slugify: anchorOf },
    config(markdown) {
      markdown.use(repositoryLinks)
      markdown.use(darkPictures)
      markdown.use(diagrams)
    },
  },
  themeConfig: {
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'How-to', link: '/manual#how-to' },
      { text: 'Reference', link: '/manual#reference' },
      { text: 'Explanation', link: '/manual#explanation' },
      { text: 'Changes', link: '/changelog' },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
  },
  vite: { build: { chunkSizeWarningLimit: 3000 } },
})
