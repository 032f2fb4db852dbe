import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { until } from '../support/patience.mjs'
import { createProject, ormScript } from '../support/project.js'
import { keys, Terminal } from '../support/terminal.js'

const schema = `<database name="shop">
  <table name="book"><column name="id" type="integer" primaryKey="true" autoIncrement="true"/></table>
</database>`

test('a build on a terminal ends with counts and time; elsewhere there is neither a line nor a summary', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const shown = new Terminal([process.execPath, ormScript, 'build'], project.folder)
  t.is(await shown.ended, 0)
  t.regex(shown.shown, /build: created \d+ files; \d+\.\d s\r?\n$/)
  const again = new Terminal([process.execPath, ormScript, 'build'], project.folder)
  t.is(await again.ended, 0)
  t.regex(again.shown, /build: \d+ up to date; \d+\.\d s\r?\n$/)
  const piped = await project.orm('build')
  t.notRegex(piped.stdout, / s\n$/)
  t.is(piped.stderr, '')
})

test('an interview ends without a summary: its time is that of the answers', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const init = new Terminal([process.execPath, ormScript, 'init', '--driver=sqlite'], project.folder)
  await init.expect('Path of the database file')
  await sleep(1200)
  init.type(keys.interrupt)
  t.is(await init.ended, 130, init.shown)
  t.regex(init.shown, /Aborted: nothing was changed\.\r?\n$/)
})

test('a watch that Ctrl-C ends has 130 as its exit code; one that a supervisor ends has that of its last build', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const watch = new Terminal([process.execPath, ormScript, 'build', '--watch'], project.folder)
  await watch.expect('press Ctrl-C to stop')
  watch.type(keys.interrupt)
  t.is(await watch.ended, 130, watch.shown)
  const supervised = spawn(process.execPath, [ormScript, 'build', '--watch'], { cwd: project.folder })
  for await (const text of supervised.stdout.setEncoding('utf8')) if (text.includes('watching')) supervised.kill()
  t.is(supervised.exitCode ?? (await once(supervised, 'exit'))[0], 0)
})

test('the page of studio is shown without a progress line, until Ctrl-C', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.build()
  const studio = new Terminal([process.execPath, ormScript, 'studio'], project.folder)
  await studio.expect('Press Ctrl-C to stop.')
  await sleep(1500)
  studio.type(keys.interrupt)
  t.is(await studio.ended, 130, studio.shown)
  t.notRegex(studio.shown, /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|\d s/u)
})

const hasPhp = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'php')))

if (hasPhp) {
  test('a command that takes longer than a second has a line that moves, and it is gone at the end', async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    const config =
      "['orm' => ['database' => ['connections' => ['shop' => ['adapter' => 'sqlite', 'dsn' => 'sqlite:x']]]]]"
    // Longer than a second, and until the line was seen to move.
    const wait = "usleep(1500000);\nwhile (!file_exists('moved')) {\n    usleep(20000);\n}"
    await project.write('orm.php', `<?php\n${wait}\nreturn ${config};`)
    const args = [process.execPath, ormScript, 'validate', '--config-dir=orm.php']
    const terminal = new Terminal(args, project.folder)
    const frames = () =>
      new Set([...terminal.shown.matchAll(/([⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]) validate \(\d+ s\)/gu)].map(([, frame]) => frame))
    await until(() => frames().size > 3, { otherwise: () => terminal.shown })
    await project.write('moved', '')
    t.is(await terminal.ended, 0, terminal.shown)
    t.regex(terminal.shown, /1 schema file with 1 table: no errors\r?\nvalidate: done; \d+\.\d s\r?\n$/)
    const quiet = new Terminal([...args, '--quiet'], project.folder)
    t.is(await quiet.ended, 0)
    t.is(quiet.shown, '')
  })
}
