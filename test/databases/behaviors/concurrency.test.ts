import { readFile } from 'node:fs/promises'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject } from '../../support/project.js'
import { cases, schemaFile } from './concurrency.js'

for (const database of databases) {
  for (const [title, run] of Object.entries(cases)) {
    // One after the other: each has as many processes as the machine can bear.
    test.serial(`${database}: ${title}`, async (t) => {
      const schema = await readFile(schemaFile, 'utf8')
      const project = await createProject(t, { schema, database })
      await project.build()
      const [printed, expected] = await run(project)
      t.is(printed, expected)
    })
  }
}
