import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import test from 'ava'
import { anchorOf, proseOf } from '../support/markdown.mjs'
import { root } from '../support/root.mjs'

// Includes new files that are not committed yet.
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(root, path)))

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The second heading with the same text on a page gets a numbered anchor. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of proseOf(read(path)).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading)
    let name = anchor
    for (let times = 1; anchors.has(name); times++) name = `${anchor}-${times}`
    anchors.add(name)
  }
  return anchors
}

/** Returns why a link of a page is broken, or undefined if it works. */
function problemOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path))
  if (target.startsWith('..')) return 'leaves the repository'
  if (!existsSync(join(root, target))) return 'is not there'
  if (anchor === undefined) return undefined
  if (statSync(join(root, target)).isDirectory()) return 'is a folder, and has no headings'
  return anchorsOf(target).has(anchor) ? undefined : 'has no such heading'
}

test('every link of every page leads to a file of the repository, and to a heading of it', (t) => {
  t.true(pages.includes('docs/README.md'))
  const broken = pages.flatMap((page) =>
    [...proseOf(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return []
      const problem = problemOf(page, link)
      return problem === undefined ? [] : [`${page}: ${link} ${problem}`]
    }),
  )
  t.deepEqual(broken, [])
})

test('every page of the manual is in its table of contents', (t) => {
  const contents = read('docs/README.md') + read('docs/behaviors.md')
  const listed = new Set([...contents.matchAll(/\]\(([^)#\s]+\.md)/g)].map(([, link]) => `docs/${link}`))
  const missing = pages.filter((page) => /^docs\/(?!README)/.test(page) && !listed.has(page))
  t.deepEqual(missing, [])
})

test('code of pages stands in fences, which are as wide as a phone and scroll', (t) => {
  // Four spaces after an empty line also start a code block, unless they continue a list item.
  const indented = /^(?! *(?:[-*]|\d+\.) ).*\n\n {4,}\S.*/gm
  t.deepEqual(
    pages.flatMap((page) => (proseOf(read(page)).match(indented) ?? []).map((code) => `${page}: ${code}`)),
    [],
  )
})
