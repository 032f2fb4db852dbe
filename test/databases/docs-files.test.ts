import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { type PageStep, stepsOf } from '../support/page-steps.js'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

const pageSteps = async (page: string): Promise<PageStep[]> => stepsOf(await readFile(join(root, 'docs', page), 'utf8'))

const filesOf = (steps: readonly PageStep[]) => steps.flatMap((step) => (step.kind === 'file' ? [step] : []))

async function writeAll(folder: string, files: readonly { readonly name: string; readonly text: string }[]) {
  for (const { name, text } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

/** What Composer would make of a project whose classes are below `generated-classes`. */
const autoload = `<?php
require ${JSON.stringify(join(root, 'packages/runtime/autoload.php'))};
spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/../generated-classes/' . str_replace('\\\\', '/', $class) . '.php';
    is_file($file) && require $file;
});
`

test('docs/testing.md: its tests pass with PHPUnit, and see no rows of each other', async (t) => {
  const steps = await pageSteps('testing.md')
  const [schema, ...files] = filesOf(steps)
  const project = await createProject(t, { schema: schema!.text, database: 'sqlite' })
  await project.build()
  await writeAll(project.folder, [...files, { name: 'vendor/autoload.php', text: autoload }])
  const commands = steps.flatMap((step) => (step.kind === 'command' && /phpunit /.test(step.line) ? [step.line] : []))
  t.deepEqual([commands.length, commands[1]!.split('phpunit ').length - 1], [2, 2])
  for (const [index, command] of commands.entries()) {
    const { code, output } = await run('sh', ['-c', command], { cwd: project.folder })
    t.is(code, 0, output)
    // The second command starts two processes.
    t.is(output.match(/OK \(4 tests, \d+ assertions\)/g)?.length, index + 1, output)
  }
  const made = await readdir(dirname(project.database.dsn.slice('sqlite:'.length)))
  t.deepEqual(made.sort(), ['test.sqlite', 'test_orm_test_1.sqlite', 'test_orm_test_2.sqlite'])
})

/** Runs the commands of a page in order; those with an output print exactly it. */
async function follow(t: ExecutionContext, cwd: string, steps: readonly PageStep[]) {
  for (const step of steps) {
    if (step.kind === 'file') continue
    const { code, stdout, output } = await run('sh', ['-c', step.line], { cwd })
    t.is(code, 0, `${step.line}\n${output}`)
    if (step.output !== undefined) t.is(stdout, step.output, step.line)
  }
}

test('docs/seeding.md: a seed runs twice, many rows are saved, and the migration is valid', async (t) => {
  const steps = await pageSteps('seeding.md')
  const [schema, ...files] = filesOf(steps)
  const config = '  generator: { objectModel: { generateFactories: true } }\n'
  const project = await createProject(t, { schema: schema!.text, database: 'sqlite', config })
  await project.build()
  t.is((await project.orm('sql:insert')).code, 0)
  await writeAll(project.folder, [{ name: 'vendor/autoload.php', text: autoload }])
  // A file takes part from where the page has it.
  for (const step of steps.filter((each) => each.kind === 'command' || files.includes(each))) {
    if (step.kind === 'file') await writeAll(project.folder, [step])
    else if (step.line.startsWith('npx orm ')) {
      const { code, stdout, stderr } = await project.orm(...step.line.split(' ').slice(2))
      t.deepEqual([code, stdout], [0, step.output], stderr)
    } else await follow(t, project.folder, [step])
  }
  const page = await readFile(join(root, 'docs/seeding.md'), 'utf8')
  await writeAll(project.folder, [
    { name: 'generated-migrations/29990101000000_add_authors.sql', text: /```sql\n(.*?)```/s.exec(page)![1]! },
  ])
  for (const command of ['migrate', 'migration:down --allow-loss']) {
    t.true(page.includes(`orm ${command}`), command)
    const { code, stderr } = await project.orm(...command.split(' '))
    t.is(code, 0, stderr)
  }
})

test('docs/production.md: the commands for CI pass on a project that is built and has its migrations', async (t) => {
  const steps = await pageSteps('production.md')
  const project = await createProject(t, { schema: await bookstore(), database: 'sqlite' })
  await project.build()
  t.is((await project.orm('sql:insert')).code, 0)
  const commands = steps.flatMap((step) => (step.kind === 'command' ? [step.line.replace(/ *#.*/, '')] : []))
  const checks = commands.filter((line) => line.startsWith('npx orm '))
  t.true(checks.length > 2)
  for (const command of checks) {
    const { code, stderr } = await project.orm(...command.split(' ').slice(2))
    t.is(code, 0, `${command}\n${stderr}`)
  }
  // A change that nobody built or wrote a migration for.
  await writeFile(join(project.folder, 'schema.xml'), (await bookstore()).replace('size="128"', 'size="64"'))
  t.is((await project.orm('build', '--check', '--quiet')).code, 5)
  t.is((await project.orm('migration:diff', '--check')).code, 5)
  const [configuration] = filesOf(steps)
  await writeFile(join(project.folder, 'orm.yaml'), configuration!.text)
  await writeFile(join(project.folder, '.env'), 'DATABASE_URL=postgres://bookstore@localhost/bookstore')
  await writeFile(join(project.folder, 'schema.xml'), await bookstore())
  const validated = await project.orm('validate', '--strict')
  t.is(validated.code, 0, validated.stderr)
})

const bookstore = async () => filesOf(await pageSteps('seeding.md'))[0]!.text

test('docs/editors.md: the files for VS Code name files that exist, and recognize an error of orm build', async (t) => {
  const files = filesOf(await pageSteps('editors.md'))
  const [, settings, tasks] = files.filter(({ name }) => name.endsWith('.json')).map(({ text }) => JSON.parse(text))
  const described = [
    ...settings['xml.fileAssociations'].map(({ systemId }: { systemId: string }) => systemId),
    ...Object.keys(settings['yaml.schemas']),
  ]
  t.true(described.length > 1)
  for (const path of described) t.regex(await readFile(join(root, path), 'utf8'), /xs:schema|\$schema/, path)
  const project = await createProject(t, {
    schema: '<database name="default"><table name="a"/></database>',
    database: 'sqlite',
  })
  const { code, stderr } = await project.orm('build')
  t.is(code, 1)
  const { pattern } = tasks.tasks[0].problemMatcher
  const [, file, line, column, name] = new RegExp(pattern.regexp, 'm').exec(stderr)!
  t.deepEqual([file, line, column, name], ['schema.xml', '1', '26', 'ORM-S205'])
})

test('docs/build-tools.md shows the files of the examples as they are', async (t) => {
  const examples = {
    'package.json': 'npm-scripts',
    'gulpfile.mjs': 'gulp-php-app',
    'Gruntfile.cjs': 'grunt-php-app',
    'vite.config.mjs': 'vite-php-app',
  }
  // Those of bundlers without an example have tests of their own.
  const files = filesOf(await pageSteps('build-tools.md')).filter(({ name }) => !/esbuild|loader|webpack/.test(name))
  t.deepEqual(
    files.map(({ name }) => name),
    Object.keys(examples),
  )
  for (const { name, text } of files) {
    t.is(text, await readFile(join(root, 'examples', examples[name as keyof typeof examples], name), 'utf8'))
  }
})
