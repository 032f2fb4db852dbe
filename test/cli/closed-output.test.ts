import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createProject, type Project } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')
const script = join(root, 'packages/cli/bin/orm.js')

/** Runs a command whose reader closes the pipe at once. */
async function unread(project: Project, args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], { cwd: project.folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint += text
  })
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  return { code, complaint }
}

for (const command of ['list', 'build --verbose', 'model:build --format=json', 'config:convert', 'build --watch']) {
  test(`${command}: what nobody reads is no reason to fail`, async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    t.deepEqual(await unread(project, command.split(' ')), { code: 0, complaint: '' })
    if (command.includes('build')) t.true(existsSync(join(project.folder, 'generated-classes/Bookstore/Base/Book.php')))
  })
}

test('a disk that is full is', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [script, 'list'], { cwd: project.folder, stdio: ['ignore', full, 'pipe'] })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    complaint += text
  })
  const [code] = await once(child, 'close')
  closeSync(full)
  t.is(code, 1)
  t.regex(complaint, /^orm: cannot write what there is to say: ENOSPC.*\n$/)
})
