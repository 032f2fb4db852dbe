import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const rules = `
  <database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="20"/>
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="isbn" type="VARCHAR" size="20"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
      <unique><unique-column name="isbn"/></unique>
      <behavior name="archivable"/>
      <behavior name="timestampable"/>
      <behavior name="sluggable"><parameter name="slug_pattern" value="{Title}"/></behavior>
      <behavior name="sortable"/>
      <behavior name="versionable"/>
    </table>
    <table name="page">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <behavior name="archivable">
        <parameter name="archive_on_insert" value="true"/><parameter name="archive_on_update" value="true"/><parameter name="archive_on_delete" value="false"/>
      </behavior>
    </table>
    <table name="note" allowPkInsert="true">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <behavior name="archivable"><parameter name="archive_table" value="old_note"/></behavior>
    </table>
    <table name="old_note">
      <column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="50"/>
      <column name="more" type="INTEGER" defaultValue="5"/>
    </table>
    <table name="pet">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="kind" type="INTEGER" inheritance="single"><inheritance key="1" class="Pet"/><inheritance key="2" class="Cat" extends="Pet"/></column>
      <column name="owner_id" type="INTEGER"/>
      <foreign-key foreignTable="author" phpName="Owner" refPhpName="Owned"><reference local="owner_id" foreign="id"/></foreign-key>
      <behavior name="archivable"><parameter name="inherit_foreign_key_relations" value="true"/></behavior>
    </table>
    <table name="memo">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <behavior name="archivable"><parameter name="archive_class" value="Attic"/></behavior>
    </table>
    ${['diary', 'log']
      .map(
        (name) => `<table name="${name}">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="made" type="TIMESTAMP" defaultExpr="CURRENT_TIMESTAMP"/>
      <behavior name="archivable"><parameter name="archive_on_insert" value="${name === 'log'}"/></behavior>
    </table>`,
      )
      .join('')}
    <table name="diary_archive">
      <column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="50"/>
      <column name="made" type="TIMESTAMP" defaultExpr="CURRENT_TIMESTAMP"/><column name="more" type="INTEGER"/>
    </table>
    <table name="attic">
      <column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="50"/><column name="archived_at" type="TIMESTAMP"/>
    </table>
  </database>`

const prelude = `
  $add = static function (string $title, string $class = Book::class): object { $row = (new $class())->setTitle($title); $row->save(); return $row; };
  $show = static fn (string $class = BookArchiveQuery::class): string => implode(',', $class::create()->orderById()->select('Title')->find()->getData()) . ' ';
  $pages = static fn (): string => $show(PageArchiveQuery::class);`

