import { testOnEachDatabase } from '../../support/project.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const title = '<column name="title" type="VARCHAR" size="20"/>'

const schema = `<database name="d" namespace="D">
  <table name="dated">${id}${title}<behavior name="timestampable"/></table>
  <table name="marked">${id}${title}<behavior name="uuid"/><behavior name="sluggable"><parameter name="slug_pattern" value="{Title}"/></behavior><behavior name="timestampable"/></table>
  <table name="ranked">${id}${title}<behavior name="sortable"/></table>
  <table name="sized">${id}
    ${['TIMESTAMP', 'DATETIME', 'TIME']
      .flatMap((type) => [0, 1, 3, 6].map((size) => [type, size] as const))
      .map(
        ([type, size]) =>
          `<column name="${type.toLowerCase()}_${size}" type="${type}"${size ? ` size="${size}"` : ''}/>`,
      )
      .join('')}
    <column name="day" type="DATE"/></table>
</database>`

testOnEachDatabase(
  'a save that was rolled back leaves no dates, UUIDs and slugs of behaviors',
  schema,
  async (t, project) => {
    t.is(
      await project.php(`
      $con = Orm\\Runtime\\Orm::getConnection('d');
      $before = new DateTime('2001-02-03 04:05:06');
      foreach (['D\\\\Dated', 'D\\\\Marked'] as $class) {
          $object = (new $class())->setTitle('x');
          $con->beginTransaction();
          $object->save();
          $con->rollBack();
          assert($object->getCreatedAt() === null && $object->getUpdatedAt() === null);
          assert($object->getModifiedColumns() === [strtolower(substr($class, 2)) . '.title']);
          $object->save();
          assert($object->getCreatedAt() !== null && $object->getUpdatedAt() !== null);
          if ($object instanceof D\\Marked) {
              $shown = [$object->getUuid(), $object->getSlug()];
              $object->reload();
              assert($shown === [$object->getUuid(), 'x'] && $shown[0] !== null);
          }
          $object->setUpdatedAt($before)->save();
          $con->beginTransaction();
          $object->setTitle('y')->save();
          assert($object->getUpdatedAt('Y') !== '2001');
          $con->rollBack();
          assert($object->getUpdatedAt('Y') === '2001');
          $object->save();
          assert($object->getUpdatedAt('Y') !== '2001' && $object->getTitle() === 'y');
          // What the application has set is kept.
          $con->beginTransaction();
          $object->setTitle('z')->setUpdatedAt($before)->save();
          $con->rollBack();
          $object->save();
          assert($object->getUpdatedAt('Y') === '2001');
      }
      echo 'ok';
    `),
      'ok',
    )
  },
)

testOnEachDatabase('what reload() has read in a transaction is taken back with it', schema, async (t, project) => {
  t.is(
    await project.php(`
      $con = Orm\\Runtime\\Orm::getConnection('d');
      foreach (['a', 'b', 'c'] as $title) {
          (new D\\Ranked())->setTitle($title)->save();
      }
      $find = static function (string $title): D\\Ranked {
          D\\Map\\RankedTableMap::clearInstancePool();
          return D\\RankedQuery::create()->findOneByTitle($title);
      };
      [$held, $other, $c] = [$find('b'), $find('b'), $find('c')];
      $con->beginTransaction();
      $c->moveToTop();
      $other->setTitle('B')->save();
      $held->reload();
      assert($held->getRank() === 3 && $held->getTitle() === 'B');
      $con->rollBack();
      assert($held->getRank() === 2 && $held->getTitle() === 'b' && !$held->isModified());
      $held->moveUp();
      assert(D\\RankedQuery::create()->orderByRank()->select('Title')->find()->getData() === ['b', 'a', 'c']);
      // Changes after it, and a save of it, are those of the object.
      $held->reload();
      $con->beginTransaction();
      $find('c')->moveToTop();
      $held->reload();
      $held->setTitle('changed')->save();
      $con->rollBack();
      assert($held->getTitle() === 'changed' && $held->isModified() && $held->getRank() === 1);
      $held->save();
      assert(D\\RankedQuery::create()->orderByRank()->select('Title')->find()->getData() === ['changed', 'a', 'c']);
      // A row of the transaction itself.
      $con->beginTransaction();
      $new = (new D\\Ranked())->setTitle('new');
      $new->save();
      $new->reload();
      $con->rollBack();
      assert($new->isNew() && $new->getId() === null && $new->getTitle() === 'new');
      $new->save();
      assert($new->getRank() === 4);
      echo 'ok';
    `),
    'ok',
  )
})

testOnEachDatabase('after save() an object has the times that its row has', schema, async (t, project) => {
  t.is(
    await project.php(`
      $object = new D\\Sized();
      $columns = array_diff(D\\Map\\SizedTableMap::getFieldNames(), ['Id']);
      foreach (['2026-03-29 12:34:56.987654', '1999-12-31 23:59:59.999999', '2026-01-01 00:00:00.000001', '2026-10-25 01:30:00.5'] as $time) {
          foreach ([$time, new DateTime($time), new DateTimeImmutable($time)] as $value) {
              foreach ($columns as $name) {
                  $object->{'set' . $name}($value);
              }
              $object->save();
              $read = static fn (): array => array_map(static fn (string $name): string => $object->{'get' . $name}('H:i:s.u'), $columns);
              $before = $read();
              $object->reload();
              assert($before === $read(), json_encode([$before, $read()]));
              foreach ($columns as $name) {
                  $object->{'set' . $name}($value);
              }
              assert(!$object->isModified(), json_encode($object->getModifiedColumns()));
          }
      }
      echo 'ok';
    `),
    'ok',
  )
})

const owned = (name: string, behavior: string) => `<table name="${name}">${id}${title}
  <column name="owner_id" type="INTEGER" required="true"/>
  <foreign-key foreignTable="owner"><reference local="owner_id" foreign="id"/></foreign-key>${behavior}</table>`
const scope = '<parameter name="use_scope" value="true"/><parameter name="scope_column" value="owner_id"/>'

const owners = `<database name="d" namespace="D">
  <table name="owner">${id}${title}</table>
  ${owned('note', '')}
  ${owned('step', `<behavior name="sortable">${scope}</behavior>`)}
  ${owned('rank', '<behavior name="sortable"/>')}
  ${owned('node', `<behavior name="nested_set">${scope}</behavior>`)}
  ${owned('root', '<behavior name="nested_set"/>')}
</database>`

testOnEachDatabase(
  'objects whose save was rolled back together with their new owner are saved with it again',
  owners,
  async (t, project) => {
    t.is(
      await project.php(`
      $con = Orm\\Runtime\\Orm::getConnection('d');
      foreach (['Note', 'Step', 'Rank', 'Node', 'Root'] as $name) {
          $class = 'D\\\\' . $name;
          foreach ([true, false] as $isByOwner) {
              $owner = (new D\\Owner())->setTitle($name);
              $object = (new $class())->setTitle('x')->setOwner($owner);
              if ($name === 'Node' || ($name === 'Root' && $isByOwner)) {
                  $object->makeRoot();
              }
              $saved = $isByOwner ? $owner : $object;
              $con->beginTransaction();
              $saved->save();
              $con->rollBack();
              assert($object->getOwner() === $owner);
              // The owner gets another key than before.
              (new D\\Owner())->setTitle('other')->save();
              $saved->save();
              $found = ($class . 'Query')::create()->filterByOwnerId($owner->getId())->select('Title')->find()->getData();
              assert($found === ['x'] && $object->getOwnerId() === $owner->getId());
          }
      }
      echo 'ok';
    `),
      'ok',
    )
  },
)
