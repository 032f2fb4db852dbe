import test from 'ava'
import { type DatabaseName, databases } from '../support/databases.js'
import { createProject, type Project } from '../support/project.js'
import { query } from '../support/query.js'

/** Expressions that give another text for each row, a text of 36 characters, and a number. */
const expressions: Readonly<
  Record<DatabaseName, Record<'uuid' | 'type' | 'text' | 'number' | 'flag' | 'list', string>>
> = {
  pgsql: {
    uuid: 'gen_random_uuid()',
    type: 'UUID',
    text: 'md5(random()::text)',
    number: '(40 + 2)',
    flag: '(NOT false)',
    list: "('| a | b' || ' |')",
  },
  mysql: {
    uuid: '(uuid())',
    type: 'VARCHAR" size="36',
    text: '(md5(rand()))',
    number: '(40 + 2)',
    flag: '(1 + 0)',
    list: "(concat('| a | b', ' |'))",
  },
  sqlite: {
    uuid: '(lower(hex(randomblob(16))))',
    type: 'VARCHAR" size="36',
    text: '(lower(hex(randomblob(16))))',
    number: '(40 + 2)',
    flag: '(1 + 0)',
    list: "('| a | b' || ' |')",
  },
}

const schemaFor = (database: DatabaseName) => {
  const { uuid, type, text, number, flag, list } = expressions[database]
  return `
<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="doc">
    <column name="id" type="${type}" primaryKey="true" defaultExpr="${uuid}"/>
    <column name="name" type="VARCHAR" size="40" required="true"/>
    <column name="code" type="VARCHAR" size="40" required="true" defaultExpr="${text}"/>
    <column name="answer" type="INTEGER" defaultExpr="${number}"/>
    <column name="made" type="TIMESTAMP" defaultExpr="CURRENT_TIMESTAMP"/>
    <column name="plain" type="INTEGER" defaultValue="3"/>
  </table>
  <table name="page">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="doc_id" type="${type}" required="true"/>
    <column name="title" type="VARCHAR" size="40"/>
    <column name="code" type="VARCHAR" size="40" defaultExpr="${text}"/>
    <foreign-key foreignTable="doc" onDelete="cascade"><reference local="doc_id" foreign="id"/></foreign-key>
  </table>
  <table name="note" reloadOnInsert="true">
    <column name="id" type="${type}" primaryKey="true" defaultExpr="${uuid}"/>
    <column name="name" type="VARCHAR" size="40"/>
    <column name="answer" type="INTEGER" defaultExpr="${number}"/>
  </table>
  <table name="line">
    <column name="order_id" type="INTEGER" primaryKey="true"/>
    <column name="id" type="${type}" primaryKey="true" defaultExpr="${uuid}"/>
    <column name="amount" type="DECIMAL" size="10" scale="2" defaultExpr="${number}"/>
    <column name="flag" type="BOOLEAN" defaultExpr="${flag}"/>
    <column name="state" type="ENUM" valueSet="new,old" defaultExpr="(1 + 0)"/>
    <column name="tags" type="ARRAY" defaultExpr="${list}"/>
    <column name="late" type="VARCHAR" size="40" lazyLoad="true" defaultExpr="${text}"/>
    <column name="name" type="VARCHAR" size="40"/>
  </table>
  <table name="stamped">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="40"/>
    <column name="changed" type="TIMESTAMP" defaultExpr="CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP"/>
    <column name="code" type="VARCHAR" size="40" defaultExpr="${text}"/>
    <behavior name="timestampable"/>
    <behavior name="versionable"/>
  </table>
  <table name="only">
    <column name="id" type="${type}" primaryKey="true" defaultExpr="${uuid}"/>
  </table>
  <table name="kept">
    <column name="id" type="${type}" primaryKey="true" defaultExpr="${uuid}"/>
    <column name="name" type="VARCHAR" size="40"/>
    <column name="code" type="VARCHAR" size="40" defaultExpr="${text}"/>
    <behavior name="archivable"/>
    <behavior name="versionable"/>
    <behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>
    <column name="title" type="VARCHAR" size="40"/>
  </table>
  <table name="kept_i18n"><behavior name="versionable"/></table>
  <table name="content">
    <column name="id" type="${type}" primaryKey="true" defaultExpr="${uuid}"/>
    <column name="title" type="VARCHAR" size="40"/>
    <column name="code" type="VARCHAR" size="40" defaultExpr="${text}"/>
  </table>
  <table name="article">
    <column name="body" type="VARCHAR" size="40"/>
    <behavior name="concrete_inheritance"><parameter name="extends" value="content"/></behavior>
  </table>
  <table name="task">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="40"/>
    <column name="code" type="VARCHAR" size="40" defaultExpr="${text}"/>
    <behavior name="sortable"/>
  </table>
</database>`
}

