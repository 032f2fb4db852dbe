import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { disk } from 'orm-core'
import { fileOfModule, nodeModules, noteModules, refreshModules } from '#core/modules.js'

function folderOf(t: ExecutionContext) {
  const folder = mkdtempSync(join(tmpdir(), 'orm-modules-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const asked: string[] = []
  return {
    folder,
    asked,
    files: {
      ...disk,
      read: (path: string) => {
        // Other tests have loaded modules too.
        if (path.startsWith(folder)) asked.push(path.slice(folder.length + 1))
        return disk.read(path)
      },
    },
    path: (name: string) => join(folder, name),
    write: (name: string, text: string) => writeFileSync(join(folder, name), text),
    load: (name: string) => nodeModules(`./${name}`, folder),
  }
}

test('a module is loaded once, and again only after one of its files has changed', async (t) => {
  const { folder, files, path, write, load } = folderOf(t)
  write('part.cjs', "module.exports = 'one'")
  write('main.cjs', "module.exports = { value: require('./part.cjs') }")
  const first = load('main.cjs') as { value: string }
  t.is(first.value, 'one')
  await noteModules(new Set([path('main.cjs')]), files)
  await refreshModules(files)
  t.is(load('main.cjs'), first)
  await refreshModules(files)
  t.is(load('main.cjs'), first)

  write('part.cjs', "module.exports = 'two'")
  t.is(load('main.cjs'), first, 'not before it is asked for')
  await refreshModules(files)
  const second = load('main.cjs') as { value: string }
  t.is(second.value, 'two')
  await refreshModules(files)
  t.is(nodeModules('./main.cjs', folder), second)
})

test('a file that a module requires since its change is followed too', async (t) => {
  const { files, path, write, load } = folderOf(t)
  write('main.cjs', "module.exports = 'alone'")
  write('part.cjs', "module.exports = 'one'")
  const used = new Set([path('main.cjs')])
  t.is(load('main.cjs'), 'alone')
  await noteModules(used, files)
  write('main.cjs', "module.exports = require('./part.cjs')")
  await refreshModules(files)
  t.is(load('main.cjs'), 'one')
  await noteModules(used, files)
  write('part.cjs', "module.exports = 'two'")
  await refreshModules(files)
  t.is(load('main.cjs'), 'two')
})

test('a module that breaks throws what broke it until it is mended', async (t) => {
  const { files, path, write, load } = folderOf(t)
  write('main.cjs', "module.exports = 'one'")
  t.is(load('main.cjs'), 'one')
  await noteModules(new Set([path('main.cjs')]), files)
  write('main.cjs', "throw new Error('broken on purpose')")
  await refreshModules(files)
  t.throws(() => load('main.cjs'), { message: 'broken on purpose' })
  t.throws(() => load('main.cjs'), { message: 'broken on purpose' })
  write('main.cjs', "module.exports = 'two'")
  await refreshModules(files)
  t.is(load('main.cjs'), 'two')
  rmSync(path('main.cjs'))
  await refreshModules(files)
  t.throws(() => load('main.cjs'), { message: /main\.cjs/ })
})

test('what a build uses is read by its reader: known modules with what they require, others as they are', async (t) => {
  const { files, path, write, load, asked } = folderOf(t)
  write('part.cjs', "module.exports = 'one'")
  write('main.cjs', "module.exports = require('./part.cjs')")
  load('main.cjs')
  const used = new Set([path('main.cjs'), path('missing.cjs')])
  await noteModules(used, files)
  t.deepEqual(asked, ['main.cjs', 'part.cjs', 'missing.cjs'])
  asked.length = 0
  await noteModules(used, files)
  t.deepEqual(asked, ['missing.cjs'], 'what is noted is not read twice')
  asked.length = 0
  await refreshModules(files)
  t.deepEqual(asked, ['main.cjs', 'part.cjs'])
})

test('modules that require each other end, and installed packages are not followed', async (t) => {
  const { files, path, write, load, asked } = folderOf(t)
  mkdirSync(path('node_modules'))
  write('node_modules/installed.js', 'module.exports = 1')
  write('a.cjs', "exports.b = require('./b.cjs'); exports.c = require('installed')")
  write('b.cjs', "exports.a = require('./a.cjs')")
  load('a.cjs')
  await noteModules(new Set([path('a.cjs')]), files)
  t.deepEqual(asked, ['a.cjs', 'b.cjs'])
})

test('the file of a module: one that exists, a path that does not, and no package that is missing', (t) => {
  const { folder, path, write } = folderOf(t)
  write('here.cjs', '')
  t.is(fileOfModule('./here.cjs', folder), path('here.cjs'))
  t.is(fileOfModule('./here', folder), path('here'))
  t.is(fileOfModule('../there.cjs', path('sub')), path('there.cjs'))
  t.is(fileOfModule('/nowhere/at-all.cjs', folder), '/nowhere/at-all.cjs')
  t.is(fileOfModule('no-such-package', folder), undefined)
  t.is(fileOfModule('no-such/package', folder), undefined)
})
