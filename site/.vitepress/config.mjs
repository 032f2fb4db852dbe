import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitepress'
import { anchorOf } from '../../test/support/markdown.mjs'
import { copyPages, folder, linkOnSite } from '../pages.mjs'

copyPages()

/** Makes links between files links between pages. What is no page, such as a folder of sources, stays as text. */
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

/** Blocks of Mermaid are pictures. */
function diagrams(markdown) {
  const { fence } = markdown.renderer.rules
  markdown.renderer.rules.fence = (tokens, at, ...rest) =>
    tokens[at].info.trim() === 'mermaid'
      ? `<MermaidDiagram code="${encodeURIComponent(tokens[at].content)}" />`
      : fence(tokens, at, ...rest)
}

/** The table of contents of the manual is its sidebar. */
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
  head: [['meta', { name: 'theme-color', content: '#2f6f5e' }]],
  markdown: {
    anchor: { slugify: anchorOf },
    config(markdown) {
      markdown.use(repositoryLinks)
      markdown.use(diagrams)
    },
  },
  themeConfig: {
    nav: [
      { text: 'Manual', link: '/manual' },
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Queries', link: '/queries' },
      { text: 'Changes', link: '/changelog' },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
  },
  vite: { build: { chunkSizeWarningLimit: 3000 } },
})