const prelude = `
  use Orm\\Runtime\\Orm;
  use Orm\\Runtime\\ActiveQuery\\InstancePools;
  use Orm\\Runtime\\Collection\\ObjectCollection;
  use Shop\\{Article, ContentQuery, Doc, DocQuery, Kept, KeptQuery, Line, Note, Only, OnlyQuery, Page, PageQuery, Stamped, StampedQuery, Task, TaskQuery};

  function equal(mixed $expected, mixed $seen, string $what = ''): void {
      assert($expected === $seen, $what . ' ' . json_encode($seen) . ' is not ' . json_encode($expected));
  }
  /** The object shows what its row has. */
  function agrees(object $object): void {
      $shown = $object->toArray();
      InstancePools::clear();
      $query = get_class($object) . 'Query';
      $read = $query::create()->findPk($object->getPrimaryKey());
      assert($read !== null, 'no row ' . json_encode($object->getPrimaryKey()));
      assert($read !== $object);
      // timestampable's have digits that a column of MySQL drops.
      $stamps = ['CreatedAt' => 0, 'UpdatedAt' => 0];
      equal(array_diff_key($read->toArray(), $stamps), array_diff_key($shown, $stamps));
  }
`

const workOn = (database: DatabaseName) => `
  $doc = (new Doc())->setName('one');
  equal(1, $doc->save());
  assert(strlen($doc->getId()) >= 32 && strlen($doc->getCode()) === 32);
  equal([42, 3, false, false], [$doc->getAnswer(), $doc->getPlain(), $doc->isModified(), $doc->isNew()]);
  assert(abs($doc->getMade()->getTimestamp() - time()) < 90000);
  equal($doc, DocQuery::create()->findPk($doc->getId()));
  agrees($doc);
  equal(1, $doc->setName('two')->save());
  agrees($doc);
  // What is set is written.
  $given = (new Doc())->setName('given')->setCode('mine')->setAnswer(7);
  $given->save();
  equal(['mine', 7], [$given->getCode(), $given->getAnswer()]);
  agrees($given);
  // Keys reach related rows, both ways.
  $page = (new Page())->setTitle('p')->setDoc((new Doc())->setName('three'));
  $page->save();
  equal($page->getDoc()->getId(), $page->getDocId());
  agrees($page);
  $doc = (new Doc())->setName('four');
  $doc->addPage((new Page())->setTitle('a'));
  $doc->addPage((new Page())->setTitle('b'));
  $doc->save();
  equal(2, PageQuery::create()->filterByDoc($doc)->count());
  // A row that is read again, and one of defaults only.
  $note = (new Note())->setName('n');
  $note->save();
  equal(42, $note->getAnswer());
  agrees($note);
  $note->setName('m')->save();
  agrees($note);
  $only = new Only();
  $only->save();
  agrees($only);
  // A rollback takes back what the database had made.
  $con = Orm::getConnection('shop');
  $late = (new Doc())->setName('late');
  $con->beginTransaction();
  $late->save();
  $first = $late->getId();
  $con->rollBack();
  equal([null, null, true], [$late->getId(), $late->getCode(), $late->isNew()]);
  equal(1, $late->save());
  assert($late->getId() !== $first && $late->getId() !== null);
  agrees($late);
  // Behaviors that write other rows.
  $kept = (new Kept())->setName('k')->setTitle('translated');
  $kept->save();
  agrees($kept);
  equal('k', $kept->getOneVersion(1)->getName());
  equal($kept->getCode(), $kept->getOneVersion(1)->getCode());
  $kept->delete();
  equal($kept->getCode(), \\Shop\\KeptArchiveQuery::create()->findPk($kept->getId())->getCode());
  $article = (new Article())->setTitle('t')->setBody('b');
  $article->save();
  agrees($article);
  equal($article->getCode(), ContentQuery::create()->findPk($article->getId())->getCode());
  $tasks = [];
  foreach (['x', 'y'] as $title) {
      $tasks[] = $task = (new Task())->setTitle($title);
      $task->save();
  }
  equal([1, 2], [$tasks[0]->getRank(), $tasks[1]->getRank()]);
  agrees($tasks[0]);
  agrees($tasks[1]);
  // A composite key, made in part; values are converted like those of a row that is read.
  $line = (new Line())->setOrderId(7)->setName('l');
  $line->save();
  equal(['42.00', true, 'old', ['a', 'b']], [$line->getAmount(), $line->getFlag(), $line->getState(), $line->getTags()]);
  equal(32, strlen($line->getLate()));
  agrees($line);
  equal(1, $line->setName('m')->save());
  agrees($line);
  // What the database changes with an UPDATE is known, too, and taken back.
  $stamped = (new Stamped())->setName('s');
  $stamped->save();
  agrees($stamped);
  $con->exec("UPDATE stamped SET changed = '2001-02-03 04:05:06'");
  $stamped->reload();
  $old = $stamped->getChanged('Y');
  equal('2001', $old);
  $con->beginTransaction();
  $stamped->setName('s2')->save();
  agrees($stamped);
  $con->rollBack();
  equal($old, $stamped->getChanged('Y'));
  $stamped->save();
  $isMysql = '${database}' === 'mysql';
  equal($isMysql ? date('Y') : '2001', $stamped->getChanged('Y'));
  agrees($stamped);
  equal($stamped->getChanged('c'), $stamped->getOneVersion($stamped->getVersion())->getChanged('c'));
  $stamped->setName('s3')->setChanged('2002-01-01 00:00:00')->save();
  equal('2002', $stamped->getChanged('Y'));
  agrees($stamped);
  // Many at once.
  foreach ([Doc::class => 'setName', Page::class => 'setTitle'] as $class => $setter) {
      $objects = [];
      for ($i = 0; $i < 600; $i++) {
          $objects[] = $object = (new $class())->$setter("many $i");
          $class === Page::class && $object->setDocId($doc->getId());
      }
      (new ObjectCollection($objects, $class))->save();
      InstancePools::clear();
      $query = $class . 'Query';
      $getter = 'g' . substr($setter, 1);
      foreach ($objects as $i => $object) {
          $read = $query::create()->findPk($object->getPrimaryKey());
          equal("many $i", $read->$getter(), $class);
          equal($read->getCode(), $object->getCode(), $class);
      }
      equal(600, count(array_unique(array_map(fn ($object) => $object->getCode(), $objects))));
  }
  $new = DocQuery::create()->filterByName('created')->findOneOrCreate();
  $new->save();
  agrees($new);
  echo 'done';
`

