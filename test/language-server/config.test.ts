import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { SchemaEditor } from '../support/schema-editor.js'

/** One connection in each format; `KEY` stands where a key may be written, `VALUE` where the adapter is. */
const formats: Readonly<Record<string, string>> = {
  yaml: 'orm:\n  database:\n    connections:\n      default:\n        adapter: VALUE\n        KEY\n',
  json: '{ "orm": { "database": { "connections": { "default": {\n  "adapter": "VALUE",\n  "KEY"\n} } } } }\n',
  ini: '[orm]\ndatabase.connections.default.adapter = VALUE\ndatabase.connections.default.KEY\n',
  xml: '<config><orm><database><connections><connection id="default">\n<adapter>VALUE</adapter>\n<KEY\n</connection></connections></database></orm></config>\n',
  php: "<?php\nreturn ['orm' => [\n  'database' => ['connections' => ['default' => [\n    'adapter' => 'VALUE',\n    'KEY'\n  ]]],\n]];\n",
}

for (const [ending, text] of Object.entries(formats)) {
  test(`keys and values of orm.${ending}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'orm-editor-'))
    const path = join(folder, `orm.${ending}`)
    await writeFile(path, text)
    const editor = await SchemaEditor.start()
    t.teardown(async () => {
      await editor.stop()
      await rm(folder, { recursive: true })
    })
    await editor.open(path, text.replace('VALUE', '').replace('KEY', 'u'))
    const labels = async (offset: number) =>
      (await editor.askAt<{ label: string }[]>('completion', path, offset)).map(({ label }) => label)
    const values = await labels(text.indexOf('VALUE'))
    t.true(values.includes('pgsql'), values.join())
    const keys = await labels(text.replace('VALUE', '').indexOf('KEY') + 1)
    t.true(keys.includes('user'), keys.join())
    t.false(keys.includes('paths'))
    const hover = await editor.askAt<{ contents: { value: string } } | null>('hover', path, text.indexOf('adapter') + 2)
    t.regex(hover?.contents.value ?? '', /database system/)
  })
}

/** A comment in each format, at its end; then what follows a comment, or only looks like one. */
const comments: Readonly<Record<string, readonly [comment: string, other: string]>> = {
  yaml: ['orm: # ', "orm:\n  runtime:\n    defaultConnection: 'a # b'\n    "],
  json: ['{ "orm": { // ', '{ "orm": { "paths": { "phpDir": "a//b", "'],
  ini: ['; ', '; a comment\n[orm]\n'],
  xml: ['<config><!-- ', '<config><!-- a comment --><orm><'],
  php: ["<?php\nreturn ['orm' => [ # ", "<?php # a comment\nreturn ['orm' => ['paths' => ['phpDir' => 'a#b', '"],
}

for (const [ending, [comment, other]] of Object.entries(comments)) {
  test(`a comment of orm.${ending} has no completions`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'orm-editor-'))
    const editor = await SchemaEditor.start()
    t.teardown(async () => {
      await editor.stop()
      await rm(folder, { recursive: true })
    })
    const path = join(folder, `orm.${ending}`)
    const count = async (text: string) => {
      await editor.edit(path, 0, editor.text(path).length, text)
      return (await editor.askAt<unknown[]>('completion', path, text.length)).length
    }
    await editor.open(path, '')
    t.is(await count(comment), 0)
    t.true((await count(other)) > 0)
  })
}
