import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject, testOnEachDatabase } from '../../support/project.js'
import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const rules = `
  <database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="100"/>
      <behavior name="versionable"><parameter name="log_comment" value="true"/></behavior>
      <behavior name="aggregate_column">
        <parameter name="name" value="nb"/><parameter name="foreign_table" value="book"/><parameter name="expression" value="COUNT(id)"/>
      </behavior>
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="author_id" type="INTEGER"/>
      <column name="printed" type="TIMESTAMP" defaultExpr="CURRENT_TIMESTAMP"/>
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
      <behavior name="versionable"><parameter name="log_comment" value="true"/></behavior>
      <behavior name="timestampable"/>
      <behavior name="sortable"/>
    </table>
    <table name="scan">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="n" type="INTEGER"/>
      <column name="data" type="BLOB"/>
      <behavior name="versionable"/>
    </table>
    <table name="coded">
      <column name="place" type="INTEGER" primaryKey="true"/>
      <column name="code" type="VARCHAR" size="20" primaryKey="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <behavior name="versionable"/>
    </table>
    <table name="person">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="100"/>
      <behavior name="versionable"/>
    </table>
    <table name="letter">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="sender_id" type="INTEGER"/>
      <column name="receiver_id" type="INTEGER"/>
      <foreign-key foreignTable="person" phpName="Sender" refPhpName="Sent"><reference local="sender_id" foreign="id"/></foreign-key>
      <foreign-key foreignTable="person" phpName="Receiver" refPhpName="Received"><reference local="receiver_id" foreign="id"/></foreign-key>
      <behavior name="versionable"/>
    </table>
    <table name="page">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <behavior name="versionable">
        <parameter name="version_column" value="revision"/><parameter name="version_table" value="page_history"/>
        <parameter name="log_created_at" value="true"/><parameter name="version_created_at_column" value="at"/>
        <parameter name="log_created_by" value="true"/><parameter name="version_created_by_column" value="who"/>
        <parameter name="log_comment" value="true"/><parameter name="version_comment_column" value="why"/>
      </behavior>
    </table>
    <table name="note">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="more" type="INTEGER"/>
      <behavior name="versionable"/>
    </table>
    <table name="note_version">
      <column name="id" type="INTEGER" primaryKey="true"/><column name="version" type="INTEGER" primaryKey="true"/>
      <column name="title" type="VARCHAR" size="50"/>
    </table>
  </database>`

const makeBook = `$book = (new Book())->setTitle('a'); $book->save();
  $message = static function (callable $call): void { try { $call(); } catch (Orm\\Runtime\\Exception\\OrmException $e) { echo $e->getMessage(), ' '; } };`