const withProject = (database: DatabaseName, title: string, run: (project: Project) => Promise<string>) =>
  test(`${database}: ${title}`, async (t) => {
    const project = await createProject(t, { schema: schemaFor(database), database })
    await project.build()
    t.is(await run(project), 'done')
  })

for (const database of databases) {
  withProject(database, 'keys and values that the database makes are known after save()', (project) =>
    project.php(prelude + workOn(database)),
  )

  withProject(database, 'without RETURNING the values are read, and a key must be given', (project) =>
    project.php(`${prelude}
      $vendor = Orm::getAdapter('shop');
      Orm::getServiceContainer()->setAdapter('shop', match ('${database}') {
          'mysql' => new class extends \\Orm\\Runtime\\Adapter\\Pdo\\MysqlAdapter { public function returnsInsertedRows($con): bool { return false; } },
          'pgsql' => new class extends \\Orm\\Runtime\\Adapter\\Pdo\\PgsqlAdapter { public function returnsInsertedRows($con): bool { return false; } },
          'sqlite' => new class extends \\Orm\\Runtime\\Adapter\\Pdo\\SqliteAdapter { public function returnsInsertedRows($con): bool { return false; } },
      });
      $id = '6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a4d';
      $doc = (new Doc())->setId($id)->setName('one');
      $doc->save();
      equal([32, 42], [strlen($doc->getCode()), $doc->getAnswer()]);
      agrees($doc);
      $pages = array_map(fn ($i) => (new Page())->setTitle("p $i")->setDocId($id), range(1, 20));
      (new ObjectCollection($pages, Page::class))->save();
      foreach ($pages as $page) {
          assert(strlen($page->getCode()) === 32);
          agrees($page);
      }
      $before = DocQuery::create()->count();
      try {
          (new Doc())->setName('two')->save();
          assert(false, 'the key cannot be known');
      } catch (\\Orm\\Runtime\\Exception\\OrmException $failure) {
          assert(str_contains($failure->getMessage(), 'doc.id'), $failure->getMessage());
      }
      equal($before, DocQuery::create()->count());
      echo 'done';
    `),
  )
}

