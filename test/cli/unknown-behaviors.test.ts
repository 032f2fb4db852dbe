import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createProject } from '../support/project.js'

const schema = `
  <database name="d">
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true"/>
      <behavior name="shiny"/>
      <behavior name="validate"><parameter name="rule1" value="{column: id, validator: Brandnew}"/></behavior>
    </table>
  </database>`

const flags = ['--ignore-unknown-behaviors', '--allow-unknown-constraints']

for (const command of ['sql:build', 'model:build', 'build']) {
  test(`orm ${command} builds without unknown behaviors where it is asked to`, async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    const refused = await project.orm(command)
    t.is(refused.code, 1)
    t.regex(refused.stderr, /ORM-S701 unknown behavior "shiny".*--ignore-unknown-behaviors builds without it/)
    const built = await project.orm(command, ...flags)
    t.is(built.code, 0, built.stderr)
    t.regex(built.stderr + built.stdout, /ORM-W702 unknown behavior "shiny"/)
    t.is((await project.orm(command, ...flags, '--strict')).code, 1)
    t.is((await project.orm(command)).code, 1)
  })
}

test('the configuration says it for every host', async (t) => {
  const config = '  generator:\n    ignoreUnknownBehaviors: true\n    allowUnknownConstraints: true\n'
  const project = await createProject(t, { schema, database: 'sqlite', config })
  t.is((await project.orm('build')).code, 0)
  t.true(existsSync(join(project.folder, 'generated-classes/Base/Book.php')))
})

test('the configuration names behaviors to ignore, of which nothing is said', async (t) => {
  const uses = ['event', 'synchronization', 'geocodable', 'typehintable', 'cacheable', 'croppable', 'publishable']
  const elements = uses.map((name) => `<behavior name="${name}"><parameter name="a" value="b"/></behavior>`).join('')
  const foreign = schema.replace(/<behavior name="shiny"\/>\s*<behavior[\s\S]*<\/behavior>/, elements)
  const refused = await (await createProject(t, { schema: foreign, database: 'sqlite' })).orm('build')
  t.is(refused.code, 1)
  for (const name of uses) {
    const says = new RegExp(`ORM-S701 unknown behavior "${name}".*generator\\.ignoredBehaviors: \\[${name}\\]`)
    t.regex(refused.stderr, says)
  }
  const config = `  generator:\n    ignoredBehaviors: [${uses.join(', ')}]\n`
  const built = await (await createProject(t, { schema: foreign, database: 'sqlite', config })).orm('build', '--strict')
  t.is(built.code, 0, built.stderr)
})

test('a crash in a hook of a behavior shows its stack with -v, and one line without', async (t) => {
  const project = await createProject(t, {
    schema: schema.replace(
      /<behavior name="shiny"\/>\s*<behavior[\s\S]*<\/behavior>/,
      '<behavior name="./crash.mjs"/>',
    ),
    database: 'sqlite',
  })
  const code = `const methods = ({ table }) =>
  [table.nothing.here]
export default { name: 'crash', api: 1, object: { methods } }
`
  await writeFile(join(project.folder, 'crash.mjs'), code)
  const plain = await project.orm('model:build')
  t.is(plain.code, 1)
  t.regex(plain.stderr, /ORM-B006 table "book", behavior ".\/crash.mjs" failed: Cannot read properties of undefined/)
  t.notRegex(plain.stderr, /crash\.mjs:2:/)
  const verbose = await project.orm('model:build', '-v')
  t.regex(verbose.stderr, /TypeError: Cannot read properties of undefined.*\n.*at .*crash\.mjs:2:\d+/)
})
