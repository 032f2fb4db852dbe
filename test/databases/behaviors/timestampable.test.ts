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
  },
  age,
)
