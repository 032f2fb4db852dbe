import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')

test('model:build that finds its stamp still repairs, follows sources and leaves stubs alone', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const path = (name: string) => join(project.folder, name)
  const built = async () => (await project.orm('model:build')).stdout.split('\n')[0]
  await mkdir(path('node_modules'))
  await project.orm('model:build')
  const stamp = JSON.parse(await readFile(path('node_modules/.cache/orm/model-build.json'), 'utf8'))
  const upToDate = `${stamp.files.length} of ${stamp.files.length} files were up to date`
  t.is(await built(), upToDate)

  const base = stamp.files.find(([file, size]: [string, number]) => size >= 0 && file.includes('/Base/'))[0]
  const contents = await readFile(path(base), 'utf8')
  await writeFile(path(base), contents.replace('<?php', '<?PHP'))
  t.is(await built(), `updated ${base}`)
  t.is(await readFile(path(base), 'utf8'), contents)
  await rm(path(base))
  t.is(await built(), `created ${base}`)

  const stub = stamp.files.find(([, size]: [string, number]) => size < 0)[0]
  await writeFile(path(stub), '<?php // mine')
  t.is(await built(), upToDate)
  t.is(await readFile(path(stub), 'utf8'), '<?php // mine')

  await writeFile(
    path('schema.xml'),
    schema.replace(/<column name="title"/, '<column name="subtitle" type="VARCHAR"/>$&'),
  )
  t.regex((await built()) ?? '', /^updated /)
  await writeFile(path('node_modules/.cache/orm/model-build.json'), '{"key":')
  t.is(await built(), upToDate)
})
