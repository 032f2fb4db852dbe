import { testOnEachDatabase } from '../../support/project.js'
import { scenariosOnEachDatabase } from '../../support/scenarios.js'
import { walkSeed, walkSteps } from '../../support/walks.js'

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
    'the copy of a row gets a number of its own': [
      `foreach (['A', 'A', 'A'] as $title) { $last = $add($title); } $own = $add('B', ['Slug' => 'a-1-x']);
      foreach ([$last, $last, $own] as $row) { $copy = $row->copy(); $copy->save(); echo $copy->getSlug(), ' '; }`,
      'a-3 a-4 a-1-x-1',
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

const histories = `
  <database name="d" defaultIdMethod="native">
    <table name="page">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100" primaryString="true"/>
      <column name="hidden" type="BOOLEAN" defaultValue="false"/>
      <behavior name="sluggable"><parameter name="history" value="true"/></behavior>
    </table>
    <table name="shop_item">
      <column name="shop" type="VARCHAR" size="20" primaryKey="true"/>
      <column name="code" type="UUID_BINARY" primaryKey="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <behavior name="sluggable">
        <parameter name="history" value="true"/><parameter name="slug_column" value="address"/>
        <parameter name="slug_pattern" value="{Title}"/><parameter name="scope_column" value="shop"/>
      </behavior>
    </table>
    <table name="text">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <behavior name="sluggable"><parameter name="history" value="true"/><parameter name="slug_pattern" value="{Title}"/></behavior>
      <behavior name="i18n"><parameter name="i18n_columns" value="title, slug"/></behavior>
    </table>
    <table name="note">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100" primaryString="true"/>
      <column name="shelf" type="INTEGER"/>
      <behavior name="sluggable"><parameter name="history" value="true"/><parameter name="scope_column" value="shelf"/></behavior>
    </table>
  </database>`

scenariosOnEachDatabase(histories, {
  'old slugs find the row that had them last, the slug of now wins, and they go with the row': [
    `$page = static function (string $title): Page { $page = (new Page())->setTitle($title); $page->save(); return $page; };
    $find = static fn (string $slug): string => PageQuery::create()->orderByTitle()->findOneBySlugOrHistory($slug)?->getTitle() ?? '-';
    $one = $page('a'); $one->setTitle('b')->save(); $one->setHidden(true)->save(); $one->setTitle('c')->save();
    echo $find('a'), $find('b'), $find('c'), $find('d'), PageSlugHistoryQuery::create()->count(), ' ';
    $two = $page('a'); echo $two->getSlug(), $find('a'), ' '; $two->setTitle('e')->save(); echo $find('a'), ' ';
    $one->setTitle('a')->save(); $one->setTitle('f')->save(); echo $find('a'), PageSlugHistoryQuery::create()->count(), ' ';
    echo PageQuery::create('p')->filterByHidden(false)->findOneBySlugOrHistory('a', $con)->getTitle(), ' ';
    $copy = $one->copy(true); $copy->save(); echo $copy->countPageSlugHistories(), ' ';
    $one->delete(); echo $find('a'), $find('b'), PageSlugHistoryQuery::create()->count();`,
    'ccc-2 aa e f4 e 0 e-1',
  ],
  'old slugs of a key of two columns, one of which is the scope': [
    `$item = (new ShopItem())->setShop('x')->setCode('0189d7c2-1111-7abc-8def-0123456789ab')->setTitle('a'); $item->save();
    $item->setTitle('b')->save();
    $find = static fn (string $slug, ?string $shop): string => ShopItemQuery::create()->findOneBySlugOrHistory($slug, $shop)?->getTitle() ?? '-';
    echo $find('a', 'x'), $find('b', 'x'), $find('a', 'y'), $find('a', null), ' ';
    $item->setSlug('own')->save(); echo $find('b', 'x'), $find('own', 'x'), ShopItemSlugHistoryQuery::create()->count();`,
    'bb-- bb2',
  ],
  'old slugs of translations': [
    `$text = (new Text())->setLocale('en_US')->setTitle('one'); $text->setLocale('de_DE')->setTitle('eins'); $text->save();
    $text->setTitle('zwei')->save();
    echo TextI18nQuery::create()->findOneBySlugOrHistory('eins')->getSlug(), TextI18nSlugHistoryQuery::create()->count(), class_exists('TextSlugHistory') ? 'both' : '';`,
    'zwei1',
  ],
  'a slug that was rolled back, or refused, is not kept': [
    `$page = (new Page())->setTitle('a'); $page->save(); (new Page())->setTitle('b')->save();
    try { $con->transaction(static function () use ($page): void { $page->setTitle('x')->save(); throw new DomainException(); }); } catch (DomainException) {}
    echo PageSlugHistoryQuery::create()->count(), ' '; $page->setSlug('b')->save(); echo $page->getSlug(), ' ';
    $page->setSlug('b')->save(); echo $page->getSlug(), PageSlugHistoryQuery::create()->count(), ' ';
    echo PageQuery::create()->findOneBySlugOrHistory('a')->getSlug();`,
    '0 b-1 b-11 b-1',
  ],
})

testOnEachDatabase(
  `old slugs are what a list of them says after random operations (ORM_SEED=${walkSeed})`,
  histories,
  async (t, project) => {
    const printed = await project.php(`mt_srand(${walkSeed});
    $con = Orm\\Runtime\\Orm::getWriteConnection('d');
    $rows = $left = [];
    $letter = static fn (): string => 'abcd'[mt_rand(0, 3)];
    $shelf = static fn (): ?int => [null, 1, 2][mt_rand(0, 2)];
    for ($step = 0; $step < ${walkSteps(120)}; ++$step) {
        $before = [$rows, $left];
        $isRolledBack = mt_rand(0, 9) === 0;
        if ($isRolledBack) { $con->beginTransaction(); }
        if (mt_rand(0, 9) === 0) { Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); }
        $id = $rows === [] ? null : array_rand($rows);
        $kind = $id === null ? 0 : mt_rand(0, 9);
        $note = $kind < 2 ? new Note() : NoteQuery::create()->findPk($id);
        if ($kind === 2) {
            mt_rand(0, 1) ? $note->delete() : NoteQuery::create()->filterById($id)->delete();
            unset($rows[$id]);
        } else {
            if ($kind < 6) { $note->setTitle($letter()); }
            if ($kind === 6) { $note->setSlug(mt_rand(0, 3) ? $letter() : ''); }
            if ($kind < 2 || $kind > 6) { $note->setShelf($shelf()); }
            if ($kind === 9) { $note->setTitle($letter()); }
            $note->save();
            $now = [$note->getShelf(), $note->getSlug()];
            if ($kind > 1 && $rows[$id] !== $now) { $left[] = [$id, $rows[$id]]; }
            $rows[$note->getId()] = $now;
        }
        if ($isRolledBack) { $con->rollBack(); [$rows, $left] = $before; Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); }
        $left = array_values(array_filter($left, static fn (array $one): bool => isset($rows[$one[0]])));
        foreach ([null, 1, 2] as $scope) {
            foreach (['a', 'b', 'c', 'd', 'a-1', 'b-1', 'c-2'] as $slug) {
                $expected = array_search([$scope, $slug], $rows, true) ?: null;
                foreach ($expected === null ? $left : [] as [$key, $old]) { if ($old === [$scope, $slug]) { $last = $key; } }
                $expected ??= $last ?? null;
                unset($last);
                $found = NoteQuery::create()->findOneBySlugOrHistory($slug, $scope)?->getId();
                if ($found !== $expected) { echo "step $step ($kind, $id): $slug in ", json_encode($scope), ' is ', json_encode([$found, $expected]); return; }
            }
        }
        $entries = count(array_unique(array_map('json_encode', $left)));
        $stored = NoteSlugHistoryQuery::create()->count();
        if ($stored > $entries) { echo "step $step: $stored entries, not $entries"; return; }
    }
    echo $left === [] ? 'nothing' : 'equal';`)
    t.is(printed, 'equal')
  },
)
