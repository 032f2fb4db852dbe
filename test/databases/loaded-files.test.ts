import { testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="bookstore" namespace="Bookstore" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="50" required="true"/>
  </table>
</database>`

/** What a file costs is paid by every request of a server without opcache, and by every script. */
const most = { query: 38, save: 29 }

testOnEachDatabase('a script loads few files of the library', schema, async (t, project) => {
  // The adapters of others have up to three files more.
  const more = project.database.name === 'sqlite' ? 0 : 3
  const loaded = `
    $files = array_filter(get_included_files(), static fn (string $file): bool => str_contains($file, '/runtime/src/'));
    echo count($files), ' ', implode(' ', array_map(static fn (string $file): string => basename($file, '.php'), $files));`
  const save = await project.php(`(new Bookstore\\Book())->setTitle('x')->save();${loaded}`)
  t.true(Number.parseInt(save, 10) <= most.save + more, `$book->save(): ${save}`)
  const query = await project.php(`Bookstore\\BookQuery::create()->filterByTitle('x')->find();${loaded}`)
  t.true(Number.parseInt(query, 10) <= most.query + more, `find(): ${query}`)
})
