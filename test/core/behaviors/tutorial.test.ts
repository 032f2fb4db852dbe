import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { type Behavior, buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const autoload = join(root, 'packages/runtime/autoload.php')
const execute = promisify(execFile)

/** A line such as `echo $book->getTitle();  // Emma` prints what its comment says. */
const printed = /^(\s*)echo (.+);\s+\/\/ (.+)$/gm

interface Step {
  readonly title: string
  /** By name, as they are when the step is done. */
  readonly files: ReadonlyMap<string, string>
  readonly php: string
}

/** The steps of the page: each has the files of those before it. */
async function readSteps(): Promise<Step[]> {
  const text = await readFile(join(root, 'docs/writing-a-behavior.md'), 'utf8')
  const files = new Map<string, string>()
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      for (const [, name, code] of section.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)) files.set(name!, code!)
      const php = [...section.matchAll(/^```php\n([\s\S]*?)^```$/gm)].map(([, code]) => code!).join('\n')
      // The classes are loaded already.
      const code = php.replace(/^require .*;\n/gm, '')
      return { title: section.slice(0, section.indexOf('\n')), files: new Map(files), php: code }
    })
}

test('the tutorial: every step builds and prints what the page says', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-tutorial-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(root, 'packages', 'core'), join(folder, 'node_modules', 'orm-core'))
  const steps = await readSteps()
  t.true(steps.length >= 6)
  let run = 0
  for (const [position, { title, files, php }] of steps.entries()) {
    for (const [name, code] of files) await writeFile(join(folder, name), code)
    const url = `${pathToFileURL(join(folder, 'publishable.mjs')).href}?${position}`
    const { default: behavior } = (await import(url)) as { default: Behavior }
    const xml = files.get('schema.xml')!.replace('./publishable.mjs', 'publishable')
    const built = await buildSchema(xml, { behaviors: [behavior] })
    const code = php.replace(
      printed,
      (_, indent, value, expected) => `${indent}echo (${value}) == '${expected}' ? '' : 'not ${expected}';`,
    )
    if (php !== '') run++
    t.is(await runPhp(built, code, { autoload }), '', title)
  }
  t.is(run, 3)
  // The project has classes of the same names, built from its own schema.
  await mkdir(join(folder, 'vendor'))
  await writeFile(
    join(folder, 'vendor', 'autoload.php'),
    `<?php require ${JSON.stringify(autoload)};
    spl_autoload_register(static fn (string $class) => $class === 'Book' && throw new Exception('of the project'));`,
  )
  await t.notThrowsAsync(execute(process.execPath, [join(folder, 'publishable.test.mjs')], { cwd: folder }))
  const wrong = `<database name="d"><table name="book"><column name="id" type="integer" primaryKey="true"/>
    <column name="published_at" type="integer"/><behavior name="publishable"/></table></database>`
  const { default: last } = (await import(pathToFileURL(join(folder, 'publishable.mjs')).href)) as { default: Behavior }
  await t.throwsAsync(buildSchema(wrong, { behaviors: [last] }), {
    message: /schema\.xml:2:\d+ ORM-B001 .*not TIMESTAMP/,
  })
})
