import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
const example = /## `<statement>`[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!

for (const database of databases) {
  test(`${database}: the example of the manual for statements, by sql:insert twice`, async (t) => {
    const project = await createProject(t, { schema: example, database })
    for (const command of ['build', 'sql:insert', 'sql:insert', 'migration:drift']) {
      const { code, stdout, stderr } = await project.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    const said = await project.php(`
      $book = (new Bookstore\\Book())->setTitle('Emma');
      $book->save();
      $book->setTitle('Persuasion')->save();
      $book->reload();
      echo $book->getEdits();
    `)
    t.is(said, '1')
  })

  test(`${database}: statements come, change, make way for their tables and go by migrations, there and back`, async (t) => {
    const without = example.replace(/ *<statement [\s\S]*?<\/statement>\n/g, '')
    const project = await createProject(t, { schema: without, database })
    const { orm, step } = migrationSteps(t, project)
    let id = 0
    const edits = async () => {
      id++
      await query(
        project.database,
        `INSERT INTO book (id, title) VALUES (${id}, 'Emma')`,
        `UPDATE book SET title = 'x' WHERE id = ${id}`,
      )
      return Number((await query(project.database, `SELECT edits FROM book WHERE id = ${id}`))[0]!.edits)
    }
    await step(without)
    t.is(await edits(), 0)
    t.regex(await step(example), /statement book_edits is created/)
    t.is(await edits(), 1)
    t.regex(await step(example.replaceAll('.edits + 1', '.edits + 2')), /changes/)
    t.is(await edits(), 2)
    const wider = example
      .replaceAll('.edits + 1', '.edits + 2')
      .replace('name="edits" type="integer"', 'name="edits" type="bigint"')
    await step(wider)
    t.is(await edits(), 2)
    await step(without.replace('name="edits" type="integer"', 'name="edits" type="bigint"'))
    t.is(await edits(), 0)
    for (let steps = 0; steps < 3; steps++) await orm('migration:down', '--allow-loss')
    t.is(await edits(), 1)
    await orm('migration:down')
    t.is(await edits(), 0)
    t.is((await query(project.database, 'SELECT * FROM book')).length, id)
  })
}
