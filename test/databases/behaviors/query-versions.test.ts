import { testOnEachDatabase } from '../../support/project.js'
import { walkSeed, walkSteps } from '../../support/walks.js'

const versionable = (parameters = '') =>
  `<behavior name="versionable"><parameter name="query_versions" value="true"/>${parameters}</behavior>`

/** `book` is copied by SQL; `chapter` and `shelf` know of each other's versions, so theirs are objects. */
const schema = `<database name="d" namespace="D" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="20"/>
    <column name="kind" type="INTEGER"/>
    <column name="text" type="CLOB"/>
    <column name="cover" type="BLOB"/>
    ${versionable(`<parameter name="log_created_at" value="true"/><parameter name="log_created_by" value="true"/>
      <parameter name="log_comment" value="true"/>`)}
    <behavior name="timestampable"/>
  </table>
  <table name="shelf">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="20"/>
    <column name="kind" type="INTEGER"/>
    ${versionable()}
    <behavior name="soft_delete"/>
  </table>
  <table name="chapter">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="20"/>
    <column name="kind" type="INTEGER"/>
    <column name="shelf_id" type="INTEGER"/>
    <foreign-key foreignTable="shelf"><reference local="shelf_id" foreign="id"/></foreign-key>
    ${versionable('<parameter name="version_column" value="revision"/>')}
    <behavior name="sortable"><parameter name="use_scope" value="true"/><parameter name="scope_column" value="kind"/></behavior>
    <behavior name="archivable"><parameter name="archive_on_update" value="true"/></behavior>
  </table>
  <table name="coded">
    <column name="place" type="INTEGER" primaryKey="true"/>
    <column name="code" type="VARCHAR" size="9" primaryKey="true"/>
    <column name="title" type="VARCHAR" size="20"/>
    <column name="kind" type="INTEGER"/>
    ${versionable('<parameter name="version_table" value="order"/>')}
  </table>
</database>`

testOnEachDatabase(
  `update() and delete() of queries keep versions as arrays do (ORM_SEED=${walkSeed})`,
  schema,
  async (t, project) => {
    t.is(
      await project.php(`
        mt_srand(${walkSeed});
        foreach (['Book', 'Shelf', 'Chapter', 'Coded'] as $class) {
            $model = "D\\\\$class";
            $query = $model . 'Query';
            /** By key: title and kind of each version, the last one is the row. */
            $rows = [];
            $text = static fn (object $object): string => json_encode($object->getPrimaryKey());
            $is = static fn (array $one, int $kind): bool => end($one)[1] === $kind;
            for ($step = 0; $step < ${walkSteps(25)}; $step++) {
                $kind = mt_rand(1, 3);
                $chosen = array_keys(array_filter($rows, static fn (array $one): bool => $is($one, $kind)));
                $chosenRows = $query::create()->filterByKind($kind);
                $change = static function (array $values) use (&$rows, $chosen): void {
                    foreach ($chosen as $key) {
                        $old = end($rows[$key]);
                        $new = [$values['Title'] ?? $old[0], $values['Kind'] ?? $old[1]];
                        if ($new !== $old) {
                            $rows[$key][] = $new;
                        }
                    }
                };
                switch (mt_rand(1, 8)) {
                    case 1:
                        $chosenRows->update($values = ['Title' => mt_rand(0, 1) ? 'a' : 'A']);
                        $change($values);
                        break;
                    case 2:
                        $chosenRows->update($values = ['Kind' => mt_rand(1, 3), 'Title' => 't' . mt_rand(1, 2)]);
                        $change($values);
                        break;
                    case 3:
                        $chosenRows->update($values = ['Title' => "s$step"], null, true);
                        $change($values);
                        break;
                    case 4:
                        if (count($rows) > 8 && $class !== 'Shelf') {
                            $chosenRows->delete();
                            $rows = array_diff_key($rows, array_flip($chosen));
                        }
                        break;
                    case 5:
                        $con = Orm\\Runtime\\Orm::getConnection();
                        $con->beginTransaction();
                        $chosenRows->update(['Title' => 'gone']);
                        $con->rollBack();
                        break;
                    case 6:
                        if ($chosen !== []) {
                            $object = $query::create()->findPk(json_decode($chosen[0], true));
                            $object->setTitle("o$step")->save();
                            $rows[$chosen[0]][] = ["o$step", $kind];
                        }
                        break;
                    default:
                        $object = (new $model())->setTitle("n$step")->setKind($kind);
                        if ($class === 'Coded') {
                            $object->setPlace($step % 3)->setCode("c' $step");
                        }
                        $object->save();
                        $rows[$text($object)] = [["n$step", $kind]];
                }
                $found = [];
                foreach ($query::create()->find() as $object) {
                    $versions = [];
                    foreach ($object->getAllVersions() as $i => $version) {
                        $number = $class === 'Chapter' ? $version->getRevision() : $version->getVersion();
                        assert($number === $i + 1, "$class, step $step: $number");
                        $versions[] = [$version->getTitle(), $version->getKind()];
                    }
                    assert($object->getVersion() === count($versions), "$class, step $step");
                    assert([$object->getTitle(), $object->getKind()] === end($versions), "$class, step $step");
                    $found[$text($object)] = $versions;
                }
                ksort($found);
                ksort($rows);
                assert($found === $rows, "$class, step $step: " . json_encode([$found, $rows]));
            }
        }
        $archived = D\\ChapterArchiveQuery::create()->find();
        foreach ($archived as $one) {
            $row = D\\ChapterQuery::create()->findPk($one->getId());
            assert($row === null || $row->getRevision() >= $one->getRevision());
        }
        echo 'ok';
      `),
      'ok',
    )
  },
)