scenariosOnEachDatabase(
  rules,
  {
    'B4.1, B4.4: rows are archived before they are deleted, by objects and by queries, unless told not to': [
      `$a = $add('a'); $b = $add('b'); $add('c'); $add('d'); $add('e');
      $a->delete(); echo $show(); $b->deleteWithoutArchive(); echo $show(); BookQuery::create('x')->filterByTitle('c')->delete(); echo $show();
      $query = BookQuery::create()->filterByTitle('d')->setArchiveOnDelete(false); echo $query->delete(), ' ', $show();
      BookQuery::create()->deleteAll(); echo $show(); $add('f'); BookQuery::create()->deleteAllWithoutArchive(); echo $show();
      $add('g'); echo BookQuery::create()->filterByTitle('g')->deleteWithoutArchive(), ' ', $show(), BookArchiveQuery::create()->findOne()->getArchivedAt('Y') === date('Y') ? 'dated' : 'undated';`,
      'a a a,c 1 a,c a,c,e a,c,e 1 a,c,e dated',
    ],
    'B4.2: archive(), getArchive() and back': [
      `$book = $add('a'); var_dump((new Book())->getArchive(), $book->getArchive());
      foreach ([static fn () => (new Book())->archive(), static fn () => $book->restoreFromArchive()] as $call) {
          try { $call(); } catch (Orm\\Runtime\\Exception\\OrmException $e) { echo $e->getMessage(), ' '; }
      }
      echo $book->archive()->getTitle(), ' '; $book->setTitle('b')->save(); echo $book->getArchive()->getTitle(), ' ';
      $book->restoreFromArchive(); echo $book->getTitle(), (int) $book->isModified(), ' '; $book->setTitle('c')->archive(); echo $show();`,
      'NULL\nNULL\nA new Book cannot be archived This Book was never archived a a a1 c',
    ],
    'B4.3, B4.4, B4.11: on insert and on update, also where the update changes what the query asks for': [
      `$page = $add('a', Page::class); echo $pages(); $page->setTitle('b')->save(); echo $pages(); $page->setTitle('c')->saveWithoutArchive(); echo $pages();
      PageQuery::create()->filterByTitle('c')->update(['Title' => 'd']); echo $pages(); PageQuery::create()->filterByTitle('d')->updateWithoutArchive(['Title' => 'e']); echo $pages();
      $query = PageQuery::create(); echo (int) ($query->setArchiveOnUpdate(false) === $query), ' ';
      PageQuery::create()->update(['Title' => 'f'], null, true); echo $pages(); $page->delete(); echo $pages(), (int) method_exists($page, 'deleteWithoutArchive');`,
      'a b b d d 1 f f 0',
    ],
    'B4.4: individual saves of an update without archive leave it as it is': [
      `$page = $add('a', Page::class); PageQuery::create()->updateWithoutArchive(['Title' => 'b'], null, true); echo $pages(), $page->getTitle(), ' ';
      PageQuery::create()->setArchiveOnUpdate(false)->update(['Title' => 'c'], null, true); echo $pages(); $page->setTitle('d')->save(); echo $pages();`,
      'a b a d',
    ],
    'B4.4: a query that leaves the archive as it is does so once': [
      `$add('a', Page::class); $query = PageQuery::create()->filterById(1); $query->updateWithoutArchive(['Title' => 'b']); echo $pages(); $query->update(['Title' => 'c']); echo $pages();
      $query->setArchiveOnUpdate(false)->update(['Title' => 'd'], null, true); echo $pages(); $query->update(['Title' => 'e'], null, true); echo $pages();
      $add('f'); $books = BookQuery::create()->filterByTitle('f'); $books->deleteWithoutArchive(); $add('f'); $books->delete(); echo $show();
      $add('g'); $books = BookQuery::create(); $books->deleteAllWithoutArchive(); $add('h'); $books->deleteAll(); echo $show();`,
      'a c c e f f,h',
    ],
    'B4.2: the archive has what the database gave by a default': [
      `$diary = $add('a', Diary::class); $diary->reload(); $made = $diary->getMade('c'); echo $diary->archive()->getMade('c') === $made ? 'same ' : 'other '; DiaryArchiveQuery::create()->deleteAll();
      $diary->delete(); Map\\DiaryArchiveTableMap::clearInstancePool(); echo DiaryArchiveQuery::create()->findOne()->getMade('c') === $made ? 'same ' : 'other ';
      $log = $add('b', Log::class); $made = LogArchiveQuery::create()->findOne()->getMade('c'); $log->reload(); echo $made === $log->getMade('c') ? 'same' : 'other';`,
      'same same same',
    ],
    'B4.5: archive() of a query takes few statements and gives the number of rows': [
      `foreach (range(1, 50) as $i) { $add("t$i"); } $con->useDebug(true); $before = $con->getQueryCount();
      echo BookQuery::create()->filterById(10, '>')->archive(), ' ', $con->getQueryCount() - $before < 8 ? 'few' : 'many', ' ', BookQuery::create()->archive(), ' ', BookArchiveQuery::create()->count();`,
      '40 few 50 50',
    ],
    'B4.9: a declared archive is used as it is': [
      `$add('a', Note::class)->delete(); echo $show(OldNoteQuery::class), OldNoteQuery::create()->findOne()->getMore();`,
      'a 5',
    ],
    'B4.10: another class as archive gets the date where it has the setter': [
      `$add('a', Memo::class)->delete(); $attic = AtticQuery::create()->findOne(); echo $attic->getTitle(), $attic->getArchivedAt('Y') === date('Y') ? ' dated' : '';`,
      'a dated',
    ],
    'B4.5: archive() of a query on a class of single table inheritance archives the rows of the class': [
      `$add('a', Pet::class); $add('b', Cat::class); echo CatQuery::create()->archive(), PetArchiveQuery::create()->findOne()->getTitle(), CatQuery::create()->deleteAll(), PetArchiveQuery::create()->count(), PetQuery::create()->archive(), PetArchiveQuery::create()->count();`,
      '1b1112',
    ],
    'B4.7: relations of the archive have the names of those of the table': [
      `(new Pet())->setTitle('a')->setOwner((new Author())->setName('A'))->save(); PetQuery::create()->deleteAll(); echo PetArchiveQuery::create()->findOne()->getOwner()->getName();`,
      'A',
    ],
    'B4.12: populateFromArchive() takes the key only when asked': [
      `$note = $add('a', Note::class); $note->delete(); $old = OldNoteQuery::create()->findOne();
      $new = (new Note())->populateFromArchive($old); echo $new->getTitle(), $new->getId() ?? 'new', ' '; $same = (new Note())->populateFromArchive($old, true); $same->save(); echo $same->getId(), NoteQuery::create()->findPk(1)->getTitle();`,
      'anew 1a',
    ],
    'B4.14: related rows are not archived': [
      `$author = (new Author())->setName('A'); (new Book())->setTitle('a')->setAuthor($author)->save(); $author->delete(); echo BookQuery::create()->count(), BookArchiveQuery::create()->count();`,
      '00',
    ],
    'C1, C2, C3, C4: the archive has what timestampable, sluggable, sortable and versionable add': [
      `$add('z'); $book = $add('Hello'); $book->setTitle('World')->save(); $made = $book->getCreatedAt('c'); $book->delete(); $old = BookArchiveQuery::create()->findOne();
      echo $old->getSlug(), $old->getVersion(), $old->getSortableRank(), $old->getCreatedAt('c') === $made ? ' dated ' : ' undated ', json_encode(array_keys(Map\\BookArchiveTableMap::getTableMap()->getBehaviors()));
      $back = (new Book())->populateFromArchive($old); $add('y'); $back->save(); echo ' ', $back->getRank(), $back->getSlug();`,
      'world22 dated [] 3world',
    ],
  },
  prelude,
)
