import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Directory for copies of the pages, because VitePress requires its pages next to its packages. */
export const folder = join(root, 'site/.vitepress/pages')

/** Pages of the site by repository file. */
const pages = new Map(
  [
    ['README.md', 'index.md'],
    ['docs/README.md', 'manual.md'],
    ['CHANGELOG.md', 'changelog.md'],
    ['CONTRIBUTING.md', 'contributing.md'],
    ...namesIn('docs').map((name) => [`docs/${name}`, name]),
    ...['packages', 'examples'].flatMap((parent) =>
      readdirSync(join(root, parent)).map((name) => [`${parent}/${name}/README.md`, `${parent}/${name}.md`]),
    ),
  ].filter(([file]) => existsSync(join(root, file))),
)

const files = new Map([...pages].map(([file, page]) => [page, file]))

function namesIn(parent) {
  const entries = readdirSync(join(root, parent), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'README.md')
    .map(({ parentPath, name }) => relative(join(root, parent), join(parentPath, name)))
}

export function copyPages() {
  rmSync(folder, { recursive: true, force: true })
  for (const [file, page] of pages) {
    cpSync(join(root, file), join(folder, page))
  }
  // The landing page shows images of the manual.
  for (const name of namesIn('docs').filter((name) => name.endsWith('.png'))) {
    cpSync(join(root, 'docs', name), join(folder, 'docs', name))
  }
  cpSync(join(root, 'site/favicon.svg'), join(folder, 'public/favicon.svg'))
  copyMermaid()
}

/**
 * Copies Mermaid, which is published as minified modules that load each other. Bundling it would take half of the build time.
 * The modules get a file extension whose type every server knows.
 */
function copyMermaid() {
  const [from, to] = [join(root, 'site/node_modules/mermaid/dist'), join(folder, 'public/mermaid')]
  const chunks = 'chunks/mermaid.esm.min'
  mkdirSync(join(to, chunks), { recursive: true })
  const names = readdirSync(join(from, chunks)).map((name) => join(chunks, name))
  for (const name of ['mermaid.esm.min.mjs', ...names].filter((path) => path.endsWith('.mjs'))) {
    const module = readFileSync(join(from, name), 'utf8')
    writeFileSync(join(to, asScript(name)), module.replaceAll(/\.\/[\w./-]+\.mjs(?=")/g, asScript))
  }
}

const asScript = (name) => name.replace(/\.mjs$/, '.js')

/**
 * Returns the target of a link on the site, or undefined if it is not a page, such as a directory of sources.
 *
 * @param {string} page  page that contains the link
 * @param {string} link
 */
export function linkOnSite(page, link) {
  if (/^(?:[a-z]+:|#|\/)/.test(link)) return link
  const [path, anchor] = link.split('#')
  const file = join(dirname(files.get(page)), path)
  const isFolder = existsSync(join(root, file)) && statSync(join(root, file)).isDirectory()
  const target = pages.get(isFolder ? join(file, 'README.md') : file)
  return target && `/${target.replace(/^index\.md$/, '')}${anchor ? `#${anchor}` : ''}`
}