testOnEachDatabase('what versions of update() have, and what it refuses', schema, async (t, project) => {
  t.is(
    await project.php(`
      $books = [];
      foreach (['a', 'b', 'b'] as $title) {
          $books[] = $book = (new D\\Book())->setTitle($title)->setCover('x')->setVersionCreatedBy('Jane');
          $book->save();
      }
      $all = static fn () => D\\BookQuery::create()->orderById();
      $numbers = static fn (): string => implode(',', $all()->select('Version')->find()->getData());
      // Author and comment are columns that the update sets; the date is the current time.
      $before = time() - 1;
      $all()->clearOrderByColumns()->update(['Title' => 'b', 'VersionComment' => 'bulk']);
      assert($numbers() === '2,2,2');
      $all()->clearOrderByColumns()->update(['Title' => 'b', 'VersionComment' => 'bulk']);
      assert($numbers() === '2,2,2', 'the same values again');
      $version = $all()->findOne()->getOneVersion(2);
      assert($version->getVersionComment() === 'bulk' && $version->getVersionCreatedBy() === 'Jane');
      assert($version->getVersionCreatedAt()->getTimestamp() >= $before);
      D\\BookQuery::create()->filterById($books[0]->getId())->update(['Title' => 'c', 'VersionCreatedAt' => '2001-02-03 04:05:06']);
      assert($numbers() === '3,2,2');
      assert($all()->findOne()->getOneVersion(3)->getVersionCreatedAt('Y-m-d') === '2001-02-03');
      // Texts that only the collation takes for the same, NULL, bytes, and SQL.
      D\\BookQuery::create()->filterByTitle('c')->update(['Title' => 'C']);
      D\\BookQuery::create()->filterByTitle('C')->update(['Title' => null]);
      $all()->clearOrderByColumns()->update(['Cover' => "\\x00\\xff"]);
      $all()->clearOrderByColumns()->update(['Cover' => "\\x00\\xff"]);
      $all()->clearOrderByColumns()->update(['Text' => str_repeat('é', 3000)]);
      assert($numbers() === '7,4,4', $numbers());
      $all()->clearOrderByColumns()->update(['Kind' => 1]);
      $more = static fn (int $by) => (new Orm\\Runtime\\ActiveQuery\\Criteria())
          ->add(D\\Map\\BookTableMap::COL_KIND, ['raw' => 'kind + ?', 'value' => $by], Orm\\Runtime\\ActiveQuery\\Criteria::CUSTOM_EQUAL);
      $all()->clearOrderByColumns()->update($more(0));
      assert($numbers() === '8,5,5', $numbers());
      $all()->clearOrderByColumns()->update($more(1));
      assert($numbers() === '9,6,6', $numbers());
      assert($all()->findOne()->getOneVersion(9)->getKind() === 2);
      // A number of a version is given once.
      D\\BookVersionQuery::create()->filterById($books[1]->getId())->filterByVersion(6, '<')->delete();
      $all()->clearOrderByColumns()->update(['Version' => 1]);
      assert($numbers() === '10,7,7', $numbers());
      // Versioning is off.
      D\\BookQuery::disableVersioning();
      $all()->clearOrderByColumns()->update(['Title' => 'off']);
      D\\BookQuery::enableVersioning();
      assert($numbers() === '10,7,7' && D\\BookVersionQuery::create()->filterByTitle('off')->count() === 0);
      // More rows than a statement takes.
      foreach (range(1, 450) as $i) {
          $many[] = (new D\\Coded())->setPlace($i)->setCode('m')->setKind(9);
      }
      (new Orm\\Runtime\\Collection\\ObjectCollection($many))->save();
      D\\CodedQuery::create()->filterByKind(9)->update(['Title' => 'many']);
      assert(D\\CodedVersionQuery::create()->filterByTitle('many')->filterByVersion(2)->count() === 450);
      try {
          D\\CodedQuery::create()->filterByPlace(1)->update(['Place' => 1000]);
          assert(false);
      } catch (Orm\\Runtime\\Exception\\LogicException $e) {
          echo $e->getMessage(), "\\n";
      }
      assert(D\\CodedQuery::create()->filterByPlace(1000)->count() === 0);
      // Versions of related rows, and a soft delete, which is an update.
      $shelf = (new D\\Shelf())->setTitle('s')->setKind(1);
      $shelf->save();
      $chapter = (new D\\Chapter())->setTitle('c')->setShelf($shelf);
      $chapter->save();
      D\\ShelfQuery::create()->filterById($shelf->getId())->update(['Kind' => 2]);
      D\\ChapterQuery::create('c')->where('c.ShelfId = ?', $shelf->getId())->update(['Title' => 'new']);
      $version = D\\ChapterQuery::create()->findPk($chapter->getId())->getLastVersions(1)->getFirst();
      assert($version->getTitle() === 'new' && $version->getShelfIdVersion() === 2);
      D\\ShelfQuery::create()->filterByKind(2)->delete();
      $last = D\\ShelfVersionQuery::create()->filterById($shelf->getId())->orderByVersion('DESC')->findOne();
      assert($last->getVersion() >= 3 && $last->getDeletedAt() !== null);
      assert($last->getChapterIds() == [$chapter->getId()]);
      echo 'ok';
    `),
    'update() with versions cannot change the primary key of "coded": use $forceIndividualSaves\nok',
  )
})

testOnEachDatabase('beside others who add and save rows, update() misses no row', schema, async (t, project) => {
  const write = (body: string) => `for ($i = 0; $i < 12; $i++) { ${body} }`
  await Promise.all([
    project.php(write(`D\\BookQuery::create()->filterByKind(1)->update(['Title' => "bulk $i"]);`)),
    project.php(write(`D\\BookQuery::create()->update(['Title' => "all $i"]);`)),
    project.php(write(`(new D\\Book())->setTitle("new $i")->setKind(1)->save();`)),
    project.php(
      write(`$book = D\\BookQuery::create()->orderById('DESC')->findOne();
        $book?->setTitle("saved $i")->save(); D\\Map\\BookTableMap::clearInstancePool();`),
    ),
  ])
  t.is(
    await project.php(`
      $books = D\\BookQuery::create()->find();
      assert(count($books) === 12);
      foreach ($books as $book) {
          $versions = $book->getAllVersions();
          foreach ($versions as $i => $version) {
              assert($version->getVersion() === $i + 1);
          }
          assert($book->getVersion() === count($versions));
          assert($book->getTitle() === $versions->getLast()->getTitle());
      }
      echo 'ok';
    `),
    'ok',
  )
})