scenariosOnEachDatabase(
  rules,
  {
    'B15.1: version 1 on insert, the next on a change, none without': [
      `$new = new Book(); echo $new->getVersion(), ' ', $book->getVersion(); $book->save(); echo $book->getVersion(); $book->setTitle('b')->save(); echo $book->getVersion(), ' ';
      echo implode(',', BookVersionQuery::create()->orderByVersion()->select('Title')->find()->getData());`,
      '0 112 a,b',
    ],
    'B15.7: two foreign keys from one table have their rows each': [
      `$person = (new Person())->setName('a'); $person->save(); foreach ([[1, 0], [1, 0], [0, 1]] as [$sent, $received]) { $letter = new Letter(); if ($sent) { $letter->setSender($person); } if ($received) { $letter->setReceiver($person); } $letter->save(); }
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); $person = PersonQuery::create()->findOne(); $person->setName('b')->save();
      $row = $person->getOneVersion($person->getVersion()); echo count($row->getLetterIds()), count($row->getLetterReceiverIdIds()), count($row->getLetterReceiverIdVersions()), ' ';
      $person->toVersion($person->getVersion()); echo count($person->getSents()), count($person->getReceiveds());`,
      '211 21',
    ],
    'B15.1: addVersion() of a new object saves it': [
      `$new = (new Book())->setTitle('n'); $version = $new->addVersion(); echo get_class($version), $version->getVersion(), $version->getTitle(), (int) $new->isNew(), BookVersionQuery::create()->filterById($new->getId())->count();`,
      'BookVersion1n01',
    ],
    'B15.5: computeDiff() takes what stubs know': [
      `$diff = new ReflectionMethod($book, 'computeDiff'); $from = ['Title' => 'a', 'Version' => 1] + $book->toArray(); $to = ['Title' => 'b', 'Version' => 2] + $from;
      echo json_encode($diff->invoke($book, $from, $to)), json_encode($diff->invoke($book, $from, $to, 'versions')), json_encode($diff->invoke($book, $from, $to, 'columns', ['Title'])), json_encode($diff->invoke($book, ['Title' => 'a', 'Version' => 1], $to));`,
      '{"Title":{"1":"a","2":"b"}}{"1":{"Title":"a"},"2":{"Title":"b"}}[]{"Title":{"1":"a","2":"b"}}',
    ],
    'B15.2: enforced, disabled and asked for': [
      `echo (int) $book->isVersioningNecessary(); $book->enforceVersioning(); echo (int) $book->isVersioningNecessary();
      $book->save(); echo ' ', $book->getVersion(); $book->save(); echo $book->getVersion(), ' ';
      BookQuery::disableVersioning(); echo (int) BookQuery::isVersioningEnabled(); $book->setTitle('x'); echo (int) $book->isVersioningNecessary(); $book->save(); echo $book->getVersion(), ' ';
      BookQuery::enableVersioning(); $book->setTitle('y')->save(); echo $book->getVersion(), ' ', $book->getLastVersionNumber(), (int) $book->isLastVersion();`,
      '01 22 002 3 31',
    ],
    'B15.3: back to a version; one that is not there is named': [
      `$book->setTitle('b')->save(); $book->toVersion(1); echo $book->getTitle(), $book->getVersion(), (int) $book->isLastVersion(), (int) $book->isModified(), ' ';
      $book->save(); echo $book->getVersion(), ' ', count($book->getAllVersions()), ' ';
      $message(static fn () => $book->toVersion(9)); $message(static fn () => $book->compareVersion(8)); $message(static fn () => $book->compareVersions(1, 7)); var_dump($book->getOneVersion(7));`,
      'a101 3 3 This Book has no version 9 This Book has no version 8 This Book has no version 7 NULL',
    ],
    'B15.4: who, when and why, with names of their own, and a renamed version column': [
      `$page = (new Page())->setTitle('a')->setWho('me')->setWhy('new'); $page->save(); $page->setTitle('b')->setWho('you')->setAt('2001-01-01')->save();
      echo $page->getVersion(), ' ', $page->getOneVersion(1)->getWho(), ' ', $page->getOneVersion(1)->getAt('Y') === date('Y') ? 'now' : 'old', ' ';
      echo $page->getOneVersion(2)->getAt('Y'), ' ', json_encode($page->compareVersions(1, 2)), ' ', $page->getLastVersions(1)[0]->getTitle(), ' ';
      $page->toVersion(2)->setTitle('c')->save(); echo $page->getAt('Y') === date('Y') ? 'now' : 'old', ' ', PageQuery::create()->filterByVersion(3)->orderByVersion('DESC')->count();`,
      '2 me now 2001 {"Title":{"1":"a","2":"b"}} b now 1',
    ],
    'B15.5: what differs, by columns and by versions, without those that are ignored': [
      `$book->setTitle('b')->setAuthorId(null)->save(); $book->setTitle('c'); $dates = ['CreatedAt', 'UpdatedAt'];
      echo json_encode($book->compareVersion(1, 'columns', null, $dates)), json_encode($book->compareVersions(1, 2, 'versions', null, $dates)), json_encode($book->compareVersions(1, 2, 'columns', null, ['Title', ...$dates])), json_encode($book->compareVersions(1, 1, 'versions'));`,
      '{"Title":{"2":"c","1":"a"}}{"1":{"Title":"a"},"2":{"Title":"b"}}[][]',
    ],
    'B15.5: binary columns differ by their contents': [
      `$scan = (new Scan())->setData('a')->setN(1); $scan->save(); $scan->setN(2)->save(); $scan->setData('b')->save();
      foreach ([[1, 2], [2, 3]] as [$from, $to]) { echo implode(',', array_keys($scan->compareVersions($from, $to))), ' '; }
      echo implode(',', array_keys($scan->compareVersion(2))), ' ', stream_get_contents($scan->compareVersion(2)['Data'][2]);`,
      'N Data Data a',
    ],
    'B15.6: deleting the row deletes its versions': [
      `$book->setTitle('b')->save(); $book->delete(); echo BookVersionQuery::create()->count();`,
      '0',
    ],
    'B15.7: versions know those of related rows, and bring them back': [
      `$author = (new Author())->setName('A'); $book = (new Book())->setTitle('a')->setAuthor($author); $author->save(); echo $author->getVersion(), $book->getVersion(), ' ';
      $author->setName('B'); $book->setTitle('b'); $author->save(); echo $author->getVersion(), $book->getVersion(), ' ';
      $row = $author->getOneVersion(2); echo json_encode([$row->getBookIds(), $row->getBookVersions()]), ' ', $book->getOneVersion(2)->getAuthorIdVersion(), ' ';
      $book->setTitle('c'); echo (int) $author->isVersioningNecessary(), ' '; $author->save(); echo $author->getVersion(), ' ';
      $book->toVersion(1); echo $book->getTitle(), $book->getAuthor()->getName(), ' '; $author->toVersion(2); echo $author->getName(), $author->getBooks()[0]->getTitle(); $author->save(); echo ' ', $author->getVersion();`,
      '11 22 [["2"],["2"]] 2 1 3 aA Bb 4',
    ],
    'B15.7: back at a version, only the rows refer to the object that referred to it then': [
      `$author = (new Author())->setName('A'); $author->save(); $author->addBook((new Book())->setTitle('a'))->setName('B')->save(); $author->addBook((new Book())->setTitle('b'))->setName('C')->save();
      $titles = static fn (): string => implode('', array_map(static fn ($book) => $book->getTitle(), $author->getBooks()->getData()));
      $author->toVersion(2); echo $author->getName(), $titles(), ' '; $author->save(); echo $titles(), json_encode($author->getOneVersion(4)->getBookIds()), BookQuery::create()->filterByAuthor($author)->count();`,
      'Ba a["2"]2',
    ],
    'B15.7: an object that has no row yet is in no version': [
      `(new Book())->setTitle('b')->setAuthor((new Author())->setName('A'))->save(); echo $con->query('SELECT book_ids FROM author_version')->fetchColumn();`,
      '| |',
    ],
    'B15.7: without instance pools, rows that refer to each other have versions that know each other': [
      `Orm\\Runtime\\Orm::disableInstancePooling(); $author = (new Author())->setName('A'); $book = (new Book())->setTitle('a'); $author->addBook($book)->save();
      $book->setTitle('b'); $author->setName('B')->save(); echo $author->getOneVersion(2)->getBookVersions()[0], ' '; $book->toVersion(1); echo $book->getTitle(), $book->getAuthor()->getName(), count($book->getAuthor()->getBooks());`,
      '2 aA1',
    ],
    'B15.19: a save that is rolled back has the number and the date of before': [
      `$page = (new Page())->setTitle('a'); $con->beginTransaction(); $page->save(); $con->rollBack(); echo json_encode([$page->getVersion(), $page->getAt()]), ' '; $page->save(); $at = $page->getAt('U.u');
      $con->beginTransaction(); $page->setTitle('b')->save(); $page->setTitle('c')->save(); $con->rollBack(); echo $page->getVersion(), (int) $page->isLastVersion(), (int) ($page->getAt('U.u') === $at), ' '; $page->save(); echo $page->getVersion(), $page->getOneVersion(2)->getTitle();`,
      '[0,null] 111 2c',
    ],
    'B15.11, C11: places in a list and aggregates are not those of an old version': [
      `$author = (new Author())->setName('A'); $author->save(); $other = (new Book())->setTitle('z')->setAuthor($author); $other->save();
      $book->setTitle('b')->save(); $book->moveToBottom(); $book->toVersion(1)->save(); $book->reload(); echo $book->getTitle(), $book->getRank(), ' ';
      $author->setName('B')->save(); $author->toVersion(1)->save(); $author->reload(); echo $author->getName(), $author->getNb();`,
      'a2 A1',
    ],
    'B15.12: all versions, the last ones and one': [
      `foreach (['b', 'c'] as $title) { $book->setTitle($title)->save(); } $titles = static fn ($rows): string => implode('', array_map(static fn ($row) => $row->getTitle(), $rows->getData())) . ' ';
      echo $titles($book->getAllVersions()), $titles($book->getLastVersions()), $titles($book->getLastVersions(2)), $titles($book->getLastVersions(5, BookVersionQuery::create()->filterByVersion(3, '<'))), $book->getOneVersion(2)->getTitle(), $book->addVersion(...)::class;`,
      'abc cba cb ba bClosure',
    ],
    'B15.13: a foreign key that comes with a new object makes a version': [
      `$book->setAuthor((new Author())->setName('A'))->save(); echo $book->getVersion(), $book->getOneVersion(2)->getAuthorId();`,
      '21',
    ],
    'B15.14: a stub that says no makes no version': [
      `class Strict extends Book { public function preUpdate(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): bool { return false; } }
      $strict = new Strict(); $strict->setTitle('s')->save(); $strict->setTitle('t')->save(); echo BookVersionQuery::create()->filterById($strict->getId())->count();`,
      '1',
    ],
    'B15.15: a declared table of versions is used as it is': [
      `$note = (new Note())->setTitle('a')->setMore(1); $note->save(); $note->setTitle('b')->setMore(2)->save(); $note->toVersion(1); echo $note->getTitle(), $note->getMore();`,
      'a2',
    ],
    'B15.16: addVersion() writes what the object is now and gives the row': [
      `$book->setTitle('b')->setVersion(7); echo $book->addVersion()->getTitle(), $book->getLastVersionNumber();`,
      'b7',
    ],
    'B15.16: a version has what the database gave by a default': [
      `$book->setTitle('b')->save(); BookVersionQuery::create()->find(); Map\\BookVersionTableMap::clearInstancePool(); $book->reload();
      echo $book->getPrinted('Y') > 2000 && $book->getOneVersion(2)->getPrinted('c') === $book->getPrinted('c') ? 'same' : 'other';`,
      'same',
    ],
    'B15.17: versions follow a row whose key changes': [
      `$row = (new Coded())->setPlace(1)->setCode('a')->setTitle('x'); $row->save(); $row->setTitle('y')->save();
      $row->setCode('b')->save(); echo $row->getVersion(), ' ';
      foreach ($row->getAllVersions() as $version) { echo $version->getCode(), $version->getVersion(), $version->getTitle(), ' '; }
      $row->toVersion(1)->save(); echo $row->getCode(), $row->getTitle(), $row->getVersion(), CodedVersionQuery::create()->count();`,
      '3 b1x b2y b3y bx44',
    ],
    'B15.18: a copy, also with its referrers, begins a history of its own': [
      `$book->setTitle('b')->save(); $copy = $book->copy(true); $copy->save(); echo $copy->getVersion(), count($copy->getAllVersions()), count($book->getAllVersions());
      $book->getBookVersions(); $copy = $book->copy(true); $copy->save(); echo $copy->getVersion(), count($copy->getAllVersions()), $copy->getTitle();`,
      '11211b',
    ],
    'C10: dates of timestampable are in the versions': [
      `$book->setTitle('b')->save(); $row = $book->getOneVersion(1); echo $row->getCreatedAt() == $book->getCreatedAt() ? 'same ' : 'other ', $row->getUpdatedAt() <= $book->getUpdatedAt() ? 'older' : 'newer';`,
      'same older',
    ],
  },
  makeBook,
)

