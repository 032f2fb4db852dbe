import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { createProject } from '../support/project.js'
import { psrEventDispatcher } from '../support/psr.js'
import { root } from '../support/root.mjs'

for (const page of ['models.md', 'runtime.md']) {
  test(`the examples of docs/${page} run`, async (t) => {
    const text = readFileSync(join(root, 'docs', page), 'utf8')
    const blocks = [...text.matchAll(/^```php\n([\s\S]*?)^```$/gm)].map(([, code]) => code!)
    t.true(blocks.length > 5)
    // Imports may stand in every block, as in the document, but PHP wants them first.
    const imports = new Set(blocks.join('').match(/^use .*;$/gm))
    const code = blocks.join('\n').replace(/^use .*;$/gm, '')
    const schema = readFileSync(join(root, 'test/golden/cinema/schema.xml'), 'utf8')
    // Films are deleted with their sheets and viewers.
    const cascading = schema.replaceAll(
      '<foreign-key foreignTable="film">',
      '<foreign-key foreignTable="film" onDelete="cascade">',
    )
    const project = await createProject(t, { schema: cascading, database: 'sqlite' })
    await project.build()
    t.is(await project.php(`${[...imports].join('\n')}\n${code}\necho 'done';`), 'done')
  })
}

/** A line such as `echo $book->getTitle();  // Emma` prints what its comment says. */
const printed = /^(\s*)echo (.+);\s+\/\/ (.+)$/gm

const printsAsSaid = `
  $said = static function (mixed $value, string $expected): void {
      if ((string) $value !== $expected) {
          throw new Exception("The page says $expected, PHP says $value");
      }
  };
`

const pages = ['queries.md', ...readdirSync(join(root, 'docs/behaviors')).map((name) => `behaviors/${name}`)]

for (const page of pages) {
  test(`docs/${page}: what the examples print is what the page says`, async (t) => {
    const text = readFileSync(join(root, 'docs', page), 'utf8')
    const blocksOf = (language: string) =>
      [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code!)
    const code = blocksOf('php').join('\n')
    t.true(printed.test(code))
    const checked = code.replace(
      printed,
      (_, indent, value, expected) => `${indent}$said(${value}, ${JSON.stringify(expected)});`,
    )
    const autoload = join(root, 'packages/runtime/autoload.php')
    const built = await buildSchema(blocksOf('xml')[0]!)
    t.is(await runPhp(built, `${psrEventDispatcher}${printsAsSaid}${checked} echo 'done';`, { autoload }), 'done')
  })
}
