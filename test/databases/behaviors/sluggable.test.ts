import { testOnEachDatabase } from '../../support/project.js'
import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100" primaryString="true"/>
      <behavior name="sluggable"/>
    </table>
  </database>`

testOnEachDatabase(
  'B12.13: a slug that is refused leaves the transaction of the caller alive',
  schema,
  async (t, project) => {
    const printed = await project.php(`
    class Late extends Book {
        public static bool $inserted = false;
        protected function createSlug(): string {
            $slug = parent::createSlug();
            if (!self::$inserted) {
                self::$inserted = true;
                Orm\\Runtime\\Orm::getConnection('d')->exec("INSERT INTO book (title, slug) VALUES ('x', 'a'), ('x', 'a-1')");
            }
            return $slug;
        }
    }
    $con = Orm\\Runtime\\Orm::getConnection('d');
    $con->transaction(static function () use ($con): void {
        $late = new Late();
        $late->setTitle('a')->save($con);
        echo $late->getSlug(), ' ', $late->getId() === null ? 'without key' : 'with key', ' ';
        (new Book())->setTitle('b')->save($con);
    });
    echo BookQuery::create()->count();
  `)
    t.is(printed, 'a-2 with key 4')
  },
)

testOnEachDatabase('a slug of a save that was rolled back is asked for again', schema, async (t, project) => {
  const printed = await project.php(`
    $con = Orm\\Runtime\\Orm::getConnection('d');
    $new = (new Book())->setTitle('a');
    $own = (new Book())->setTitle('b')->setSlug('mine');
    $old = (new Book())->setTitle('c');
    $old->save();
    try {
        $con->transaction(static function () use ($new, $own, $old): void {
            foreach (['a', 'mine', 'd'] as $title) { (new Book())->setTitle($title)->save(); }
            $new->save();
            $own->save();
            $old->setTitle('d')->save();
            echo $new->getSlug(), ' ', $own->getSlug(), ' ', $old->getSlug(), ' ';
            throw new DomainException();
        });
    } catch (DomainException) {
        foreach ([$new, $own, $old] as $book) { $book->save(); }
    }
    echo $new->getSlug(), ' ', $own->getSlug(), ' ', $old->getSlug();
  `)
  t.is(printed, 'a-1 mine-1 d-1 a mine d')
})

const rules = `
  <database name="d" defaultIdMethod="native">
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="255" primaryString="true"/>
      <column name="shelf" type="INTEGER"/>
      <behavior name="sluggable"/>
    </table>
    <table name="lasting">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100" primaryString="true"/>
      <column name="shelf" type="INTEGER"/>
      <behavior name="sluggable"><parameter name="permanent" value="true"/><parameter name="slug_column" value="address"/></behavior>
    </table>
    <table name="scoped">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100" primaryString="true"/>
      <column name="shelf" type="INTEGER"/>
      <behavior name="sluggable"><parameter name="scope_column" value="shelf"/></behavior>
    </table>
    <table name="formed">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="shelf" type="INTEGER"/>
      <behavior name="sluggable"><parameter name="slug_pattern" value="/foo/a+b_{Title}"/><parameter name="separator" value="/"/></behavior>
    </table>
  </database>`

const prelude = `
  $add = static function (?string $title, array $more = [], string $class = Book::class): object {
      $book = (new $class())->setTitle($title); $book->fromArray($more); $book->save(); return $book;
  };`

const changes = (className: string) => `
  $add('a', [], ${className}); $book = $add('a', [], ${className}); $add('a', [], ${className});
  $book->setShelf(5)->save(); echo $book->getSlug(); $book->setTitle('b')->save(); echo ' ', $book->getSlug();
  $book->setSlug('')->save(); echo ' ', $book->getSlug();`

scenariosOnEachDatabase(
  rules,
  {
    'B12.2: duplicates get numbers': [
      `foreach ([1, 2, 3] as $_) { echo $add('Hello, World!')->getSlug(), ' '; } echo $add('hello')->getSlug();`,
      'hello-world hello-world-1 hello-world-2 hello',
    ],
    'B12.3: letters outside of ASCII become letters of ASCII': [
      `foreach (['Été à Paris', 'Привет, мир', 'Straße', '', "don't"] as $title) { echo $add($title)->getSlug(), ' '; }`,
      'ete-a-paris privet-mir strasse n-a dont',
    ],
    'B12.4, B12.9: a pattern with text that regular expressions and LIKE know': [
      `foreach ([1, 2, 3] as $_) { echo $add('a%_b', [], Formed::class)->getSlug(), ' '; }
      $add('aXYb', [], Formed::class); echo $add('a%_b', [], Formed::class)->getSlug();`,
      '/foo/a+b_a-_b /foo/a+b_a-_b/1 /foo/a+b_a-_b/2 /foo/a+b_a-_b/3',
    ],
    'B12.5: slugs that are set are kept, made unique, and made anew when empty': [
      `$one = $add('One', ['Slug' => 'Mine']); $two = $add('Two', ['Slug' => 'Mine']);
      echo $one->getSlug(), ' ', $two->getSlug(), ' '; $two->setSlug('')->save(); echo $two->getSlug();`,
      'Mine Mine-1 two',
    ],
    'B12.6: sources that change make a new slug': [changes('Book::class'), 'a-1 b b'],
    'B12.6, B12.14: a permanent slug stays until it is emptied, under the names that users know': [
      `${changes('Lasting::class')} echo ' ', LastingQuery::create()->findOneBySlug('b')->getAddress(), LastingQuery::create('x')->filterBySlug('b')->count();`,
      'a-1 a-1 b b1',
    ],
    'B12.7: slugs are unique within a scope, also when a row moves to another': [
      `foreach ([1, 2, 1, null, null] as $shelf) { $last = $add('a', ['Shelf' => $shelf], Scoped::class); echo $last->getSlug(), ' '; }
      $last->setShelf(1)->save(); echo $last->getSlug(); $last->setShelf(3)->save(); echo ' ', $last->getSlug();`,
      'a a a-1 a a-1 a-2 a',
    ],
    'B12.8: a slug fits into its column, and no character is cut': [
      `$long = str_repeat('ab', 125); $add($long . 'ababa');
      echo strlen($add($long . 'ababa')->getSlug()), ' ';
      $set = str_repeat('é', 255);
      echo mb_strlen($add('x', ['Slug' => $set])->getSlug()), ' ';
      foreach (range(1, 11) as $_) { $last = $add('x', ['Slug' => $set])->getSlug(); }
      echo mb_strlen($last), ' ', mb_substr($last, -4);`,
      '254 255 255 é-11',
    ],
    'B12.10: a number that begins with 0 counts as if it began with 1': [
      `$add('x', ['Slug' => 'world']); $add('x', ['Slug' => 'world-000']); echo $add('World')->getSlug();`,
      'world-101',
    ],
    'B12.11: at most four statements a save': [
      `$add('a'); $add('a'); $con->useDebug(true); $before = $con->getQueryCount(); $add('a');
      echo $con->getQueryCount() - $before <= 4 ? 'few' : 'many';`,
      'few',
    ],
    'B12.12: a row without slug gets one, also where another row has it': [
      `$con->exec("INSERT INTO book (title) VALUES ('a'), ('a')");
      foreach (BookQuery::create()->orderById()->find() as $book) { $book->save(); echo $book->getSlug(), ' '; }`,
      'a a-1',
    ],
    'B12.13: another unique index that is violated is not a matter of the slug': [
      `$con->exec('CREATE UNIQUE INDEX of_shelf ON book (shelf)'); $add('a', ['Shelf' => 1]);
      try { $add('a', ['Shelf' => 1]); } catch (Orm\\Runtime\\Exception\\Database\\UniqueViolation) { echo 'refused'; }
      $con->exec($con->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql' ? 'DROP INDEX of_shelf ON book' : 'DROP INDEX of_shelf');`,
      'refused',
    ],
  },
  prelude,
)

testOnEachDatabase(
  'a replace_pattern that PHP does not understand fails, where every slug would be the same',
  schema.replace(
    '<behavior name="sluggable"/>',
    '<behavior name="sluggable"><parameter name="replace_pattern" value="/[/"/></behavior>',
  ),
  async (t, project) => {
    const printed = await project.php(`
    try {
        (new Book())->setTitle('a b')->save();
    } catch (Orm\\Runtime\\Exception\\OrmException $failure) {
        echo $failure->getMessage();
    }
    echo BookQuery::create()->count();
  `)
    t.regex(printed, /^replace_pattern "\/\[\/" of sluggable cannot be used for Book: .+0$/)
  },
)
