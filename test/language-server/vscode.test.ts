import { cpSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import test from 'ava'
import { compileSchema } from 'orm-core'
import { run } from '../support/command.mjs'
import { memoryFiles } from '../support/memory-files.js'
import { root } from '../support/root.mjs'

const extension = join(root, 'editors', 'vscode')

test('the extension is packed with everything that its manifest names', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'orm-vscode-'))
  t.teardown(() => rm(folder, { recursive: true }))
  cpSync(extension, folder, {
    recursive: true,
    filter: (path) => !/node_modules|dist/.test(path.slice(extension.length)),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const script of ['bundle.mjs', 'package.mjs']) {
    const { code, output } = await run(process.execPath, [script], { cwd: folder })
    t.is(code, 0, output)
  }
  const files = unzip(readFileSync(join(folder, 'orm-vscode-0.1.0.vsix')))
  const manifest = JSON.parse(files.get('extension/package.json')!)
  const { grammars, snippets, languages } = manifest.contributes
  const named = [manifest.main, grammars[0].path, snippets[0].path, languages[0].icon.dark, languages[0].configuration]
  for (const path of named) t.true(files.has(`extension/${path.replace('./', '')}`), path)
  t.regex(files.get('extension.vsixmanifest')!, /Id="orm-vscode" Version="0\.1\.0"/)
  // The bundle loads nothing but VS Code and Node itself.
  const loaded = [...files.get('extension/dist/extension.cjs')!.matchAll(/require\("([^"]+)"\)/g)].map(
    ([, name]) => name!,
  )
  t.deepEqual(
    loaded.filter((name) => name !== 'vscode' && !isBuiltin(name)),
    [],
  )
})

test('snippets are right schemas', async (t) => {
  const snippets = JSON.parse(readFileSync(join(extension, 'snippets', 'schema.json'), 'utf8')) as Record<
    string,
    { readonly prefix: string; readonly body: string | readonly string[] }
  >
  const connections = { default: { adapter: 'sqlite' } }
  const files = memoryFiles({ 'orm.json': JSON.stringify({ orm: { database: { connections } } }) })
  const author = '<table name="author"><column name="id" type="INTEGER" primaryKey="true"/></table>'
  const filled = (name: string): string => {
    const values: Record<string, readonly string[]> = {
      Table: ['shelf'],
      Column: ['title'],
      Behavior: ['sortable', 'rank_column', 'rank'],
    }
    return [snippets[name]!.body]
      .flat()
      .join('\n')
      .replace(/\$\{\d\|([^,|]+)[^}]*\}|\$\{\d:(\w+)\}/g, (_, choice?: string, usual?: string) => choice ?? usual!)
      .replace(/\$0/g, '')
      .replace(/\$(\d)/g, (_, at: string) => values[name]?.[Number(at) - 1] ?? 'id')
  }
  for (const name of Object.keys(snippets)) {
    const inside = name === 'Table' ? '' : filled(name)
    const contents = `<database name="default">${author}<table name="book"><column name="id" type="INTEGER" primaryKey="true"/>${inside}</table>${name === 'Table' ? filled(name) : ''}</database>`
    await t.notThrowsAsync(compileSchema([{ path: 'schema.xml', contents }], { files }), name)
  }
})

/** Files of a zip file by name, as its central directory lists them. */
function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const size = zip.readUInt32LE(at + 20)
    const nameLength = zip.readUInt16LE(at + 28)
    const start = zip.readUInt32LE(at + 42) + 30 + nameLength
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    files.set(name, inflateRawSync(zip.subarray(start, start + size)).toString())
    at += 46 + nameLength
  }
  return files
}
