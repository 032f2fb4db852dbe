import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { type BuiltFile, buildAll, type Config, loadConfig, OrmError } from 'orm-core'
import { TableFiles } from '#core/build/index.js'
import { root } from '../../support/root.mjs'

async function golden(name: string): Promise<{ schema: string; config: Config }> {
  const folder = join(root, 'test/golden', name)
  return {
    schema: await readFile(join(folder, 'schema.xml'), 'utf8'),
    config: await loadConfig({ configDir: join(folder, 'orm.yaml') }),
  }
}

/** The classes of a schema, or undefined where it has errors. */
async function classes(contents: string, config: Config, tableFiles: TableFiles) {
  try {
    return (await buildAll([{ path: 'schema.xml', contents }], { config, tableFiles })).phpDir
  } catch (error) {
    if (error instanceof OrmError) return undefined
    throw error
  }
}

/** A schema with one of the matches replaced, for each match. */
const edits = (schema: string, pattern: RegExp, replacement: string): string[] =>
  [...schema.matchAll(pattern)].map(
    ({ 0: text, index }) =>
      schema.slice(0, index) + text.replace(pattern, replacement) + schema.slice(index + text.length),
  )

for (const name of ['cinema', 'every-shape']) {
  test(`${name}: after any edit, classes kept from the build before are those that a clean build makes`, async (t) => {
    const { schema, config } = await golden(name)
    const kept = new TableFiles()
    const changed = [
      ...edits(schema, /<column (?=[^>]*type="varchar")/gi, '<column lazyLoad="true" '),
      ...edits(schema, /<foreign-key /g, '<foreign-key onDelete="cascade" '),
      ...edits(schema, /<foreign-key /g, '<foreign-key phpName="Renamed" '),
      ...edits(schema, /<table name="/g, '<table name="x_'),
      ...edits(schema, /<table /g, '<table phpName="Renamed" '),
      ...edits(schema, /<table /g, '<table readOnly="true" '),
    ]
    let compared = 0
    // A few of them, spread evenly: each is three builds.
    for (const edited of changed.filter((_, index) => index % 5 === 0)) {
      const clean = await classes(edited, config, new TableFiles())
      if (!clean) continue
      await classes(schema, config, kept)
      t.deepEqual(await classes(edited, config, kept), clean)
      compared++
    }
    t.true(compared > 2, `${compared} edits compared`)
  })
}

test('only the tables that an edit can reach are rendered again', async (t) => {
  const { schema, config } = await golden('every-shape')
  const kept = new TableFiles()
  const before = await classes(schema, config, kept)
  const after = await classes(
    schema.replace(
      '</database>',
      '<table name="more"><column name="id" type="INTEGER" primaryKey="true"/></table></database>',
    ),
    config,
    kept,
  )
  const known = new Set<BuiltFile>(before)
  const rendered = (after ?? []).filter((file) => !known.has(file))
  t.deepEqual(rendered.map(({ path }) => path.replace(/^.*\//, '')).sort(), [
    'More.php',
    'More.php',
    'MoreQuery.php',
    'MoreQuery.php',
    'MoreTableMap.php',
    'loadDatabase.php',
  ])
})
