import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

const mistakes = join(root, 'test', 'core', 'schema', 'diagnostics', 'S301-lenient', 'schema.xml')

const behavior = '<behavior name="timestampable"><parameter name="create_colum" value="made"/></behavior>'

/** What SQLite has no form for stays away. */
const schema = async (): Promise<string> =>
  (await readFile(mistakes, 'utf8'))
    .replace(/<table name="number">[\s\S]*?<\/table>/, '')
    .replace('</table>', `${behavior}</table>`)

test('a lenient project is built of a schema that Propel reads', async (t) => {
  const project = await createProject(t, { schema: await schema(), database: 'sqlite' })
  const refused = await project.orm('build')
  t.is(refused.code, 1)
  for (const code of ['S102', 'S104', 'S301', 'S308', 'S703']) t.regex(refused.stderr, new RegExp(`ORM-${code} `))
  const built = await project.orm('build', '--lenient')
  t.is(built.code, 0, built.stderr)
  for (const code of ['S102', 'S104', 'S301', 'S703']) t.regex(built.stderr, new RegExp(`ORM-${code} `))
})

test('the configuration says it as well, and classes and tables work', async (t) => {
  const config = '  generator:\n    schema:\n      strictness: lenient\n'
  const project = await createProject(t, { schema: await schema(), database: 'sqlite', config })
  await project.build()
  const code = `$book = (new Book())->setTitle('a')->setPrice('3'); $book->save(); $book->reload();
    echo $book->getTitle(), $book->getPrice(), json_encode($book->getSold()), json_encode($book->getIsbn());`
  t.is(await project.php(code), 'a3truenull')
})

test('words of other tools, which Propel ignores, are errors, and warnings in a lenient project', async (t) => {
  const words = await readFile(join(mistakes, '../../S102-other-words/schema.xml'), 'utf8')
  const project = await createProject(t, { schema: words, database: 'sqlite' })
  const refused = await project.orm('build')
  t.is(refused.code, 1)
  const built = await project.orm('build', '--lenient')
  t.is(built.code, 0, built.stderr)
  const errors = refused.stderr.match(/ORM-S102 /g)!.length
  t.regex(built.stderr, new RegExp(`ORM-S102 .*; ${errors} times, this is the first`))
})

test('a rule of validate with other keys, a plain index over a counter and an index over a text are built', async (t) => {
  const rule =
    '<behavior name="validate"><parameter name="r" value="{column: title, validator: NotNull, group: x}"/></behavior>'
  const project = await createProject(t, {
    schema: (await readFile(mistakes, 'utf8')).replace('</table>', `${rule}</table>`),
    database: 'sqlite',
  })
  const refused = await project.orm('build', '--platform=mysql')
  t.regex(refused.stderr, /ORM-B001 .*"group"/)
  t.notRegex(refused.stderr, /ORM-S408/)
  const built = await project.orm('build', '--platform=mysql', '--lenient')
  t.is(built.code, 0, built.stderr)
  t.regex(built.stderr, /ORM-S412 /)
})

test('a behavior that a table uses twice is the later one', async (t) => {
  const use = (column: string) =>
    `<behavior name="timestampable"><parameter name="create_column" value="${column}"/></behavior>`
  const table = (behaviors: string) => `<database name="d" defaultIdMethod="native"><table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${behaviors}</table></database>`
  const project = await createProject(t, { schema: table(use('made') + use('born')), database: 'sqlite' })
  t.is((await project.orm('build')).code, 1)
  const built = await project.orm('build', '--lenient')
  t.is(built.code, 0, built.stderr)
  t.regex(built.stderr, /ORM-S704 /)
  const code = `echo json_encode([method_exists('Book', 'getMade'), method_exists('Book', 'getBorn')]);`
  t.is(await project.php(code), '[false,true]')
})

test('a scale without size, two defaults, and SET NULL on a required column mean what they mean in Propel', async (t) => {
  const project = await createProject(t, {
    schema: `<database name="d" defaultIdMethod="native">
      <table name="author"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
      <table name="book">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="price" type="DECIMAL" scale="3"/>
        <column name="pages" type="INTEGER" defaultValue="1" default="2" defaultExpr="3"/>
        <column name="sold" type="VARCHAR" size="9" defaultValue="NULL" defaultExpr="'never'"/>
        <column name="author_id" type="INTEGER" required="true"/>
        <foreign-key foreignTable="author" onDelete="setnull"><reference local="author_id" foreign="id"/></foreign-key>
      </table>
    </database>`,
    database: 'sqlite',
  })
  const refused = await project.orm('build')
  for (const code of ['S305', 'S307', 'S508']) t.regex(refused.stderr, new RegExp(`ORM-${code} `))
  const config = join(project.folder, 'orm.yaml')
  await writeFile(config, `${await readFile(config, 'utf8')}  generator:\n    schema:\n      strictness: lenient\n`)
  await project.build()
  const code = `$book = (new Book())->setPrice('1.25')->setAuthor(new Author()); $book->save(); $book->reload();
    echo $book->getPrice(), ' ', $book->getPages(), ' ', $book->getSold();`
  t.is(await project.php(code), '1.25 1 never')
  // Servers that reject such a foreign key say so at build time.
  const onServer = await project.orm('build', '--platform=mysql')
  t.regex(onServer.stderr, /ORM-S508 /)
  t.is(onServer.code, 1)
})

test('--strict wins over --lenient', async (t) => {
  const project = await createProject(t, { schema: await schema(), database: 'sqlite' })
  t.is((await project.orm('model:build', '--lenient', '--strict')).code, 1)
})

test('names of relations that differ by an s are two names', async (t) => {
  const user = '<table name="user"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>'
  const key = (column: string, name: string) =>
    `<foreign-key foreignTable="user" refPhpName="${name}" phpName="${column}"><reference local="${column}" foreign="id"/></foreign-key>`
  const dialog = `<table name="dialog"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="a" type="INTEGER"/><column name="b" type="INTEGER"/>${key('a', 'DialogUser').replace('phpName="a"', 'phpName="First"')}${key('b', 'DialogUsers').replace('phpName="b"', 'phpName="Second"')}</table>`
  const project = await createProject(t, {
    schema: `<database name="d" defaultIdMethod="native">${user}${dialog}</database>`,
    database: 'sqlite',
  })
  await project.build()
  const code = `$user = new User(); $user->addDialogUser(new Dialog()); $user->addDialogUsers(new Dialog()); $user->save();
    echo UserQuery::create()->joinDialogUser()->count(), $user->countDialogUsers(), $user->countDialogUserss(), count($user->getDialogUserss());`
  t.is(await project.php(code), '1111')
})
