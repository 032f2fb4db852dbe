import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { createProject } from '../support/project.js'
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
