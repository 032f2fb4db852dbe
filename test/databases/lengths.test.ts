import test from 'ava'
import { databases } from '../support/databases.js'
import { createProject } from '../support/project.js'

const schema = `
<database name="lengths" namespace="Lengths" defaultIdMethod="native">
  <table name="note">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="5"/>
    <column name="country" type="CHAR" size="2"/>
    <column name="hash" type="BINARY" size="4"/>
    <column name="data" type="VARBINARY" size="4"/>
    <column name="body" type="LONGVARCHAR"/>
    <column name="own" type="VARCHAR" size="3" sqlType="TEXT"/>
  </table>
</database>`

const config = (isOn: boolean): string => `
  generator:
    objectModel:
      checkLengths: ${isOn}
`

for (const database of databases) {
  test(`${database}: with checkLengths, values that are too long are refused with column, limit and length`, async (t) => {
    const project = await createProject(t, { schema, database, config: config(true) })
    await project.build()
    const output = await project.php(`
      use Lengths\\Note;
      use Lengths\\NoteQuery;
      use Orm\\Runtime\\Exception\\ValueTooLongException;
      function refused(callable $call): void {
          try {
              $call();
              echo "stored\\n";
          } catch (ValueTooLongException $e) {
              echo $e->getMessage(), ' | ', $e->getColumn(), ' ', $e->getLimit(), ' ', $e->getLength(), ' ', $e->getUnit(), "\\n";
          }
      }
      $note = new Note();
      // Five characters, of one to four bytes.
      $note->setTitle('ä€😀xy')->setCountry('äö')->setHash("\\xff\\xfe\\x80\\x81")->setData("\\0\\1\\2\\3");
      $note->setBody(str_repeat('long', 1000))->setOwn('no limit')->save();
      refused(fn () => $note->setTitle('ä€😀xyz'));
      refused(fn () => $note->setCountry('DEU'));
      refused(fn () => $note->setHash("12345"));
      refused(fn () => $note->setHash("ää€"));
      refused(fn () => $note->setData("12345"));
      $stream = fopen('php://memory', 'r+');
      fwrite($stream, '123456');
      rewind($stream);
      refused(fn () => $note->setData($stream));
      refused(fn () => $note->fromArray(['Title' => '123456']));
      refused(fn () => $note->setByName('Title', 123456));
      refused(fn () => NoteQuery::create()->update(['Title' => '123456']));
      refused(fn () => NoteQuery::create()->upsert(['Id' => 1, 'Title' => '123456']));
      NoteQuery::create()->update(['Title' => 'ü€😀xy']);
      NoteQuery::create()->upsert(['Id' => 1, 'Country' => 'ßß']);
      $note->reload();
      echo $note->getTitle(), ' ', $note->getCountry(), ' ', strlen($note->getBody()), ' ', $note->getOwn(), "\\n";
      $note->setTitle(null)->setData(null)->setHash(null)->save();
      class Direct extends Note {
          public function assign(string $title): static {
              $this->title = $title;
              $this->modifiedColumns['note.title'] = true;
              return $this;
          }
      }
      $direct = (new Direct())->assign('12345');
      $direct->save();
      refused(fn () => $direct->assign('123456')->save());
      refused(fn () => (new Direct())->assign('123456')->save());
      $many = new Orm\\Runtime\\Collection\\ObjectCollection([(new Direct())->assign('1'), (new Direct())->assign('123456')], Direct::class);
      refused(fn () => $many->save());
      echo NoteQuery::create()->count(), "\\n";
    `)
    t.deepEqual(output.split('\n'), [
      'Column note.title holds at most 5 characters, got 6 | note.title 5 6 characters',
      'Column note.country holds at most 2 characters, got 3 | note.country 2 3 characters',
      'Column note.hash holds at most 4 bytes, got 5 | note.hash 4 5 bytes',
      'Column note.hash holds at most 4 bytes, got 7 | note.hash 4 7 bytes',
      'Column note.data holds at most 4 bytes, got 5 | note.data 4 5 bytes',
      'Column note.data holds at most 4 bytes, got 6 | note.data 4 6 bytes',
      'Column note.title holds at most 5 characters, got 6 | note.title 5 6 characters',
      'Column note.title holds at most 5 characters, got 6 | note.title 5 6 characters',
      'Column note.title holds at most 5 characters, got 6 | note.title 5 6 characters',
      'Column note.title holds at most 5 characters, got 6 | note.title 5 6 characters',
      'ü€😀xy ßß 4000 no limit',
      'Column note.title holds at most 5 characters, got 6 | note.title 5 6 characters',
      'Column note.title holds at most 5 characters, got 6 | note.title 5 6 characters',
      'Column note.title holds at most 5 characters, got 6 | note.title 5 6 characters',
      '2',
      '',
    ])
  })
}

test('without checkLengths, no class mentions lengths', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite', config: config(false) })
  await project.build()
  t.is(await project.php('echo count(Lengths\\Map\\NoteTableMap::LENGTHS);'), '0')
  const long = 'echo (new Lengths\\Note())->setTitle(str_repeat("x", 50))->save();'
  t.is(await project.php(long), '1')
})
