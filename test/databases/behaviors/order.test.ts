import { join } from 'node:path'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { runPhpFile } from '../../support/php.js'
import { createProject } from '../../support/project.js'
import { root } from '../../support/root.mjs'
import { walkSeed, walkSteps } from '../../support/walks.js'
import { choices, orderSchema } from './order/schema.js'

const folder = join(root, 'test', 'databases', 'behaviors', 'order')

/** How many behaviors a table has; `npm run test:behavior-orders` takes three. */
const size = Number(process.env.ORM_BEHAVIORS ?? 2)

/** Steps on each table. */
const steps = walkSteps(16)

/** So many steps are between two looks at all rows, which take longer than a step; the long form looks after each. */
const between = size > 2 ? 0 : 7

/** Tables of so many choices are built together: a schema has its limits. */
const atOnce = 80

for (const [number, database] of databases.entries()) {
  const all = choices(size)
    // In the short form, each choice is made on one database, and each behavior on every one.
    .filter((_, at) => size > 2 || at % databases.length === number)
    .filter(([first]) => first!.join(' + ').includes(process.env.ORM_MODEL_TABLE ?? ''))
  for (let from = 0; from < all.length; from += atOnce) {
    const chosen = all.slice(from, from + atOnce)
    const which = all.length > atOnce ? `, from ${from}` : ''
    test(`${database}: ${size} behaviors do the same in every order of declaration${which} (ORM_SEED=${walkSeed})`, async (t) => {
      const { schema, tables } = orderSchema(chosen, Number(walkSeed))
      const project = await createProject(t, { schema, database })
      await project.build()
      const named = Object.fromEntries(chosen.map((orders, i) => [orders[0]!.join(' + '), tables[i]]))
      const options = { cwd: project.folder, prepend: join(root, 'test', 'support', 'project.php') }
      const args = [walkSeed, steps, String(between), JSON.stringify(named)]
      t.is(await runPhpFile(join(folder, 'walk.php'), { ...options, args }), '')
    })
  }
}
