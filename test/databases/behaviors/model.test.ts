import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { runPhpFile } from '../../support/php.js'
import { createProject } from '../../support/project.js'
import { root } from '../../support/root.mjs'
import { walkSeed, walkSteps } from '../../support/walks.js'

const folder = join(root, 'test', 'databases', 'behaviors', 'model')

/** Operations of each walk on each database; `npm run test:behaviors` makes many. */
const steps = walkSteps(200)

const walks = {
  AggregateWalk: 'B1.17, B2.1: aggregates',
  VersionWalk: 'B15.10: versions',
  ArchiveWalk: 'B4.15: archives',
  TranslationWalk: 'B9.18: translations',
  SlugWalk: 'B12.18: slugs',
  DeletionWalk: 'B20.5: deleted rows',
}

for (const database of databases) {
  for (const [walk, what] of Object.entries(walks)) {
    test(`${database}: ${what} are what plain arrays say after random operations (ORM_SEED=${walkSeed})`, async (t) => {
      const project = await createProject(t, { schema: await readFile(join(folder, 'schema.xml'), 'utf8'), database })
      await project.build()
      const options = { cwd: project.folder, prepend: join(root, 'test', 'support', 'project.php') }
      t.log(await runPhpFile(join(folder, 'walk.php'), { ...options, args: [walk, walkSeed, steps] }))
      t.pass()
    })
  }
}
