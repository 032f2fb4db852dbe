import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { end, run } from '../support/command.mjs'
import { installPackages, packAll, remove } from '../support/packed.js'
import { npxOnce, stepsOf } from '../support/page-steps.js'
import { freePort, untilListening } from '../support/ports.js'
import { root } from '../support/root.mjs'

// The page with its commands needs: php, composer

test('the tutorial, from its first line to its last, with the packages that we would publish', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'orm-tutorial-'))
  t.teardown(() => remove(parent))
  const text = await readFile(join(root, 'docs/tutorial.md'), 'utf8')
  const steps = stepsOf(text)
  const [install, change, ...others] = steps
  t.deepEqual(install, { kind: 'command', line: 'npm run install-into -- ../reading-list' })
  t.deepEqual(change, { kind: 'command', line: 'cd ../reading-list' })
  const folder = join(parent, 'reading-list')
  const asRun = npxOnce()
  await mkdir(folder)

  const environment = { COMPOSER_DISABLE_NETWORK: '1', COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_HOME: parent }
  const shell = async (line: string, output?: string) => {
    const outcome = await run('sh', ['-c', asRun(line)], { cwd: folder, env: { ...process.env, ...environment } })
    t.is(outcome.code, 0, `${line}\n${outcome.output}`)
    if (output !== undefined) t.is(outcome.stdout, output, line)
  }
  // What install-into does is tested with the README.
  await installPackages(['orm-cli', 'orm-runtime'], folder, await packAll())
  for (const step of others) {
    if (step.kind === 'file') {
      await mkdir(dirname(join(folder, step.name)), { recursive: true })
      await writeFile(join(folder, step.name), step.text)
    } else if (step.line.startsWith('php -S ')) {
      await useApplication(t, folder, step.line)
      await addColumn(t, join(folder, 'schema.xml'), text)
    } else {
      await shell(step.line, step.output)
      // Nothing is fetched here.
      if (step.line.startsWith('npx orm init')) await shell('composer config repositories.packagist.org false')
    }
  }
})

/** Puts the column that the page shows by itself behind the one that the page names. */
async function addColumn(t: ExecutionContext, schema: string, page: string): Promise<void> {
  const [, before = '', added = ''] = /after\s+`(\w+)`:\n\n```xml\n( *<column [^\n]*\n)```$/m.exec(page) ?? []
  const text = await readFile(schema, 'utf8')
  const changed = text.replace(new RegExp(`<column name="${before}"[^\\n]*\\n`), (line) => line + added)
  t.not(changed, text)
  await writeFile(schema, changed)
}

async function useApplication(t: ExecutionContext, folder: string, line: string): Promise<void> {
  const port = await freePort()
  const [command = '', ...args] = line.replace(/:\d+/, `:${port}`).split(' ')
  const server = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  t.teardown(() => end(server))
  await untilListening(port)
  const address = `http://127.0.0.1:${port}/`
  const show = async (query = '') => (await fetch(`${address}${query}`)).text()
  const send = async (values: Record<string, string>) =>
    (await fetch(address, { method: 'POST', body: new URLSearchParams(values) })).text()
  const titlesOf = (page: string) => [...page.matchAll(/<b>(.*?)<\/b>/g)].map(([, title]) => title)

  t.deepEqual(titlesOf(await show()), ['Emma', 'Middlemarch', 'Persuasion'])
  t.deepEqual(titlesOf(await show('?words=eliot')), ['Middlemarch'])
  t.deepEqual(titlesOf(await show('?words=%25')), ['Emma', 'Middlemarch', 'Persuasion'])
  t.deepEqual(titlesOf(await send({ action: 'add', title: 'Q & A', author: 'Vikas Swarup' })).at(-1), 'Q &amp; A')
  const [, id = ''] = /name="id" value="(\d+)">/.exec(await show('?words=Q'))!
  t.regex(await send({ action: 'state', id, state: 'reading' }), /<option selected>reading</)
  t.regex(await send({ action: 'state', id, state: 'burnt' }), /role="alert">This cannot be saved\./)
  t.regex(log, /burnt.*state|state.*burnt/i, 'the log has the reason')
  const page = await show()
  for (const [field] of page.matchAll(/<(?:input(?! type="hidden")|select)\b[^>]*>/g)) {
    t.regex(page.slice(0, page.indexOf(field)), /<label>[^<]*$/, `a label for ${field}`)
  }
  t.regex(await send({ action: 'add', title: ' ', author: 'x' }), /role="alert">A book has a title/)
  t.deepEqual(titlesOf(await send({ action: 'delete', id })), ['Emma', 'Middlemarch', 'Persuasion'])
}
