import test from 'ava'
import { buildSql, OrmError } from 'orm-core'
import { type Behavior, buildSchema, defineBehavior } from 'orm-core/behavior'
import { memoryFiles } from '../../support/memory-files.js'

const schema = (behavior: string) =>
  `<database name="d"><table name="t"><column name="id" type="integer" primaryKey="true"/>${behavior}</table></database>`

const fail = (): never => {
  throw new TypeError('no such member')
}

const failures: Readonly<Record<string, Omit<Behavior, 'name'>>> = {
  modifyDatabase: { modifyDatabase: fail },
  modifyTable: { modifyTable: fail },
  'object.methods': { object: { methods: fail } },
  'object.preSave': { object: { preSave: fail } },
  'object.parentClass': { object: { parentClass: fail } },
  'object.filter': { object: { filter: fail } },
  'object.stubFilter': { object: { stubFilter: fail } },
  'query.traits': { query: { traits: fail } },
  'query.preSelect': { query: { preSelect: fail } },
  'tableMap.constants': { tableMap: { constants: fail } },
  files: { files: fail },
}

for (const [hook, behavior] of Object.entries(failures)) {
  test(`a behavior that throws in ${hook} is a problem at its place, with its name and the cause`, async (t) => {
    const use = '<behavior name="faulty"/>'
    const xml = hook === 'modifyDatabase' ? schema('').replace('<table', `${use}<table`) : schema(use)
    const error = await t.throwsAsync(
      buildSchema(xml, { behaviors: [defineBehavior({ name: 'faulty', ...behavior } as Behavior)] }),
      { instanceOf: OrmError },
    )
    const [problem] = error?.diagnostics ?? []
    t.is(problem?.code, 'ORM-B006')
    const owner = hook === 'modifyDatabase' ? 'database "d"' : 'table "t"'
    t.is(problem?.message, `${owner}, behavior "faulty" failed: no such member`)
    t.is(problem?.place?.file, 'schema.xml')
  })
}

test('files without path or content are a mistake of the behavior', async (t) => {
  const behaviors = [defineBehavior({ name: 'faulty', files: () => [{} as never] })]
  await t.throwsAsync(buildSchema(schema('<behavior name="faulty"/>'), { behaviors }), {
    instanceOf: OrmError,
    message: /ORM-B006 table "t", behavior "faulty" failed: files\(\) must give a list of \{ path, content \}/,
  })
})

for (const unreadable of ['package.json', 'composer.json', 'composer.lock']) {
  test(`${unreadable} that cannot be read is a problem with its path`, async (t) => {
    const config = '{"orm":{"database":{"connections":{"d":{"adapter":"sqlite"}}}}}'
    const files = memoryFiles({ 'orm.json': config })
    const read = async (path: string) => {
      if (path === unreadable) throw new Error('EACCES: permission denied')
      return files.read(path)
    }
    const inputs = [{ path: 'schema.xml', contents: schema('<behavior name="somewhere"/>') }]
    await t.throwsAsync(buildSql(inputs, { files: { ...files, read } }), {
      instanceOf: OrmError,
      message: `ORM-S002 cannot read ${unreadable}: EACCES: permission denied`,
    })
  })
}
