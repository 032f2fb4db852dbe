import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { createDatabase, type DatabaseName, databases, type TestDatabase } from '../support/databases.js'
import { answersTo, copyInstallation, exampleInstall, linkModules, newcomerEnvironment } from '../support/newcomer.js'
import { ormInProcess } from '../support/orm-in-process.js'
import { packAll, remove } from '../support/packed.js'
import { databaseCommand, npxOnce, stepsOf } from '../support/page-steps.js'
import { runPhp } from '../support/php.js'
import { type Registry, startRegistry } from '../support/registry.js'
import { root } from '../support/root.mjs'

// The page with its commands needs: php, composer

const page = await readFile(join(root, 'docs/getting-started.md'), 'utf8')
const asRun = npxOnce()
let registry: Registry
/** The folder of what we would publish. */
let packs: string
/** What the first test has installed, for the others. */
const installed = await mkdtemp(join(tmpdir(), 'orm-installed-'))
test.before(async () => {
  const tarballs = await packAll()
  registry = await startRegistry(tarballs)
  packs = dirname([...tarballs.values()][0]!)
})
test.after.always(async () => {
  registry.close()
  await remove(installed)
})

/** The blocks of a section of a page, by their language. */
function blocksOf(page: string, section: string, language: string): string[] {
  const [text = ''] = new RegExp(`(?<=^## ${section}\n).*?(?=^## |(?![^]))`, 'ms').exec(page) ?? []
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block!)
}

const linesOf = (block: string): string[] => block.trim().split('\n')

/** What the page says for packages that are published. */
const installation = linesOf(blocksOf(page, 'Install', 'sh')[1]!)

const commandsOf = (section: string): string[] => blocksOf(page, section, 'sh').flatMap(linesOf)

/**
 * A folder of somebody who has npm and Composer, and none of our sources. What was installed works with the first database; with
 * the others, commands that only differ by it run in this process.
 */
async function emptyFolder(t: ExecutionContext, name = databases[0]) {
  const home = await mkdtemp(join(tmpdir(), 'orm-start-'))
  t.teardown(() => rm(home, { recursive: true, force: true }))
  // With a blank, as many folders have.
  const folder = join(home, 'my project')
  await mkdir(folder)
  const env = { ...(await newcomerEnvironment(home)), npm_config_registry: registry.url, ORM_PACKS: packs }
  const follow = async (commands: readonly string[]): Promise<string> => {
    let last = ''
    for (const command of commands) {
      const args = name === databases[0] ? undefined : databaseCommand(command)
      const { code, output, stdout } = args
        ? await ormInProcess(folder, args)
        : await run('sh', ['-c', asRun(command)], { cwd: folder, env })
      t.is(code, 0, `${command}\n${output}`)
      last = stdout
    }
    return last
  }
  return { folder, follow }
}

/** The same with what the page installs. */
async function installedFolder(t: ExecutionContext, name: DatabaseName) {
  const { folder, follow } = await emptyFolder(t, name)
  t.true(installation.includes('npm install --save-dev orm-cli'))
  if (existsSync(join(installed, 'package.json'))) await copyInstallation(installed, folder)
  else {
    await follow(installation)
    await copyInstallation(folder, installed)
  }
  return { folder, follow }
}

const withAnswers = (commands: readonly string[], database: TestDatabase): string[] =>
  commands.map((command) =>
    /^npx orm init(?! --from-propel)/.test(command) ? `${command} ${answersTo(database)}` : command,
  )

const execute = ({ dsn, user, password }: TestDatabase, sql: string) =>
  runPhp('[, $dsn, $user, $password, $sql] = $argv; (new PDO($dsn, $user, $password))->exec($sql);', {
    args: [dsn, user, password, sql],
  })

const bookTable = 'CREATE TABLE book (id INTEGER NOT NULL PRIMARY KEY, title VARCHAR(80) NOT NULL)'
const bookRow = "INSERT INTO book (id, title) VALUES (1, 'Emma')"

