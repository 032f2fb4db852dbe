import test from 'ava'
import { databases } from '../../support/databases.js'
import { migrationProject, nodeRunner, take } from './runners.js'
import { scenarios } from './scenarios.js'

for (const runner of [nodeRunner]) {
  for (const { title, on = databases, steps } of scenarios) {
    for (const database of databases.filter((name) => on.includes(name))) {
      test(`${runner.name} on ${database}: ${title}`, async (t) => {
        const project = await migrationProject(t, database)
        for (const step of steps) await take(t, step, runner, project)
      })
    }
  }
}