/** A table that somebody has made by hand, with a key and a column that the database computes. */
const handMade: Readonly<Record<DatabaseName, string>> = {
  pgsql: `CREATE TABLE item (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), price integer NOT NULL, amount integer NOT NULL,
    total integer GENERATED ALWAYS AS (price * amount) STORED)`,
  mysql: `CREATE TABLE item (id varchar(36) NOT NULL DEFAULT (uuid()) PRIMARY KEY, price int NOT NULL, amount int NOT NULL,
    total int AS (price * amount) STORED)`,
  sqlite: `CREATE TABLE item (id VARCHAR(36) NOT NULL DEFAULT (lower(hex(randomblob(16)))) PRIMARY KEY, price INTEGER NOT NULL,
    amount INTEGER NOT NULL, total INTEGER GENERATED ALWAYS AS (price * amount) VIRTUAL)`,
}

for (const database of databases) {
  test(`${database}: objects of an imported table have its key and its generated columns after save()`, async (t) => {
    const project = await createProject(t, { schema: '<database name="shop"/>', database })
    await query(project.database, handMade[database])
    const reversed = await project.orm('database:reverse', 'shop', '--output-dir=.', '--namespace=Shop', '--overwrite')
    t.is(reversed.code, 0, reversed.stderr)
    t.is((await project.orm('model:build')).code, 0)
    t.is((await project.orm('config:convert')).code, 0)
    const output = await project.php(`
      use Orm\\Runtime\\Collection\\ObjectCollection;
      use Shop\\Item;
      $item = (new Item())->setPrice(3)->setAmount(4);
      $item->save();
      echo strlen($item->getId()) >= 32 ? 'key' : 'none', ' ', $item->getTotal();
      $item->setAmount(5)->save();
      echo ' ', $item->getTotal();
      $con = Orm\\Runtime\\Orm::getConnection('shop');
      $con->beginTransaction();
      $item->setAmount(6)->save();
      echo ' ', $item->getTotal();
      $con->rollBack();
      $item->save();
      echo ' ', $item->getTotal();
      $items = new ObjectCollection([(new Item())->setPrice(1)->setAmount(2), (new Item())->setPrice(2)->setAmount(4)], Item::class);
      $items->save();
      echo ' ', implode(',', $items->getColumnValues('Total'));
    `)
    t.is(output, 'key 12 15 18 18 2,8')
  })
}

if (databases.includes('mysql')) {
  test('mysql: a required TIMESTAMP without a default is known after save()', async (t) => {
    const project = await createProject(t, {
      schema: `<database name="shop" namespace="Shop" defaultIdMethod="native">
        <table name="visit">
          <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
          <column name="page" type="VARCHAR" size="20"/>
          <column name="seen" type="TIMESTAMP" required="true"/>
        </table>
      </database>`,
      database: 'mysql',
    })
    await project.build()
    const output = await project.php(`
      $visit = (new Shop\\Visit())->setPage('a');
      $visit->save();
      $seen = $visit->getSeen('c');
      $visit->reload();
      echo $seen !== null && $seen === $visit->getSeen('c') ? 'same' : 'other';
    `)
    t.is(output, 'same')
  })
}
