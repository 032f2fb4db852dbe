import test from 'ava'
import { databases } from '../support/databases.js'
import { createProject } from '../support/project.js'

const column = '<column name="title" type="varchar" size="50" required="true"/>'
const schema = `<database name="push" namespace="Push" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    ${column}
    <column name="subtitle" type="varchar" size="50"/>
  </table>
  <table name="tag"><column name="id" type="integer" primaryKey="true" autoIncrement="true"/></table>
</database>`

for (const database of databases) {
  test(`${database}: db:push makes the database what the schema says, without files`, async (t) => {
    const project = await createProject(t, { schema, database })
    const first = await project.orm('db:push')
    t.is(first.code, 0, first.stderr)
    t.regex(first.stdout, /\d statements? executed\n$/)
    const again = await project.orm('db:push')
    t.is(again.stdout, 'connection "push": the database is what the schema says\n')
    await project.orm('model:build')
    await project.orm('config:convert')
    const added = '<column name="pages" type="integer" defaultValue="7"/>'
    await project.php('(new Push\\Book())->setTitle("Emma")->setSubtitle("a novel")->save();')

    // What keeps the rows needs no consent; an empty table goes.
    const tagless = schema.replace(/<table name="tag">.*<\/table>/, '').replace(column, `${column}${added}`)
    await project.write('schema.xml', tagless)
    const plan = await project.orm('db:push', '--dry-run')
    t.regex(plan.stdout, /statements? would be executed\n$/)
    const grown = await project.orm('db:push')
    t.is(grown.code, 0, grown.stderr)
    t.is((await project.orm('db:push')).stdout, 'connection "push": the database is what the schema says\n')
    await project.orm('model:build')
    t.is(await project.php('echo Push\\BookQuery::create()->findOne()->getPages();'), '7')

    // Where rows or values would go, it refuses unless somebody agrees.
    await project.write('schema.xml', tagless.replace(/<column name="subtitle".*\/>/, ''))
    const refused = await project.orm('db:push')
    t.is(refused.code, 1)
    t.regex(refused.stderr, /ORM-D010 nothing was executed, because rows would be lost: book on "push" \(1 row\)/)
    t.is(await project.php('echo Push\\BookQuery::create()->findOne()->getSubtitle();'), 'a novel')
    const agreed = await project.orm('db:push', '--yes')
    t.is(agreed.code, 0, agreed.stderr)
    t.is((await project.orm('db:push', '--format=json')).code, 0)
    await project.orm('model:build')
    t.is(await project.php('echo Push\\BookQuery::create()->findOne()->getTitle();'), 'Emma')

    // The table itself.
    const other = tagless.replace(/<table name="book">[\s\S]*?<\/table>/, (text) => text.replace('"book"', '"paper"'))
    await project.write('schema.xml', other)
    t.regex((await project.orm('db:push')).stderr, /ORM-D010 .* book on "push" \(1 row\)/)
    const renamed = await project.orm('db:push', '--rename=book:paper', '--yes')
    t.is(renamed.code, 0, renamed.stderr)
    await project.orm('model:build')
    t.is(await project.php('echo Push\\PaperQuery::create()->findOne()->getTitle();'), 'Emma')
  })
}
