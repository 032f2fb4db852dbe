import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { run } from '../support/command.mjs'
import { installExample, packAll, remove } from '../support/packed.js'
import { root } from '../support/root.mjs'

const packed = await packAll()
test.after.always(() => remove(packed.folder))

/** Commands of a README, with what the last of them prints where the next block says so. */
interface Step {
  readonly commands: readonly string[]
  readonly output?: string
}

function stepsOf(readme: string): Step[] {
  const blocks = [...readme.matchAll(/```(sh|text)\n(.*?)```/gs)].map(([, kind, text = '']) => ({ kind, text }))
  return blocks.flatMap(({ kind, text }, index): Step[] => {
    if (kind !== 'sh' || text === 'npm install\n') return []
    const next = blocks[index + 1]
    return [{ commands: text.trim().split('\n'), ...(next?.kind === 'text' && { output: next.text }) }]
  })
}

for (const example of ['gulp-php-app', 'grunt-php-app', 'npm-scripts', 'programmatic-streams']) {
  test(`${example}: the commands of its README work with the packages that we would publish`, async (t) => {
    const folder = await installExample(example, packed.tarballs)
    t.teardown(() => remove(folder))
    const steps = stepsOf(await readFile(join(folder, 'README.md'), 'utf8'))
    t.true(steps.length > 0)
    for (const { commands, output } of steps) {
      let last = ''
      for (const command of commands) {
        const outcome = await run('sh', ['-c', command], { cwd: folder })
        t.is(outcome.code, 0, `${command}\n${outcome.output}`)
        last = outcome.stdout
      }
      if (output !== undefined) t.is(last, output)
    }
  })
}

const program = (name: string) => join(root, 'node_modules/.bin', name)

for (const [name, tarball] of packed.tarballs) {
  // It holds PHP, and no JavaScript to import.
  if (name === 'orm-runtime') continue
  test(`${name}: publint and attw find nothing`, async (t) => {
    const publint = await run(program('publint'), ['--strict', tarball], { cwd: packed.folder })
    t.is(publint.code, 0, publint.output)
    const attw = await run(program('attw'), ['--profile', 'esm-only', tarball], { cwd: packed.folder })
    t.is(attw.code, 0, attw.output)
  })
}
