import { testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="bookstore" namespace="Bookstore" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="50" required="true"/>
  </table>
</database>`

/**
 * What a file costs is paid by every request of a server without opcache, and by every script. Of the files, interfaces
 * have no behaviour: a reader need not open them to follow the work.
 */
const most = {
  query: { files: 40, withBehavior: 34 },
  save: { files: 34, withBehavior: 28 },
  key: { files: 34, withBehavior: 28 },
}

testOnEachDatabase('a script loads few files of the library', schema, async (t, project) => {
  // The adapters of others have up to four files more.
  const more = project.database.name === 'sqlite' ? 0 : 4
  const loaded = `
    $files = array_filter(get_included_files(), static fn (string $file): bool => str_contains($file, '/runtime/src/'));
    $others = array_filter($files, static fn (string $file): bool => !preg_match('/^interface /m', file_get_contents($file)));
    echo count($files), ' ', count($others), ' ', implode(' ', array_map(static fn (string $file): string => basename($file, '.php'), $files));`
  for (const [work, limit] of [
    [`(new Bookstore\\Book())->setTitle('x')->save();`, most.save],
    [`Bookstore\\BookQuery::create()->filterByTitle('x')->find();`, most.query],
    // The key of a request is text.
    [`Bookstore\\BookQuery::create()->findPk('1');`, most.key],
  ] as const) {
    const output = await project.php(work + loaded)
    const [files = 0, withBehavior = 0] = output.split(' ').map(Number)
    t.true(files <= limit.files + more, `${work} ${output}`)
    t.true(withBehavior <= limit.withBehavior + more, `${work} ${output}`)
  }
})
