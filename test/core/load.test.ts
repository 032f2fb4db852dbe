import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { root } from '../support/root.mjs'

/** A package with one file in its bundle, and what a process prints that runs it. */
async function bundle(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-load-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'bundle'))
  await copyFile(join(root, 'packages/core/load.cjs'), join(folder, 'load.cjs'))
  await writeFile(join(folder, 'bundle/import.cjs'), 'module.exports = (name) => import(name)')
  const file = join(folder, 'bundle/own.cjs')
  const compiled = join(folder, 'bundle/compiled')
  return {
    compiled,
    write: (code: string) => writeFile(file, code),
    async install(name: string, code: string) {
      await mkdir(join(folder, 'node_modules', name), { recursive: true })
      await writeFile(join(folder, 'node_modules', name, 'index.js'), code)
    },
    kept: async () => (await readdir(compiled)).map((name) => join(compiled, name)),
    async print(env: Readonly<Record<string, string>> = {}) {
      const code = `require(${JSON.stringify(join(folder, 'load.cjs'))})(${JSON.stringify(file)}).print()`
      const { stdout, output } = await run(process.execPath, ['--eval', code], { env })
      return stdout.trim() || output
    },
  }
}

const printing = (text: string): string => `exports.print = () => console.log('${text}')`

test('compiled code is kept, and is not written again by the next process', async (t) => {
  const { write, print, kept } = await bundle(t)
  await write(printing('one'))
  t.is(await print(), 'one')
  const [file = ''] = await kept()
  const before = await readFile(file)
  await writeFile(file, before)
  t.is(await print(), 'one')
  t.deepEqual(await kept(), [file])
  t.deepEqual(await readFile(file), before)
})

test('a file that was edited is what runs, also if it has the same length', async (t) => {
  const { write, print } = await bundle(t)
  await write(printing('one'))
  await print()
  await write(printing('two'))
  t.is(await print(), 'two')
  t.is(await print(), 'two')
})

test('compiled code that is damaged, cut off or no compiled code is made again', async (t) => {
  const { write, print, kept } = await bundle(t)
  await write(printing('one'))
  await print()
  const [file = ''] = await kept()
  const whole = await readFile(file)
  const damaged = Buffer.from(whole)
  damaged.fill(0, whole.length - 100)
  for (const bytes of [damaged, whole.subarray(0, whole.length >> 1), Buffer.alloc(0), Buffer.from('{}\n')]) {
    await writeFile(file, bytes)
    t.is(await print(), 'one')
    t.true((await readFile(file)).length > whole.length / 2 && !(await readFile(file)).equals(bytes))
  }
})

test('nothing is kept where that is not possible or not wanted', async (t) => {
  const { write, print, compiled } = await bundle(t)
  await write(printing('one'))
  t.is(await print({ NODE_DISABLE_COMPILE_CACHE: '1' }), 'one')
  await t.throwsAsync(readdir(compiled))
  await writeFile(compiled, 'a file')
  t.is(await print(), 'one')
  t.is(await readFile(compiled, 'utf8'), 'a file')
})

test('files import files, and packages by import.cjs of their package, with and without kept code', async (t) => {
  const { write, print } = await bundle(t)
  await write("exports.print = async () => console.log((await importModule('node:path')).posix.sep)")
  t.is(await print(), '/')
  t.is(await print(), '/')
})

test('a package that is no module is given as import gives it', async (t) => {
  const { write, print, install } = await bundle(t)
  await install('plain', 'module.exports = { name: 1 }')
  await write("const plain = require('plain'); exports.print = () => console.log(plain.name, plain.default.name)")
  t.is(await print(), '1 1')
})
