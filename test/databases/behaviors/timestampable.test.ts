import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="100"/>
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
      <behavior name="timestampable"/>
    </table>
    <table name="seconds">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="created_at" type="INTEGER"/>
      <column name="updated_at" type="BIGINT"/>
      <behavior name="timestampable"/>
    </table>
    <table name="touched">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="created_at" type="TIMESTAMP" size="6"/>
      <column name="updated_at" type="TIMESTAMP" size="6"/>
      <column name="title" type="VARCHAR" size="100"/>
      <behavior name="timestampable"><parameter name="touch_on_query_update" value="true"/></behavior>
    </table>
    <table name="post">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="body" type="LONGVARCHAR"/>
      <column name="status" type="ENUM" valueSet="draft, published, gone" defaultValue="draft"/>
      <column name="hidden" type="BOOLEAN"/>
      <column name="rating" type="INTEGER"/>
      <column name="rated_at" type="INTEGER"/>
      <behavior name="timestampable">
        <parameter name="touch_on_query_update" value="true"/>
        <parameter name="on_change" value="edited_at: title, body"/>
        <parameter name="on_change" value="published_at: status = published"/>
        <parameter name="on_change" value="hidden_at: hidden = true"/>
        <parameter name="on_change" value="rated_at: rating = 4|5"/>
      </behavior>
    </table>
  </database>`

/** Makes the dates of a saved row old, so that a new date can be told from them without waiting. */
const age = `
  $age = static function (object $row) use ($con): object {
      $table = strtolower($row::class);
      $con->exec("UPDATE $table SET updated_at = '2001-01-01 00:00:00', created_at = '2000-01-01 00:00:00'");
      $row->reload();
      return $row;
  };
  $make = static function (string $class = Book::class) use ($age): object {
      $row = (new $class())->setTitle('a'); $row->save();
      return $age($row);
  };
  $now = static fn (object $row): string => $row->getUpdatedAt('Y') === date('Y') ? 'now ' : 'old ';`

scenariosOnEachDatabase(
  schema,
  {
    'B13.1: a new row has one instant with microseconds in both columns': [
      `$row = (new Touched())->setTitle('a');
      $before = new DateTime();
      $row->save();
      echo $row->getCreatedAt() >= $before && $row->getCreatedAt() <= new DateTime() ? 'now ' : 'not now ';
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
      $found = TouchedQuery::create()->findOne();
      echo $found->getCreatedAt('Y-m-d H:i:s.u') === $row->getUpdatedAt('Y-m-d H:i:s.u') ? 'same' : 'differs';
      echo preg_match('/[1-9]/', $found->getCreatedAt('u')) ? ' micro' : ' whole';`,
      'now same micro',
    ],
    'update() that saves each row sets the dates of those that change': [
      `$make(Touched::class); $other = (new Touched())->setTitle('b'); $other->save(); $age($other);
      TouchedQuery::create()->update(['Title' => 'a'], null, true);
      foreach (TouchedQuery::create()->orderById()->find() as $row) { $row->reload(); echo $now($row); }`,
      'old now',
    ],
    'B13.2: dates that the user sets are kept': [
      `$book = (new Book())->setCreatedAt('1999-01-01 10:00:00')->setUpdatedAt('1999-02-02 10:00:00');
      $book->save();
      $book->reload();
      echo $book->getCreatedAt('Y-m-d '), $book->getUpdatedAt('Y-m-d ');
      $book->setTitle('x')->setUpdatedAt('1999-03-03')->save();
      echo $book->getUpdatedAt('Y-m-d');`,
      '1999-01-01 1999-02-02 1999-03-03',
    ],
    'B13.3: an update sets the date of the change only, a save without change sets nothing': [
      `$book = $make(); $book->save(); echo $book->getUpdatedAt('Y '); $book->setTitle('b')->save(); $book->reload(); echo $now($book), $book->getCreatedAt('Y');
      $book = $age($book); $book->setAuthor((new Author())->setName('A'))->save(); echo ' ', $now($book);`,
      '2001 now 2000 now',
    ],
    'B13.4: keepUpdateDateUnchanged() counts for the next save': [
      `$book = $make(); $book->keepUpdateDateUnchanged()->setTitle('b')->save(); $book->reload(); echo $now($book); $book->setTitle('c')->save(); echo $now($book);`,
      'old now',
    ],
    'B13.5: columns of type INTEGER and BIGINT hold Unix seconds': [
      `$before = time(); $row = new Seconds(); $row->save(); $row->reload();
      echo $row->getCreatedAt() >= $before && $row->getUpdatedAt() <= time() ? 'seconds' : 'other';`,
      'seconds',
    ],
    'B13.6: queries by date honour the alias, and numbers are dates too': [
      `$make(); $new = (new Book())->setTitle('new'); $new->save();
      $titles = static fn (BookQuery $query): string => implode('', $query->select('Title')->find()->getData()) . ' ';
      echo $titles(BookQuery::create('b')->recentlyUpdated()), $titles(BookQuery::create()->recentlyCreated(1));
      echo $titles(BookQuery::create()->recentlyCreated(365 * 100)->firstCreatedFirst()), $titles(BookQuery::create('b')->lastCreatedFirst());
      echo $titles(BookQuery::create()->lastUpdatedFirst()), $titles(BookQuery::create('b')->firstUpdatedFirst());
      (new Seconds())->save(); (new Seconds())->setCreatedAt(5)->save();
      echo SecondsQuery::create('s')->recentlyUpdated()->lastCreatedFirst()->count(), SecondsQuery::create()->recentlyCreated()->count();`,
      'new new anew newa newa anew 21',
    ],
    'B13.7: update() of a query sets the date only if the schema says so': [
      `$book = $make(); BookQuery::create()->update(['Title' => 'b']); $book->reload(); echo $now($book);
      $row = $make(Touched::class); TouchedQuery::create()->update(['Title' => 'b']); $row->reload(); echo $now($row);
      TouchedQuery::create()->update(['updated_at' => '1990-01-01 00:00:00']); $row->reload(); echo $row->getUpdatedAt('Y');`,
      'old now 1990',
    ],
    'B13.8: setting the value that is there already is not a change': [
      `$book = $make(); $book->setTitle('b')->setUpdatedAt($book->getUpdatedAt())->save(); echo $now($book);`,
      'now',
    ],
    'on_change: a new row has the dates of what it is born with': [
      `$dates = static fn (Post $post): string => implode(',', array_map(static fn ($date): string => $date === null ? '-' : 'now',
          [$post->getEditedAt(), $post->getPublishedAt(), $post->getHiddenAt(), $post->getRatedAt()])) . ' ';
      $save = static function (Post $post) use ($dates): string { $post->save(); $post->reload(); return $dates($post); };
      echo $save(new Post()), $save((new Post())->setTitle('a')->setHidden(false)->setRating(3));
      echo $save((new Post())->setBody('a')->setStatus('published')->setHidden(true)->setRating(5));
      $post = (new Post())->setTitle('a')->setEditedAt('1999-01-01'); echo $save($post), $post->getEditedAt('Y');`,
      '-,-,-,- now,-,-,- now,now,now,now now,-,-,- 1999',
    ],
    'on_change: random saves and updates of queries, compared with a plain model': [
      `$steps = (int) (getenv('ORM_MODEL_STEPS') ?: 60);
      $seed = (int) (getenv('ORM_SEED') ?: random_int(1, 1 << 30));
      mt_srand($seed);
      $columns = ['title' => ['a', 'b', null], 'body' => ['x', 'y', null], 'status' => ['draft', 'published', 'gone'],
          'hidden' => [true, false, null], 'rating' => [1, 4, 5, null]];
      $rules = ['edited_at' => [['title', 'body'], null], 'published_at' => [['status'], ['published']],
          'hidden_at' => [['hidden'], [true]], 'rated_at' => [['rating'], [4, 5]]];
      $phpName = static fn (string $name): string => str_replace('_', '', ucwords($name, '_'));
      $rows = [];
      for ($i = 0; $i < 3; ++$i) { $post = new Post(); $post->save(); $rows[$post->getId()] = ['title' => null, 'body' => null, 'status' => 'draft', 'hidden' => null, 'rating' => null]; }
      for ($step = 0; $step < $steps; ++$step) {
          $con->exec("UPDATE post SET edited_at = '2001-01-01 00:00:00', published_at = '2001-01-01 00:00:00', hidden_at = '2001-01-01 00:00:00', rated_at = 5");
          Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
          $values = [];
          foreach ($columns as $name => $choice) { if (mt_rand(0, 2) === 0) { $values[$name] = $choice[mt_rand(0, count($choice) - 1)]; } }
          if (mt_rand(0, 4) === 0) { $values['edited_at'] = '1999-09-09 00:00:00'; }
          $keys = mt_rand(0, 1) ? [array_rand($rows)] : array_rand($rows, 2);
          if ($values === []) { continue; }
          $byQuery = mt_rand(0, 1) === 1;
          if ($byQuery) {
              $named = [];
              foreach ($values as $name => $value) { $named[mt_rand(0, 1) ? $name : $phpName($name)] = $value; }
              PostQuery::create(mt_rand(0, 1) ? 'p' : null)->filterById($keys)->_or()->filterById(-1)->update($named);
          } else {
              foreach ($keys as $key) { $post = PostQuery::create()->findPk($key); foreach ($values as $name => $value) { $post->{'set' . $phpName($name)}($value); } $post->save(); }
          }
          Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
          foreach (PostQuery::create()->find() as $post) {
              foreach ($rules as $date => [$watched, $wanted]) {
                  $expected = 'old';
                  if (in_array($post->getId(), $keys, true)) {
                      foreach ($watched as $name) {
                          if (array_key_exists($name, $values) && $values[$name] !== $rows[$post->getId()][$name] && ($wanted === null || in_array($values[$name], $wanted, true))) { $expected = 'now'; }
                      }
                      if ($date === 'edited_at' && isset($values['edited_at'])) { $expected = 'set'; }
                  }
                  $is = $post->{'get' . $phpName($date)}();
                  $is = $date === 'rated_at' ? ($is === 5 ? 'old' : 'now') : ['2001' => 'old', '1999' => 'set'][$is->format('Y')] ?? 'now';
                  if ($is !== $expected) { echo "seed $seed step $step row {$post->getId()} $date is $is, not $expected ", json_encode([$byQuery, $keys, $values, $rows]); return; }
              }
          }
          foreach ($keys as $key) { $rows[$key] = array_intersect_key($values, $columns) + $rows[$key]; }
      }
      echo 'same';`,
      'same',
    ],
  },
  age,
)
