import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createDatabase, databases } from '../../support/databases.js'
import { createProject } from '../../support/project.js'

const schema = {
  'shop.schema.xml': `
    <database name="shop" defaultIdMethod="native">
      <table name="book" idMethod="native" allowPkInsert="true">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="title" type="VARCHAR" size="100"/>
        <column name="sold_on" type="DATE"/>
        <behavior name="archivable">
          <parameter name="archive_class" value="Attic\\OldBook"/><parameter name="archive_on_insert" value="true"/><parameter name="archive_on_update" value="true"/>
        </behavior>
      </table>
    </database>`,
  'attic.schema.xml': `
    <database name="attic" namespace="Attic" defaultIdMethod="native">
      <table name="old_book">
        <column name="id" type="INTEGER" primaryKey="true"/>
        <column name="title" type="VARCHAR" size="100"/>
        <column name="sold_on" type="DATE"/>
        <column name="archived_at" type="TIMESTAMP"/>
      </table>
    </database>`,
}

const code = `
  use Attic\\OldBookQuery;
  $shop = Orm\\Runtime\\Orm::getWriteConnection('shop'); $attic = Orm\\Runtime\\Orm::getWriteConnection('attic');
  $show = static fn (): string => implode(',', OldBookQuery::create()->orderById()->select('Title')->find()->getData()) . ' ';
  $add = static function (string $title): Book { $book = (new Book())->setTitle($title)->setSoldOn('2020-01-02'); $book->save(); return $book; };
  $a = $add('a'); $b = $add('b'); echo $show();
  $a->setTitle('A')->save(); echo $show(), $a->getArchive()->getSoldOn('Y'), $a->getArchive()->getArchivedAt('Y') === date('Y') ? ' now ' : ' old ';
  $a->saveWithoutArchive(); $a->setTitle('x')->saveWithoutArchive(); $a->restoreFromArchive(); echo $a->getTitle(), ' ';
  $a->setTitle('y')->saveWithoutArchive(); echo get_class($a->archive($shop)), $a->getArchive($shop)->getTitle(), $a->getArchive($attic)->getTitle(), $a->archive($attic)->getId() === $a->getId() ? ' ' : ' other ';
  $shop->transaction(static function () use ($b, $shop): void { $b->setTitle('B')->save($shop); }); echo $show();
  BookQuery::create()->filterByTitle('B')->update(['Title' => 'C'], $shop); echo $show();
  BookQuery::create()->filterByTitle('C')->update(['Title' => 'D'], $shop, true); echo $show();
  $shop->exec("UPDATE book SET title = 'q'"); Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); echo BookQuery::create()->archive(), $show(); echo BookQuery::create()->archive($shop, false), ' ';
  BookQuery::create()->filterById($b->getId())->updateWithoutArchive(['Title' => 'z']); echo $show();
  BookQuery::create()->findPk($b->getId())->delete(); echo $show();
  $add('e')->deleteWithoutArchive(); $add('f'); $shop->exec("UPDATE book SET title = 'g' WHERE title = 'f'"); Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
  BookQuery::create()->deleteAll($shop); echo $show(), BookQuery::create()->count(), ' ';
  $old = OldBookQuery::create()->findPk($b->getId()); $back = (new Book())->populateFromArchive($old, true); $back->save(); echo $back->getId() === $b->getId() ? 'back' : 'lost', $back->getTitle();`

for (const name of databases) {
  test(`${name}: B4.10: archive_class names a model of another database`, async (t) => {
    const project = await createProject(t, { schema, database: name })
    const other = await createDatabase(name)
    t.teardown(() => other.drop())
    const [head, ...tail] = (await readFile(join(project.folder, 'orm.yaml'), 'utf8')).split('"attic":')
    const own = tail.join('"attic":').replace(project.database.dsn, other.dsn)
    await project.write('orm.yaml', `${head}"attic":${own}`)
    t.not(project.database.dsn, other.dsn)
    t.true(own.includes(other.dsn))
    await project.build()
    t.is(await project.php(code), 'a,b A,b 2020 now A Attic\\OldBookyy y,B y,C y,D 2q,q 2 q,q q,z q,z,e,g 0 backz')
  })
}

test('archive_class may be any class with the methods of an archive', async (t) => {
  const project = await createProject(t, {
    database: 'sqlite',
    schema: `
      <database name="shop" defaultIdMethod="native">
        <table name="book">
          <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
          <column name="title" type="VARCHAR" size="100"/>
          <column name="pages" type="INTEGER"/>
          <behavior name="archivable"><parameter name="archive_class" value="\\Shelf"/><parameter name="archive_on_update" value="true"/></behavior>
        </table>
      </database>`,
  })
  await project.build()
  t.is(
    await project.php(`
      class Shelf {
          public static array $all = []; public $id; public $title; public $at;
          public function setId($id) { $this->id = $id; }
          public function setTitle($title) { $this->title = $title; }
          public function setArchivedAt($at) { $this->at = $at; }
          public function getTitle() { return $this->title; }
          public function save() { self::$all[$this->id] = $this; }
      }
      class ShelfQuery {
          private $key;
          public static function create() { return new self(); }
          public function filterByPrimaryKey($key) { $this->key = $key; return $this; }
          public function findOne() { return Shelf::$all[$this->key] ?? null; }
      }
      $book = (new Book())->setTitle('a')->setPages(3); $book->save(); echo count(Shelf::$all);
      $book->setTitle('b')->save(); echo $book->getArchive()->title, $book->getArchive()->at === null ? 'none' : 'at';
      echo get_class($book->archive());
      $book->setTitle('c')->saveWithoutArchive(); $book->restoreFromArchive(); echo $book->getTitle(), $book->getPages();
      $book->setTitle('d')->saveWithoutArchive(); echo BookQuery::create()->archive(), Shelf::$all[1]->title;
      $book->setTitle('e')->saveWithoutArchive(); BookQuery::create()->deleteAll(); echo Shelf::$all[1]->title, BookQuery::create()->count();`),
    '0batShelfb31de0',
  )
})