for (const name of databases) {
  test.serial(`${name}: a new project, as docs/getting-started.md says`, async (t) => {
    const database = await createDatabase(name)
    t.teardown(() => database.drop())
    const { folder, follow } = await installedFolder(t, name)
    const commands = commandsOf('A new project')
    t.true(commands.includes('npx orm init'))
    await follow(withAnswers(commands, database))
    await writeFile(join(folder, 'app.php'), blocksOf(page, 'A new project', 'php')[0]!)
    t.is(await follow(['php app.php']), '1 Buy bread\n')
    const schema = await readFile(join(folder, 'schema.xml'), 'utf8')
    const column = '<column name="text" type="longvarchar"/>'
    await writeFile(join(folder, 'schema.xml'), schema.replace(/(?=\s*<\/table>)/, column))
    await follow(blocksOf(page, 'Change the schema', 'sh').flatMap(linesOf))
    // What is deployed needs no node_modules.
    await rm(join(folder, 'node_modules'), { recursive: true })
    t.is(await follow(['php app.php']), '1 Buy bread\n2 Buy bread\n')
  })

  test.serial(`${name}: an existing database, as docs/getting-started.md says`, async (t) => {
    const database = await createDatabase(name)
    t.teardown(() => database.drop())
    for (const sql of [bookTable, bookRow]) await execute(database, sql)
    const { folder, follow } = await installedFolder(t, name)
    await follow(withAnswers(commandsOf('An existing database'), database))
    const app = `<?php
require 'vendor/autoload.php';
require 'generated-conf/config.php';
echo BookQuery::create()->findOne()->getTitle();
`
    await writeFile(join(folder, 'app.php'), app)
    t.is(await follow(['php app.php']), 'Emma', 'the row is there still')
  })

  test.serial(`${name}: coming from Propel, as docs/getting-started.md says`, async (t) => {
    const database = await createDatabase(name)
    t.teardown(() => database.drop())
    for (const sql of [bookTable, bookRow]) await execute(database, sql)
    const { folder, follow } = await installedFolder(t, name)
    const { dsn, user, password } = database
    const connection = {
      adapter: name,
      classname: 'Propel\\Runtime\\Connection\\ConnectionWrapper',
      dsn,
      user,
      password,
    }
    const files = {
      'propel.json': JSON.stringify({
        propel: {
          database: { connections: { default: connection } },
          runtime: { defaultConnection: 'default', connections: ['default'] },
          generator: { defaultConnection: 'default', connections: ['default'] },
        },
      }),
      'schema.xml': `<database name="default"><table name="book">
        <column name="id" type="integer" required="true" primaryKey="true"/>
        <column name="title" type="varchar" size="80" required="true"/></table></database>`,
      'composer.json': '{"name": "my/old", "autoload": {"classmap": ["generated-classes/"]}}',
      'src/app.php': `<?php
require 'vendor/autoload.php';
require 'generated-conf/config.php';
use Propel\\Runtime\\Propel;
Propel::getConnection('default')->beginTransaction();
echo BookQuery::create()->findOneByTitle('Emma')->setTitle('Persuasion')->save();
Propel::getConnection('default')->commit();
`,
    }
    await mkdir(join(folder, 'src'))
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
    await follow(commandsOf('Coming from Propel'))
    t.is(await follow(['php src/app.php']), '1')
  })
}

/** Those that bring a host are followed in packed.test.ts; `npm run test:installs` lets npm install hundreds of packages for them. */
const withHost = process.env.ORM_INSTALLS ? ['gulp-php-app', 'grunt-php-app', 'vite-php-app'] : []

for (const example of ['npm-scripts', ...withHost]) {
  test.serial(`${example}: its README, with a real npm install`, async (t) => {
    const { folder, follow } = await emptyFolder(t)
    await cp(join(root, 'examples', example), folder, {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|var|dist|generated-[^/]*)$/.test(path),
    })
    // npm adds what is missing to what the first test has installed, and removes what this example does not use.
    await linkModules(installed, folder)
    const steps = stepsOf(await readFile(join(folder, 'README.md'), 'utf8'))
    t.like(steps[0], { line: exampleInstall })
    const manifest = await readFile(join(folder, 'package.json'), 'utf8')
    for (const step of steps) {
      if (step.kind !== 'command') continue
      const printed = await follow([step.line.replace('../..', `'${root}'`)])
      if (step.output !== undefined) t.is(printed, step.output, step.line)
    }
    t.is(await readFile(join(folder, 'package.json'), 'utf8'), manifest)
  })
}
