import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { createProject } from '../support/project.js'
import { psrEventDispatcher } from '../support/psr.js'
import { root } from '../support/root.mjs'

/** A line such as `echo $book->getTitle();  // Emma` prints what its comment says. */
const printed = /^(\s*)echo (.+);\s+\/\/ (.+)$/gm

const printsAsSaid = `
  $said = static function (mixed $value, string $expected): void {
      if ((string) $value !== $expected) {
          throw new Exception("The page says $expected, PHP says $value");
      }
  };
`

const readPage = (page: string): string => readFileSync(join(root, 'docs', page), 'utf8')

const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code!)

/** All code of a page, which fails where a comment says something else than is printed. */
function checkedCode(page: string): string {
  const code = blocksOf(page, 'php').join('\n')
  if (!printed.test(code)) throw new Error('nothing is printed on the page')
  return code.replace(printed, (_, indent, value, expected) => `${indent}$said(${value}, ${JSON.stringify(expected)});`)
}

for (const page of ['models.md', 'runtime.md', 'scaling.md']) {
  test(`docs/${page}: what the examples print is what the page says`, async (t) => {
    const code = checkedCode(readPage(page))
    // Imports may stand in every block, as on the page, but PHP wants them once.
    const imports = new Set(code.match(/^use .*;$/gm))
    const project = await createProject(t, { schema: blocksOf(readPage('models.md'), 'xml')[0]!, database: 'sqlite' })
    await project.build()
    for (const [, args] of readPage(page).matchAll(/^npx orm (sql:insert .*)$/gm)) {
      t.is((await project.orm(...args!.replaceAll("'", '').split(' '))).code, 0, args)
    }
    const rest = code.replace(/^use .*;$/gm, '')
    t.is(await project.php(`${[...imports].join('\n')}\n${printsAsSaid}${rest}\necho 'done';`), 'done')
  })
}

const pages = [
  'queries.md',
  'sortable.md',
  ...readdirSync(join(root, 'docs/behaviors')).map((name) => `behaviors/${name}`),
]

for (const page of pages) {
  test(`docs/${page}: what the examples print is what the page says`, async (t) => {
    const text = readPage(page)
    const autoload = join(root, 'packages/runtime/autoload.php')
    const built = await buildSchema(blocksOf(text, 'xml')[0]!)
    // The classes are loaded already.
    const examples = checkedCode(text).replace(/^require .*;$/gm, '')
    const code = `${psrEventDispatcher}${printsAsSaid}${examples} echo 'done';`
    t.is(await runPhp(built, code, { autoload }), 'done')
  })
}
