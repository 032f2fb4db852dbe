import { testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="queries" namespace="Queries" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>
    <column name="author_id" type="INTEGER"/>
    <column name="js" type="JSON"/>
    <column name="tags" type="ARRAY"/>
    <column name="colors" type="SET" valueSet="red, green"/>
    <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100"/>
  </table>
  <table name="shelf">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100"/>
  </table>
  <table name="book_shelf" isCrossRef="true">
    <column name="book_id" type="INTEGER" primaryKey="true"/>
    <column name="shelf_id" type="INTEGER" primaryKey="true"/>
    <column name="amount" type="INTEGER"/>
    <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="shelf"><reference local="shelf_id" foreign="id"/></foreign-key>
  </table>
  <table name="remark">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="target_id" type="INTEGER"/>
    <column name="target_type" type="VARCHAR" size="10"/>
    <foreign-key foreignTable="book" skipSql="true">
      <reference local="target_id" foreign="id"/><reference local="target_type" value="book"/>
    </foreign-key>
    <foreign-key foreignTable="author" skipSql="true">
      <reference local="target_id" foreign="id"/><reference local="target_type" value="author"/>
    </foreign-key>
  </table>
</database>`

const prelude = `
  use Orm\\Runtime\\ActiveQuery\\Criteria;
  use Orm\\Runtime\\ActiveQuery\\ModelCriteria;
  use Orm\\Runtime\\Collection\\ObjectCollection;
  use Orm\\Runtime\\Exception\\ExceptionInterface;
  use Orm\\Runtime\\Exception\\InvalidArgumentException;
  use Queries\\{Author, AuthorQuery, Book, BookQuery, BookShelf, BookShelfQuery, Remark, RemarkQuery, Shelf, ShelfQuery};
  use Queries\\Map\\{BookShelfTableMap, BookTableMap};

  /** Whether it is refused with these words. */
  function refused(callable $call, string ...$words): bool
  {
      try {
          $call();
      } catch (ExceptionInterface $refusal) {
          foreach ($words as $word) {
              assert(str_contains($refusal->getMessage(), $word), $refusal->getMessage());
          }

          return true;
      }

      return false;
  }
  function titles(ModelCriteria $query): array
  {
      return $query->orderById()->find()->getColumnValues('Title');
  }
`

testOnEachDatabase('a key of another shape is refused', schema, async (t, project) => {
  const output = await project.php(`${prelude}
    $book = (new Book())->setTitle('a');
    $book->save();
    $shelf = new Shelf();
    $shelf->setName('s')->save();
    (new BookShelf())->setBook($book)->setShelf($shelf)->save();
    foreach ([true, false] as $pooled) {
        $pooled || BookShelfTableMap::clearInstancePool();
        foreach ([1, '1', [1], [1, 2, 3], [], [[1, 1]], [[1], [1]], 'a'] as $key) {
            foreach ([
                static fn () => BookShelfQuery::create()->findPk($key),
                static fn () => BookShelfQuery::create()->requirePk($key),
                static fn () => BookShelfQuery::create()->filterByAmount(1)->findPk($key),
                static fn () => BookShelfQuery::create()->findPks([$key]),
                static fn () => BookShelfQuery::create()->filterByPrimaryKey($key)->delete(),
            ] as $call) {
                assert(refused($call, 'A key of table "book_shelf"'), json_encode($key));
            }
        }
        foreach ([1, [1]] as $key) {
            assert(refused(static fn () => BookShelfTableMap::doDelete($key), 'book_shelf'));
        }
        assert(BookShelfQuery::create()->findPk([1, 1]) !== null);
        assert(BookShelfQuery::create()->findPk(['1', '1']) !== null);
        assert(BookShelfQuery::create()->findPk([1, 2]) === null);
        assert(BookShelfQuery::create()->findPk(null) === null);
        foreach (['abc', '1abc', '', '0x1'] as $key) {
            assert(refused(static fn () => BookQuery::create()->findPk($key), 'book.id'), $key);
            assert(refused(static fn () => BookQuery::create()->findPks([1, $key]), 'book.id'), $key);
            assert(refused(static fn () => BookShelfQuery::create()->findPk([1, $key]), 'book_shelf.shelf_id'), $key);
        }
        assert(refused(static fn () => BookQuery::create()->findPk([1, 2]), 'book', 'one value'));
        assert(BookQuery::create()->findPk('1') !== null && BookQuery::create()->findPk([1]) !== null);
    }
    assert(BookShelfQuery::create()->count() === 1);
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('statements that write refuse what only a SELECT can have', schema, async (t, project) => {
  const output = await project.php(`${prelude}
    foreach (['a', 'b', 'c'] as $title) {
        (new Book())->setTitle($title)->save();
    }
    $con = Orm\\Runtime\\Orm::getWriteConnection('queries');
    $parts = [
        'a limit' => static fn (BookQuery $query) => $query->limit(1),
        'limit 0' => static fn (BookQuery $query) => $query->limit(0),
        'an offset' => static fn (BookQuery $query) => $query->offset(1),
        'joins' => static fn (BookQuery $query) => $query->leftJoinAuthor(),
        'joinWith' => static fn (BookQuery $query) => $query->leftJoinWithAuthor(),
        'a grouping' => static fn (BookQuery $query) => $query->groupByTitle(),
        'a having' => static fn (BookQuery $query) => $query->having('COUNT(*) > ?', 1, PDO::PARAM_INT),
        'a sub-query' => static fn (BookQuery $query) => $query->addSelectQuery(BookQuery::create(), 'x', false),
        'a condition' => static fn (BookQuery $query) => $query->condition('c', 'Book.Title = ?', 'a'),
    ];
    $calls = [
        'delete' => static fn (BookQuery $query) => $query->filterByTitle('a')->delete(),
        'doDelete' => static fn (BookQuery $query) => $query->filterByTitle('a')->doDelete(),
        'deleteAll' => static fn (BookQuery $query) => $query->deleteAll(),
        'doDeleteAll' => static fn (BookQuery $query) => $query->doDeleteAll(),
        'update' => static fn (BookQuery $query) => $query->update(['Title' => 'x']),
        'doUpdate' => static fn (BookQuery $query) => $query->doUpdate((new Criteria('queries'))->add(BookTableMap::COL_TITLE, 'x'), Orm\\Runtime\\Orm::getConnection('queries')),
        'upsert' => static fn (BookQuery $query) => $query->upsert(['Id' => 1, 'Title' => 'x']),
        'map' => static fn (BookQuery $query) => BookTableMap::doDelete($query->filterByTitle('a')),
        'doInsert' => static fn (BookQuery $query) => $query->filterByTitle('x')->doInsert(),
    ];
    foreach ($parts as $part => $add) {
        foreach ($calls as $name => $call) {
            assert(refused(static fn () => $call($add(BookQuery::create()))), "$name with $part");
        }
    }
    foreach (['deleteAll', 'doDeleteAll'] as $method) {
        assert(refused(static fn () => BookQuery::create()->filterByTitle('a')->$method(), 'conditions'));
        assert(refused(static fn () => BookQuery::create()->where('1=0')->$method(), 'conditions'));
    }
    assert(refused(static fn () => BookQuery::create()->filterByTitle('a')->upsert(['Id' => 1, 'Title' => 'x']), 'conditions'));
    assert(refused(static fn () => BookQuery::create()->useAuthorQuery()->filterByName('n')->delete(), 'endUse'));
    assert(refused(static fn () => BookQuery::create()->useAuthorQuery()->update(['Name' => 'n']), 'endUse'));

    $plain = static fn (): Criteria => (new Criteria('queries'))->add(BookTableMap::COL_TITLE, 'a');
    foreach ([
        static fn (Criteria $c) => $c->addJoin(BookTableMap::COL_AUTHOR_ID, 'author.id'),
        static fn (Criteria $c) => $c->setLimit(1),
        static fn (Criteria $c) => $c->setOffset(1),
        static fn (Criteria $c) => $c->addGroupByColumn(BookTableMap::COL_ID),
    ] as $add) {
        assert(refused(static fn () => $add($plain())->doDelete()));
        assert(refused(static fn () => $add($plain())->doInsert()));
        assert(refused(static fn () => $add($plain())->doUpdate($plain(), Orm\\Runtime\\Orm::getConnection('queries'))));
        assert(refused(static fn () => $plain()->doUpdate($add($plain()), Orm\\Runtime\\Orm::getConnection('queries'))));
        assert(refused(static fn () => BookTableMap::doDelete($add($plain()))));
        assert(refused(static fn () => BookTableMap::doInsert($add($plain()))));
        assert(refused(static fn () => $add((new Criteria('queries'))->setPrimaryTableName('book'))->doDeleteAll()));
    }
    assert(refused(static fn () => (clone $plain())->setPrimaryTableName('book')->doDeleteAll()));
    foreach ([
        $plain()->addOr(BookTableMap::COL_TITLE, 'b'),
        (new Criteria('queries'))->add(BookTableMap::COL_TITLE, 'a', Criteria::NOT_EQUAL),
        (new Criteria('queries'))->add(BookTableMap::COL_TITLE, ['a', 'b'], Criteria::IN),
        $plain()->add('author.name', 'x'),
    ] as $values) {
        assert(refused(static fn () => $values->doInsert()));
        assert(refused(static fn () => $plain()->doUpdate($values, Orm\\Runtime\\Orm::getConnection('queries'))));
    }
    assert(titles(BookQuery::create()) === ['a', 'b', 'c']);

    // What makes no difference to which rows are meant is no reason to refuse.
    assert(BookQuery::create()->orderByTitle()->select('Title')->distinct()->filterByTitle('a')->update(['Title' => 'x']) === 1);
    assert(BookQuery::create()->orderByTitle()->limit(1)->update(['Title' => 'y'], null, true) === 1);
    assert(titles(BookQuery::create()) === ['x', 'y', 'c']);
    assert(BookQuery::create()->orderByTitle()->filterByTitle('c')->delete() === 1);
    assert($plain()->setLimit(-1)->doDelete() === 0 && BookQuery::create()->deleteAll() === 2);
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('filters along relations and on lists give each row once', schema, async (t, project) => {
  const output = await project.php(`${prelude}
    $books = $shelves = $authors = [];
    foreach ([
        ['none', null, null, null], ['empty', [], [], '{}'], ['one', ['x'], ['red'], '{"a": [1, 2.0], "b": "é"}'],
        ['two', ['x', 'y'], ['red', 'green'], '[1]'],
    ] as $i => [$title, $tags, $colors, $js]) {
        $author = (new Author())->setName($title);
        $books[] = (new Book())->setTitle($title)->setTags($tags)->setColors($colors)->setJs($js)->setAuthor($author);
        $books[$i]->save();
        $authors[] = $author;
        $shelves[] = (new Shelf())->setName($title);
        $shelves[$i]->save();
    }
    foreach ([[0, 0], [0, 1], [1, 0], [1, 1], [2, 2]] as [$book, $shelf]) {
        (new BookShelf())->setBook($books[$book])->setShelf($shelves[$shelf])->save();
    }
    $some = new ObjectCollection([$shelves[0], $shelves[1]]);
    assert(titles(BookQuery::create()->filterByShelf($some)) === ['none', 'empty']);
    assert(BookQuery::create()->filterByShelf($some)->count() === 2);
    assert(titles(BookQuery::create()->filterByShelf($shelves[2])) === ['one']);
    assert(titles(BookQuery::create()->filterByTitle('two')->_or()->filterByShelf($some)) === ['none', 'empty', 'two']);
    assert(titles(BookQuery::create()->filterByShelf(new ObjectCollection([]))) === []);
    assert(BookQuery::create()->filterByShelf($some)->orderById()->limit(1)->findOne() === $books[0]);

    foreach (['Tags' => 'y', 'Colors' => 'green'] as $column => $element) {
        $find = static fn (mixed $value, ?string $comparison) => titles(BookQuery::create()->{'filterBy' . $column}($value, $comparison));
        assert($find([], Criteria::CONTAINS_NONE) === ['none', 'empty'], $column);
        assert($find([], Criteria::CONTAINS_SOME) === ['none', 'empty', 'one', 'two'], $column);
        assert($find([], Criteria::CONTAINS_ALL) === ['none', 'empty', 'one', 'two'], $column);
        assert($find([], null) === ['none', 'empty', 'one', 'two'], $column);
        assert($find([$element], Criteria::CONTAINS_NONE) === ['none', 'empty', 'one'], $column);
        assert($find([$element], Criteria::CONTAINS_SOME) === ['two'], $column);
        $both = BookQuery::create()->filterByTitle('one')->_or()->{'filterBy' . $column}([], Criteria::CONTAINS_NONE);
        assert(titles($both) === ['none', 'empty', 'one'], $column);
    }

    $js = static fn (mixed $value, ?string $comparison = null) => titles(BookQuery::create()->filterByJs($value, $comparison));
    assert($js(' { "a" : [1,2.0],"b":"\\\\u00e9"} ') === ['one']);
    assert($js(['a' => [1, 2.0], 'b' => 'é']) === ['one']);
    assert($js('[1]') === ['two']);
    assert($js('[1]', Criteria::NOT_EQUAL) === ['empty', 'one']);
    assert($js(['[1]', '{}']) === ['empty', 'two']);
    assert($js(['[1]', '{}'], Criteria::NOT_IN) === ['one']);
    assert($js([], Criteria::IN) === [] && $js(null) === ['none']);
    assert($js('%"b"%', Criteria::LIKE) === ['one']);
    assert(refused(static fn () => $js('{'), 'book.js'));
    assert(BookQuery::create()->findOneByJs('{}')->getTitle() === 'empty');
    BookTableMap::clearInstancePool();
    assert(BookQuery::create()->findOneByTitle('one')->getJs() === ['a' => [1, 2.0], 'b' => 'é']);

    $same = (new Remark())->setTargetId($books[1]->getId())->setTargetType('book');
    $other = (new Remark())->setTargetId($authors[1]->getId())->setTargetType('author');
    $same->save();
    $other->save();
    assert($books[1]->getId() === $authors[1]->getId());
    assert(titles(BookQuery::create()->filterByRemark($same)) === ['empty']);
    assert(titles(BookQuery::create()->filterByRemark($other)) === []);
    assert(titles(BookQuery::create()->filterByTitle('one')->_or()->filterByRemark($other)) === ['one']);
    assert(count(titles(BookQuery::create()->filterByRemark($other, Criteria::NOT_EQUAL))) === 4);
    assert(AuthorQuery::create()->filterByRemark($other)->count() === 1 && AuthorQuery::create()->filterByRemark($same)->count() === 0);
    assert(RemarkQuery::create()->filterByBook($books[1])->find()->getData() === [$same]);
    $all = BookQuery::create()->find();
    assert($all->populateRelation('Remark')->getData() === [$same]);
    foreach ($all as $book) {
        assert($book->getRemarks()->getData() === ($book->getId() === $books[1]->getId() ? [$same] : []));
    }
    assert(RemarkQuery::create()->find()->populateRelation('Author')->getData() === [$authors[1]]);
    assert(RemarkQuery::create()->useBookExistsQuery()->endUse()->find()->getData() === [$same]);
    assert(RemarkQuery::create()->useBookNotExistsQuery()->endUse()->find()->getData() === [$other]);
    assert(RemarkQuery::create()->useInBookQuery()->filterByTitle('empty')->endUse()->find()->getData() === [$same]);
    assert(titles(BookQuery::create()->useRemarkExistsQuery()->endUse()) === ['empty']);
    assert(RemarkQuery::create()->joinWithBook()->find()->getData() === [$same]);
    assert(RemarkQuery::create()->innerJoinBook()->count() === 1);
    assert($books[1]->countRemarks() === 1 && $authors[1]->getRemarks()->getData() === [$other]);
    assert($other->getBook() === null && $same->getBook()->getTitle() === 'empty');
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('a clause keeps its literals, comments and length', schema, async (t, project) => {
  const output = await project.php(`${prelude}
    foreach (['a', "it's", 'why?', 'Book.Title', 'back\\\\slash'] as $title) {
        (new Book())->setTitle($title)->save();
    }
    $find = static fn (string $clause, mixed $value = null, ?int $type = null) => titles(BookQuery::create()->where($clause, $value, $type));
    $con = Orm\\Runtime\\Orm::getReadConnection('queries');
    foreach ([10_000, 100_000, 1_000_000] as $length) {
        $long = str_repeat("it's ? Book.Title ", intdiv($length, 18));
        assert($find('Book.Title = ' . $con->quote($long)) === []);
        assert($find('Book.Title <> ' . $con->quote($long) . ' AND Book.Title = ?', 'a') === ['a']);
        assert($find('Book.Title = ? /* ' . str_replace("'", '', $long) . ' */', 'a') === ['a']);
    }
    assert($find("Book.Title = 'why?'") === ['why?']);
    assert($find("title = 'why?'") === ['why?']);
    assert($find("Book.Title = 'Book.Title'") === ['Book.Title']);
    assert($find('Book.Title = ' . $con->quote("it's")) === ["it's"]);
    assert($find('Book.Title = ' . $con->quote('back\\\\slash') . ' AND Book.Title <> ?', 'x') === ['back\\\\slash']);
    assert($find("Book.Title IN ('why?', 'a') AND Book.Title = ?", 'a') === ['a']);
    assert($find("Book.Title = ? -- Book.Id ? it's", 'a') === ['a']);
    assert($find("Book.Title = 'a' OR Book.Title = ? -- it's", 'why?') === ['a', 'why?']);
    assert(titles(BookQuery::create()->where("Book.Title = ? -- x", 'a')->filterByTitle('b')) === []);
    assert($find("Book.Title <> 'it''s ?' AND Book.Title IN ?", ["it's", 'why?']) === ["it's", 'why?']);
    assert($find("Book.Title IN ('x') OR Book.Title IN ?", []) === []);
    assert($find("Book.Title <> 'x' AND Book.Title BETWEEN ? AND ?", ['w', 'x']) === ['why?']);
    assert($find("LENGTH(title) = ? AND title <> '?'", 1, PDO::PARAM_INT) === ['a']);
    assert(refused(static fn () => $find("title = '?'", 1, PDO::PARAM_INT), 'question mark'));
    $virtual = BookQuery::create()->withColumn("CASE WHEN Book.Title = 'why?' THEN 'Book.Title' ELSE Book.Title END", 'X');
    assert($virtual->orderById()->find()->getColumnValues('X') === ['a', "it's", 'Book.Title', 'Book.Title', 'back\\\\slash']);
    assert(count(BookQuery::create()->groupByTitle()->having("COUNT(*) = ? AND 'a?' = 'a?'", 1, PDO::PARAM_INT)->select('Title')->find()) === 5);

    $rows = BookQuery::create()->select(['Id', 'Title'])->setFormatter(ModelCriteria::FORMAT_ARRAY)->orderById()->limit(2)->find();
    assert($rows->getData() === [['Id' => 1, 'Title' => 'a'], ['Id' => 2, 'Title' => "it's"]]);
    $row = BookQuery::create()->setFormatter(ModelCriteria::FORMAT_ARRAY)->select('Title')->orderById()->findOne();
    assert($row === ['Title' => 'a']);
    $row = BookQuery::create()->leftJoinAuthor()->withColumn('Author.Name', 'Name')->select(['Title', 'Name', 'Author.Id'])
        ->setFormatter(ModelCriteria::FORMAT_ARRAY)->orderById()->findOne();
    assert($row == ['Title' => 'a', 'Name' => null, 'Author.Id' => null], json_encode($row));
    assert(BookQuery::create()->setFormatter(ModelCriteria::FORMAT_ARRAY)->orderById()->findOne()['Title'] === 'a');
    echo 'done';
  `)
  t.is(output, 'done')
})

const products = `
<database name="queries" namespace="Queries" defaultIdMethod="native">
  <table name="product">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100"/>
    <column name="pages" type="INTEGER"/>
    <column name="price" type="DECIMAL" size="8" scale="2"/>
    <column name="ratio" type="DOUBLE"/>
    <column name="state" type="ENUM" valueSet="new, old"/>
    <column name="born" type="DATE"/>
  </table>
</database>`

testOnEachDatabase('values of a clause are compared with the columns beside them', products, async (t, project) => {
  const output = await project.php(`
    use Queries\\{Product, ProductQuery};
    foreach ([['a', 1, '100.50', 100.5, 'new', '2020-01-01'], ['b', 2, '1.25', 1.25, 'old', '2021-01-01']] as $row) {
        (new Product())->setName($row[0])->setPages($row[1])->setPrice($row[2])->setRatio($row[3])->setState($row[4])
            ->setBorn($row[5])->save();
    }
    foreach ([
        // Each value by its own column, wherever that stands.
        [1, 'Product.Pages > ? AND Product.Name = ?', [0, 'a']],
        [0, 'Product.Pages > ? AND Product.Name = ?', [0, 'zzz']],
        [1, 'Product.Name = ? AND Product.Pages > ?', ['a', 0]],
        [1, '? < Product.Pages AND ? = Product.Name', [1, 'b']],
        [2, 'Product.Pages = ? OR Product.Born > ?', [1, '2020-06-01']],
        [1, 'Product.Pages >= ? AND Product.State = ?', [1, 'old']],
        [1, 'Product.Pages >= ? AND (Product.Name LIKE ? OR Product.State = ?)', [1, 'x%', 'new']],
        [1, 'Product.Name = ? AND Product.Pages BETWEEN ? AND ?', ['b', 1, 2]],
        [1, "Product.Name <> '?' AND Product.Pages > ? AND UPPER(Product.Name) = ?", [1, 'B']],
        // Numbers in expressions are numbers.
        [1, 'Product.Ratio * 2 > ?', 200.5],
        [1, 'Product.Price * 2 > ?', '200.50'],
        [1, 'Product.Ratio + 0 BETWEEN ? AND ?', [50.5, 150.5]],
        [1, 'ABS(Product.Ratio) < ?', 1.5],
        [1, 'Product.Ratio * 2 IN ?', [2.5, 7.5]],
        [2, 'Product.Pages * 2 > ?', 1],
        [2, 'LENGTH(Product.Name) < ?', 3],
        [2, 'LENGTH(Product.Name) < ? AND Product.Pages > ?', [3, 0]],
        [2, 'LENGTH(Product.Name) IN (?, ?)', [1, 3]],
        [0, 'LOWER(Product.Name) = ?', 0],
        [0, '(LOWER(Product.Name)) IN ?', [0, 0.0]],
        [0, 'Product.Name IN (?) AND Product.Pages > 0', 0],
        // Text beside a column of numbers may be text in an expression, but not compared with the column.
        [2, 'CAST(Product.Pages AS CHAR(1)) <> ?', 'x'],
        // The query does not know the columns of a sub-query that is part of the clause.
        [0, 'Product.Id IN (SELECT p.id FROM product p WHERE p.name = ?)', 0],
        [0, 'Product.Id IN (SELECT p.id FROM product p WHERE p.name = ?)', '0'],
        [0, 'Product.Id IN (SELECT p.id FROM product p WHERE p.name IN (?, ?))', ['0', false]],
        [0, 'EXISTS (SELECT 1 FROM product p WHERE p.id = Product.Id AND ? = p.name)', 0.0],
        [0, 'Product.Pages > ? AND name = ?', [0, 0]],
        [2, 'Product.Id IN (SELECT p.id FROM product p WHERE p.pages > ? AND p.name <> ?)', [0, 0]],
        [2, 'Product.Id IN (SELECT p.id FROM (SELECT id, pages * 2 AS twice FROM product) p WHERE p.twice > ?)', 1],
    ] as [$count, $clause, $value]) {
        $found = ProductQuery::create()->where($clause, $value)->count();
        assert($found === $count, "$clause finds $found");
    }
    foreach ([
        ['Product.Price = ?', 'abc'],
        ['Product.Name <> ? AND (Product.Price = ?)', ['x', 'abc']],
        ['? >= Product.Ratio', 'abc'],
        ['Product.Pages BETWEEN ? AND ?', [0, '5x']],
    ] as [$clause, $value]) {
        try {
            ProductQuery::create()->where($clause, $value)->count();
            echo "$clause takes text";
        } catch (Orm\\Runtime\\Exception\\InvalidArgumentException $refusal) {
            assert(str_contains($refusal->getMessage(), 'expects a number, got "'), $refusal->getMessage());
        }
    }
    $sums = ProductQuery::create()->groupByName()->select(['Name'])->withColumn('SUM(Product.Ratio)', 'Total')
        ->having('SUM(Product.Ratio) > ?', 50.5)->find();
    assert(count($sums) === 1);
    assert(ProductQuery::create()->where('Product.Pages > ? AND Product.Name = ?', [0, 'zzz'])->delete() === 0);
    assert(ProductQuery::create()->count() === 2);

    // A number with a fraction is not cut to compare it with an integer; where it cannot be compared, it is refused.
    foreach ([
        [0, static fn () => ProductQuery::create()->filterByPages(1.5)->count()],
        [0, static fn () => ProductQuery::create()->filterByPages('1.5')->count()],
        [1, static fn () => ProductQuery::create()->filterByPages(1.5, '<')->count()],
        [1, static fn () => ProductQuery::create()->where('Product.Pages < ?', 1.5)->count()],
        [0, static fn () => count(ProductQuery::create()->findPks([1.5]))],
        [0, static fn () => ProductQuery::create()->findPk(1.5) === null ? 0 : 1],
    ] as $i => [$count, $call]) {
        try {
            assert($call() === $count, "fraction $i");
        } catch (Orm\\Runtime\\Exception\\ExceptionInterface $refusal) {
            assert(str_contains($refusal->getMessage(), 'integer'), $refusal->getMessage());
        }
    }
    echo 'done';
  `)
  t.is(output, 'done')
})
