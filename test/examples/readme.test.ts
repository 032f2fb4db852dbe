import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'ava'
import { run } from '../support/command.mjs'
import { createDatabase, databases } from '../support/databases.js'
import { answersTo, copyInstallation, newcomerEnvironment } from '../support/newcomer.js'
import { ormInProcess } from '../support/orm-in-process.js'
import { packAll, remove } from '../support/packed.js'
import { databaseCommand, npxOnce, stepsOf } from '../support/page-steps.js'
import { root } from '../support/root.mjs'

const page = await readFile(join(root, 'README.md'), 'utf8')
const asRun = npxOnce()
const install = 'npm run install-into -- ../bookstore'

/** What the first test has installed, for the others. */
const installed = await mkdtemp(join(tmpdir(), 'orm-installed-'))
test.after.always(() => remove(installed))

for (const name of databases) {
  test.serial(
    `${name}: README.md is a program: each command works, from an empty folder to the first migration`,
    async (t) => {
      const database = await createDatabase(name)
      const home = await mkdtemp(join(tmpdir(), 'orm-readme-'))
      t.teardown(async () => {
        await database.drop()
        await rm(home, { recursive: true, force: true })
      })
      const clone = join(home, 'orm')
      const project = join(home, 'bookstore')
      await mkdir(clone)
      const env = await newcomerEnvironment(home)
      const [block = ''] = /^## Start\n.*?(?=^## |^Errors are one line)/ms.exec(page) ?? []
      const steps = stepsOf(block)
      const commands = steps.flatMap((step) => (step.kind === 'command' ? [step.line.replace(/ +#.*/, '')] : []))
      t.deepEqual(commands.slice(0, 2), [install, 'cd ../bookstore'])
      t.true(commands.includes('npx orm migrate'))

      const shell = async (line: string, cwd: string, output?: string) => {
        // What was installed works with the first database; with the others, what only differs by it runs in this process.
        const args = name === databases[0] ? undefined : databaseCommand(line)
        const outcome = args ? await ormInProcess(cwd, args) : await run('sh', ['-c', asRun(line)], { cwd, env })
        t.is(outcome.code, 0, `${line}\n${outcome.output}`)
        if (output !== undefined) t.is(outcome.stdout, output, line)
      }
      if (existsSync(join(installed, 'package.json'))) await copyInstallation(installed, project)
      else {
        // What packs is tested with the packages: these are the same.
        const [tarball = ''] = (await packAll()).values()
        env.ORM_PACKS = dirname(tarball)
        // The scripts of the repository, called from a folder that stands for the clone.
        await shell(install.replace('npm', `npm --prefix '${root}'`), clone)
        await copyInstallation(project, installed)
        await rm(join(project, 'node_modules'), { recursive: true })
        // A colleague has what is committed, and no clone.
        await shell('npm ci', project)
      }
      for (const step of steps.slice(2)) {
        if (step.kind === 'file') {
          await writeFile(join(project, step.name), step.text)
          continue
        }
        const isInit = step.line.startsWith('npx orm init')
        await shell(
          isInit && name !== 'sqlite' ? `npx orm init ${answersTo(database)}` : step.line,
          project,
          step.output,
        )
        if (step.line === 'php app.php') await changeSchema(project)
      }
      const files = await readdir(join(project, 'generated-migrations'))
      t.deepEqual(
        files.map((file) => file.replace(/^\d{14}_/, '')),
        ['baseline.sql', 'add_isbn.sql', 'schema.json'],
      )
      const use = `require 'vendor/autoload.php'; require 'generated-conf/config.php';
      Bookstore\\BookQuery::create()->findOne()->setIsbn('978-0141439471')->save();
      echo Bookstore\\BookQuery::create()->findOneByIsbn('978-0141439471')->getAuthor()->getName();`
      t.is((await run('php', ['-r', use], { cwd: project })).stdout, 'Mary Shelley', 'the rows are there still')
      t.regex((await run('vendor/bin/orm-migrate', ['migrate'], { cwd: project })).output, /nothing to apply/)
    },
  )
}

/** Adds the column that the page shows. */
async function changeSchema(project: string): Promise<void> {
  const [, column = ''] = /Later, change the schema.*?```xml\n(.*?)\n```/s.exec(page) ?? []
  const path = join(project, 'schema.xml')
  const schema = await readFile(path, 'utf8')
  await writeFile(path, schema.replace(/(?= *<foreign-key)/, `    ${column}\n`))
}
