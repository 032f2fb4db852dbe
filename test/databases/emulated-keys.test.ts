import { testOnEachDatabase } from '../support/project.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const foreignKey = (table: string, names: string, local: string, onDelete: string) =>
  `<foreign-key foreignTable="${table}" ${names} onDelete="${onDelete}"><reference local="${local}" foreign="id"/></foreign-key>`

const schema = `
<database name="keys" namespace="Keys">
  <vendor type="mysql"><parameter name="Engine" value="MyISAM"/></vendor>
  <table name="author">
    ${id}
    <column name="name" type="VARCHAR" size="20"/>
    <column name="mentor_id" type="INTEGER"/>
    ${foreignKey('author', 'phpName="Mentor" refPhpName="Pupil"', 'mentor_id', 'cascade')}
  </table>
  <table name="book">
    ${id}
    <column name="title" type="VARCHAR" size="20"/>
    <column name="author_id" type="INTEGER"/>
    <column name="editor_id" type="INTEGER"/>
    ${foreignKey('author', 'phpName="Author" refPhpName="Book"', 'author_id', 'cascade')}
    ${foreignKey('author', 'phpName="Editor" refPhpName="EditedBook"', 'editor_id', 'setnull')}
    <behavior name="soft_delete"/>
  </table>
  <table name="note">
    ${id}
    <column name="book_id" type="INTEGER"/>
    ${foreignKey('book', '', 'book_id', 'cascade')}
  </table>
</database>`

// The authors a and b are mentors of each other; a wrote x and the deleted z, and c wrote y. Each book has a note.
const program = String.raw`
use Keys\Author;
use Keys\AuthorQuery;
use Keys\Book;
use Keys\BookQuery;
use Keys\Note;
use Orm\Runtime\Orm;

$fresh = static function (): array {
    $con = Orm::getWriteConnection('keys');
    foreach (['UPDATE author SET mentor_id = NULL', 'DELETE FROM note', 'DELETE FROM book', 'DELETE FROM author'] as $sql) {
        $con->exec($sql);
    }
    Orm::reset();
    $a = (new Author())->setName('a');
    $b = (new Author())->setName('b')->setMentor($a);
    $a->setMentor($b);
    $c = (new Author())->setName('c');
    $x = (new Book())->setTitle('x')->setAuthor($a)->setEditor($c);
    $y = (new Book())->setTitle('y')->setAuthor($c)->setEditor($a);
    $z = (new Book())->setTitle('z')->setAuthor($a);
    foreach ([$x, $y, $z, $a, $b, $c] as $object) {
        $object instanceof Book && $object->addNote(new Note());
        $object->save();
    }
    $z->delete();

    return ['a' => $a, 'c' => $c, 'x' => $x, 'z' => $z];
};
$cases = [
    'a circle' => static fn (array $o) => $o['a']->delete(),
    'a row that refers to itself' => static function (array $o): void {
        $o['c']->setMentor($o['c'])->save();
        $o['c']->delete();
    },
    'a condition on referring rows' => static fn () => AuthorQuery::create()
        ->useBookExistsQuery()->filterByTitle('y')->endUse()->delete(),
    'an alias' => static fn () => AuthorQuery::create('k')->where('k.Name IN ?', ['b', 'c'])->delete(),
    'all rows' => static fn () => AuthorQuery::create()->deleteAll(),
    'a soft delete' => static fn (array $o) => $o['x']->delete(),
    'a deleted row' => static fn (array $o) => $o['z']->forceDelete(),
    'rows with deleted ones' => static fn () => BookQuery::create()->filterByTitle(['x', 'z'])->forceDelete(),
    'a key of a deleted row' => static function (array $o): void {
        $o['x']->delete();
        $o['c']->delete();
    },
];
$seen = [];
foreach ($cases as $name => $delete) {
    $delete($fresh());
    $con = Orm::getWriteConnection('keys');
    $count = static fn (string $from): int => (int) $con->query("SELECT COUNT(*) FROM $from")->fetchColumn();
    $seen[$name] = array_map($count, ['author', 'book', 'note', 'book WHERE editor_id IS NOT NULL']);
}
echo json_encode($seen);
`

testOnEachDatabase('PHP follows foreign keys that a table of MyISAM does not have', schema, async (t, project) => {
  t.deepEqual(JSON.parse(await project.php(program)), {
    'a circle': [1, 1, 1, 0],
    'a row that refers to itself': [2, 2, 2, 0],
    'a condition on referring rows': [2, 2, 2, 0],
    'an alias': [0, 0, 0, 0],
    'all rows': [0, 0, 0, 0],
    'a soft delete': [3, 3, 3, 2],
    'a deleted row': [3, 2, 2, 2],
    'rows with deleted ones': [3, 1, 1, 1],
    'a key of a deleted row': [2, 2, 2, 0],
  })
})
