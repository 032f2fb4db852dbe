import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createProject, type Project } from '../support/project.js'

const schema = `<database name="shop"><table name="book">
  <column name="id" type="integer" primaryKey="true"/><column name="author_id" type="integer"/>
  <foreign-key foreignTable="child" phpName="Child"><reference local="author_id" foreign="id"/></foreign-key>
</table><table name="child"><column name="id" type="integer" primaryKey="true"/></table></database>`

const classFile = async ({ folder }: Project, name: string): Promise<string> =>
  readFile(join(folder, 'generated-classes', name), 'utf8')

for (const command of ['model:build', 'build']) {
  test(`${command}: options of Propel set keys of the configuration`, async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    const options = ['--target-package=shop.model', '--enable-identifier-quoting']
    const { code, stderr } = await project.orm(command, ...options, '--pluralizer-class=SimpleEnglishPluralizer')
    t.is(code, 0, stderr)
    t.regex(await classFile(project, 'shop/model/Map/BookTableMap.php'), /setIdentifierQuoting\(true\)/)
    const names = await readdir(join(project.folder, 'generated-classes'))
    t.deepEqual(
      names.filter((name) => !name.startsWith('.')),
      ['shop'],
    )
  })
}

test('model:build --pluralizer-class decides the names of relations', async (t) => {
  const project = await createProject(t, {
    schema: schema.replaceAll('"book"', '"sheep"'),
    database: 'sqlite',
  })
  t.is((await project.orm('model:build', '--pluralizer-class=SimpleEnglishPluralizer')).code, 0)
  t.regex(await classFile(project, 'Base/Child.php'), /function getSheeps\(/)
  t.is((await project.orm('model:build')).code, 0)
  t.regex(await classFile(project, 'Base/Child.php'), /function getSheep\(/)
})

test('model:build --enable-identifier-quoting leaves tables alone whose schema says otherwise', async (t) => {
  const other = '<table name="child" identifierQuoting="false"'
  const project = await createProject(t, { schema: schema.replace('<table name="child"', other), database: 'sqlite' })
  t.is((await project.orm('model:build', '--enable-identifier-quoting')).code, 0)
  t.regex(await classFile(project, 'Map/BookTableMap.php'), /setIdentifierQuoting\(true\)/)
  t.regex(await classFile(project, 'Map/ChildTableMap.php'), /setIdentifierQuoting\(false\)/)
  t.is((await project.orm('model:build', '--no-enable-identifier-quoting')).code, 0)
  t.regex(await classFile(project, 'Map/BookTableMap.php'), /setIdentifierQuoting\(false\)/)
})

test('model:build --disable-namespace-auto-package keeps classes of a namespace in one directory', async (t) => {
  const project = await createProject(t, {
    schema: schema.replace('name="shop"', 'name="shop" namespace="Acme"'),
    database: 'sqlite',
  })
  t.is((await project.orm('model:build', '--disable-namespace-auto-package')).code, 0)
  t.regex(await classFile(project, 'Book.php'), /namespace Acme;/)
  t.is((await project.orm('model:build')).code, 0)
  t.regex(await classFile(project, 'Acme/Book.php'), /namespace Acme;/)
})

test('model:build --disable-package-object-model: each schema file is a schema of its own', async (t) => {
  const [book = '', child = ''] = schema.split('</table>').map((part) => `${part}</table></database>`)
  const project = await createProject(t, { schema: book, database: 'sqlite' })
  await project.write('child.schema.xml', `<database name="shop">${child}`)
  t.is((await project.orm('model:build', '--dry-run')).code, 0)
  const { code, stderr } = await project.orm('model:build', '--disable-package-object-model', '--dry-run')
  t.is(code, 1)
  t.regex(stderr, /schema\.xml:\d+:\d+ .*child/)
})

test('--composer-dir names the directory of composer.lock, and with it behaviors of others', async (t) => {
  const behavior = '<table name="book"><behavior name="shouting"/>'
  const project = await createProject(t, {
    schema: schema.replace('<table name="book">', behavior),
    database: 'sqlite',
  })
  const directory = join(project.folder, 'app', 'vendor', 'acme', 'shouting')
  await mkdir(directory, { recursive: true })
  const packages = [
    { name: 'acme/shouting', type: 'orm-behavior', extra: { name: 'shouting', class: './shouting.mjs' } },
  ]
  await project.write('app/composer.lock', JSON.stringify({ packages }))
  await project.write('app/vendor/acme/shouting/shouting.mjs', "throw new Error('the module is loaded')")
  for (const command of ['model:build', 'sql:build']) {
    t.regex((await project.orm(command)).stderr, /"shouting".*composer-dir|unknown behavior "shouting"/)
    t.regex((await project.orm(command, '--composer-dir=app')).stderr, /ORM-B005 .*the module is loaded/)
  }
})

test('builders of Propel are errors, except by the names of those that there are', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const builders = ['object', 'object-stub', 'object-multiextend', 'query', 'query-stub', 'query-inheritance']
  for (const name of [...builders, 'query-inheritance-stub', 'tablemap']) {
    const { code, stderr } = await project.orm('model:build', `--${name}-class=Acme\\OwnBuilder`)
    t.is(code, 1, name)
    t.true(
      stderr.includes(
        `ORM-C104 invalid configuration: "orm.generator.objectModel.builders.${name.replaceAll('-', '')}"`,
      ),
    )
  }
  t.is((await project.orm('model:build', '--object-class=\\Propel\\Generator\\Builder\\Om\\ObjectBuilder')).code, 0)
})

test('every option that a command does not have is named, with what to use instead of one of Propel', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const { code, stderr } = await project.orm('migrate', '--fake', '--migrate-to-version=3', '-x', '--lock-timout=3')
  t.is(code, 2)
  t.deepEqual(stderr.split('\n'), [
    'orm: migration:migrate has no option --fake (for tables that exist already: orm migration:baseline; after a failure: orm migration:resolve --applied)',
    'orm: migration:migrate has no option --migrate-to-version (use --to)',
    'orm: migration:migrate has no option -x (run "orm help migration:migrate" for a list)',
    'orm: migration:migrate has no option --lock-timout (did you mean "--lock-timeout"?)',
    '',
  ])
})