scenariosOnEachDatabase(
  `<database name="d" defaultIdMethod="native" tablePrefix="px_">
    <behavior name="versionable"/>
    <table name="shelf">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/><column name="name" type="VARCHAR" size="20"/>
    </table>
    <table name="item">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/><column name="name" type="VARCHAR" size="20"/>
      <column name="shelf_id" type="INTEGER"/>
      <foreign-key foreignTable="shelf" onDelete="cascade"><reference local="shelf_id" foreign="id"/></foreign-key>
    </table>
  </database>`,
  {
    'B15.7: versions know those of related rows of tables with a prefix': [
      `$item = (new Item())->setName('a'); $shelf = (new Shelf())->setName('A')->addItem($item); $shelf->save(); $item->setName('b'); $shelf->setName('B')->save();
      echo json_encode([$shelf->getOneVersion(2)->getPxItemIds(), $shelf->getOneVersion(2)->getPxItemVersions()]), $shelf->toVersion(1)->getItems()[0]->getName();`,
      '[["1"],["2"]]a',
    ],
  },
)

test('B15.1, B15.3, B15.5: where arrays have the names of the columns as keys, versions have PHP names all the same', async (t) => {
  const config = '  generator:\n    objectModel:\n      defaultKeyType: fieldName\n'
  const project = await createProject(t, { schema: rules, database: databases[0]!, config })
  await project.build()
  const code = `$book = (new Book())->setTitle('a'); $author = (new Author())->setName('A')->addBook($book); $author->save(); $book->setTitle('b')->save();
    echo $book->getVersion(), json_encode($book->compareVersion(1, 'columns', null, ['UpdatedAt'])), json_encode($book->compareVersions(1, 2, 'columns', null, ['UpdatedAt'])), $book->toVersion(1)->getTitle();`
  t.is(await project.php(code), '2{"Title":{"2":"b","1":"a"}}{"Title":{"1":"a","2":"b"}}a')
})

const oddNames = `<database name="d" namespace="Shop" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <behavior name="versionable"/>
  </table>
  <table name="line item" phpName="LineItem">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="book-no" phpName="BookNo" tableMapName="BOOK_NO" type="INTEGER"/>
    <foreign-key foreignTable="book"><reference local="book-no" foreign="id"/></foreign-key>
    <behavior name="versionable"/>
  </table>
</database>`

testOnEachDatabase('versions of tables whose SQL names are none in PHP', oddNames, async (t, project) => {
  const versions = await project.php(`
    $book = (new Shop\\Book())->setTitle('Emma');
    $item = (new Shop\\LineItem())->setBook($book);
    $item->save();
    $book->setTitle('Persuasion')->save();
    $last = $book->getOneVersion(2);
    echo json_encode([$last->getLineItemIds(), $last->getLineItemVersions(), $item->getOneVersion(1)->getBookNoVersion()]);
  `)
  t.is(versions, '[["1"],["1"],1]')
})
