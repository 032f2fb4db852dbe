import { join } from 'node:path'
import { createDatabase } from '../support/databases.js'
import { testOnEachDatabase } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = `
<database name="identity" namespace="Identity" defaultIdMethod="native">
  <table name="author">
    <column name="code" type="INTEGER" primaryKey="true"/>
    <column name="name" type="VARCHAR" size="50"/>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="50" required="true"/>
    <column name="pages" type="INTEGER"/>
    <column name="author_code" type="INTEGER"/>
    <foreign-key foreignTable="author" onDelete="setnull" onUpdate="cascade">
      <reference local="author_code" foreign="code"/>
    </foreign-key>
  </table>
  <table name="review">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="book_id" type="INTEGER" required="true"/>
    <column name="text" type="VARCHAR" size="50"/>
    <foreign-key foreignTable="book" onDelete="cascade"><reference local="book_id" foreign="id"/></foreign-key>
  </table>
</database>`

const model = join(root, 'test', 'databases', 'identity.php')

testOnEachDatabase('what is read shows the rows, what is not saved stays', schema, async (t, project) => {
  const runs = Number(process.env.ORM_IDENTITY_RUNS ?? (project.database.name === 'sqlite' ? 20 : 3))
  const first = Number(process.env.ORM_IDENTITY_SEED ?? 1)
  const { name, dsn, user, password } = project.database
  const other = await createDatabase(name)
  t.teardown(() => other.drop())
  const output = await project.php(`
    require ${JSON.stringify(model)};
    [$own, $other, $user, $password] = json_decode('${JSON.stringify([dsn, other.dsn, user, password])}');
    (new PDO($other, $user, $password))->exec(file_get_contents('generated-sql/identity.sql'));
    $configuration = static fn (string $dsn): array => ['dsn' => $dsn, 'user' => $user, 'password' => $password];
    for ($seed = ${first}; $seed < ${first + runs}; $seed++) {
        IdentityModel::run($seed, 150, $configuration($own), $configuration($other));
    }
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('an object keeps what is set on it, whatever reads its row again', schema, async (t, project) => {
  const output = await project.php(`
    use Identity\\{Author, AuthorQuery, Book, BookQuery};
    use Identity\\Map\\{AuthorTableMap, BookTableMap};
    use Orm\\Runtime\\ActiveQuery\\ModelCriteria;

    $one = (new Author())->setCode(1)->setName('one');
    $two = (new Author())->setCode(2)->setName('two');
    $one->save();
    $two->save();
    $reads = [
        'members' => static fn () => $one->clearBooks()->getBooks()->getData(),
        'members by criteria' => static fn () => $one->getBooks(BookQuery::create())->getData(),
        'join to many' => static fn () => AuthorQuery::create()->joinWithBook()->find()->getData(),
        'join to one' => static fn () => BookQuery::create()->joinWithAuthor()->find()->getData(),
        'first of a join' => static fn () => BookQuery::create()->joinWithAuthor()->findOne(),
        'all' => static fn () => BookQuery::create()->find()->getData(),
        'populate' => static fn () => AuthorQuery::create()->find()->populateRelation('Book'),
        'preload' => static fn () => AuthorQuery::create()->preload('Book')->find()->getData(),
        'on demand' => static fn () => iterator_to_array(
            BookQuery::create()->joinWithAuthor()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find(),
        ),
        'arrays' => static fn () => BookQuery::create()->joinWithAuthor()->setFormatter(ModelCriteria::FORMAT_ARRAY)->find(),
        'lock' => static fn () => BookQuery::create()->lockForUpdate()->find()->getData(),
        'virtual column' => static fn () => BookQuery::create()->withColumn('1', 'X')->find()->getData(),
    ];
    $changes = [
        'column' => static fn (Book $book) => $book->setAuthorCode(2),
        'object' => static fn (Book $book) => $book->setAuthor($two),
        'null' => static fn (Book $book) => $book->setAuthorCode(null),
        'new' => static fn (Book $book) => $book->setAuthor((new Author())->setCode(3)->setName('three')),
    ];
    foreach ($reads as $how => $read) {
        foreach ($changes as $what => $change) {
            BookQuery::create()->deleteAll();
            AuthorQuery::create()->filterByCode(3)->delete();
            BookTableMap::clearInstancePool();
            foreach ([$one, $two] as $author) {
                $author->reload(true);
                AuthorTableMap::addInstanceToPool($author);
            }
            $book = (new Book())->setTitle('t')->setPages(1)->setAuthorCode(1);
            $book->save();
            $change($book->setTitle('changed')->setPages(2));
            $read();
            $book->save();
            BookTableMap::clearInstancePool();
            $code = BookQuery::create()->findPk($book->getId())->getAuthorCode();
            assert($code === ['column' => 2, 'object' => 2, 'null' => null, 'new' => 3][$what], "$how, $what: " . json_encode($code));
            assert(BookQuery::create()->findPk($book->getId())->getTitle() === 'changed', "$how, $what");
        }
    }

    // A row that has gone to another object is not deleted with the members of the first one, though not saved yet.
    $book = BookQuery::create()->findOne()->setAuthor($one);
    $book->save();
    $one->clearBooks()->getBooks();
    $book->setAuthorCode(2);
    $one->setBooks(new Orm\\Runtime\\Collection\\ObjectCollection([], Book::class));
    $one->save();
    $book->save();
    BookTableMap::clearInstancePool();
    assert(BookQuery::create()->findPk($book->getId())->getAuthorCode() === 2);

    // Members that were removed do not come back with their rows.
    $book = BookQuery::create()->findOne();
    $two->clearBooks()->removeBook($book);
    AuthorQuery::create()->joinWithBook()->find();
    assert(count($two->getBooks()) === 0 && count($two->clearBooks()->getBooks()) === 0);
    $two->save();
    assert(BookQuery::create()->filterByAuthorCode(null)->count() === 1);
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('the pool has rows under their keys and as they are', schema, async (t, project) => {
  const output = await project.php(`
    use Identity\\{Author, AuthorQuery, Book, BookQuery, Review, ReviewQuery};
    use Identity\\Map\\{AuthorTableMap, BookTableMap};
    use Orm\\Runtime\\Collection\\ObjectCollection;
    use Orm\\Runtime\\Orm;

    $author = (new Author())->setCode(1)->setName('one');
    $author->save();
    $book = (new Book())->setTitle('t')->setPages(1)->setAuthorCode(1);
    $book->save();
    $review = (new Review())->setBookId($book->getId())->setText('r');
    $review->save();
    $con = Orm::getWriteConnection('identity');

    // A changed key.
    $author->setCode(5);
    assert(AuthorQuery::create()->findPk(1) === $author && AuthorQuery::create()->findPk(5) === null);
    $author->save();
    assert(AuthorQuery::create()->findPk(1) === null && AuthorQuery::create()->findPk(5) === $author);
    assert(BookQuery::create()->findPk($book->getId())->getAuthorCode() === 5, 'passed on by the database');
    (new Author())->setCode(1)->setName('new one')->save();
    assert(AuthorQuery::create()->findPk(1)->getName() === 'new one');
    AuthorQuery::create()->filterByCode(5)->update(['Code' => 6]);
    assert(AuthorQuery::create()->findPk(5) === null && AuthorQuery::create()->findPk(6)->getName() === 'one');
    assert(BookQuery::create()->findOne()->getAuthorCode() === 6);

    // Rows deleted with others, over two steps.
    $book = BookQuery::create()->findOne();
    $review = ReviewQuery::create()->findOne();
    $book->delete();
    assert(ReviewQuery::create()->findPk($review->getId()) === null);

    // An object of a row that a statement has changed does not hide the row after it is saved.
    $book = (new Book())->setTitle('t')->setPages(1);
    $book->save();
    BookQuery::create()->update(['Pages' => 2]);
    $book->setTitle('u')->save();
    assert(BookQuery::create()->findPk($book->getId())->getPages() === 2);
    assert(BookQuery::create()->findPk($book->getId())->getTitle() === 'u');

    // Nor does an object that the pool had let go of when the row was changed.
    foreach ([BookTableMap::clearInstancePool(...), Orm::reset(...)] as $forget) {
        $book = BookQuery::create()->findPk($book->getId());
        $forget();
        BookQuery::create()->update(['Pages' => 3]);
        $book->setTitle('w')->save();
        assert(BookQuery::create()->findPk($book->getId())->getPages() === 3);
        BookQuery::create()->update(['Pages' => 2]);
    }

    // Nor one that was read in a transaction that was rolled back.
    $con->beginTransaction();
    BookQuery::create()->update(['Pages' => 9]);
    $book = BookQuery::create()->findPk($book->getId());
    $book->setTitle('x')->save();
    $con->rollBack();
    $book->save();
    assert(BookQuery::create()->findPk($book->getId())->getPages() === 2);
    assert(BookQuery::create()->findPk($book->getId())->getTitle() === 'x');

    // A key that another object of the row has left.
    $old = AuthorQuery::create()->findPk(6);
    AuthorTableMap::clearInstancePool();
    $pooled = AuthorQuery::create()->findPk(6);
    $old->setCode(7)->save();
    assert(AuthorQuery::create()->findPk(6) === null && AuthorQuery::create()->findPk(7) !== null);
    AuthorQuery::create()->findPk(7)->setCode(6)->save();

    // Who locks rows sees them.
    $book = BookQuery::create()->findOne();
    $author = AuthorQuery::create()->findPk(6);
    $book->setAuthor($author)->save();
    $con->exec('UPDATE book SET pages = 10, title = ' . $con->quote('v') . ', author_code = 1');
    $con->exec('UPDATE author SET name = ' . $con->quote('w') . ' WHERE code = 1');
    assert(BookQuery::create()->findOne() === $book && $book->getPages() === 2);
    $book->setTitle('mine');
    foreach (['findOne', 'findPk', 'find', 'joinWith', 'share'] as $i => $how) {
        $con->exec('UPDATE book SET pages = ' . (20 + $i));
        $con->transaction(static function () use ($how, $book): void {
            $query = $how === 'share' ? BookQuery::create()->lockForShare() : BookQuery::create()->lockForUpdate();
            $found = match ($how) {
                'findOne', 'share' => $query->findOne(),
                'findPk' => $query->findPk($book->getId()),
                'find' => $query->find()[0],
                'joinWith' => $query->joinWithAuthor()->find()[0],
            };
            assert($found === $book, $how);
        });
        assert($book->getPages() === 20 + $i && $book->getTitle() === 'mine' && $book->isModified(), $how);
        assert($book->getAuthorCode() === 1 && $book->getAuthor()->getCode() === 1, $how);
        assert($book->getModifiedColumns() === [BookTableMap::COL_TITLE], $how);
    }
    assert($book->getAuthor()->getName() === 'w' || $book->getAuthor()->getName() === 'new one');
    AuthorQuery::create()->lockForUpdate()->find();
    assert($book->getAuthor()->getName() === 'w');
    $book->save();
    assert($con->query('SELECT title FROM book')->fetchColumn() === 'mine');

    // Joined rows are one object each, with and without a pool.
    foreach (['x', 'y', 'z'] as $title) {
        (new Book())->setTitle($title)->setAuthorCode(1)->save();
    }
    foreach ([true, false] as $pooled) {
        $pooled || Orm::disableInstancePooling();
        $authors = AuthorQuery::create()->leftJoinWithBook()->orderByCode()->find();
        assert($authors->getColumnValues('Code') === [1, 6], json_encode($authors->getColumnValues('Code')));
        assert(count($authors[0]->getBooks()) === 4 && count($authors[1]->getBooks()) === 0);
        foreach ($authors[0]->getBooks() as $member) {
            assert($member->getAuthor() === $authors[0]);
        }
        $books = BookQuery::create()->joinWithAuthor()->joinWith('Author.Book b')->find();
        assert(count($books) === 4);
    }
    Orm::enableInstancePooling();
    foreach (['limit', 'offset'] as $part) {
        try {
            AuthorQuery::create()->joinWithBook()->$part(1)->find();
            assert(false, $part);
        } catch (\\Orm\\Runtime\\Exception\\LogicException) {
        }
    }

    // Two objects with equal keys are one row only if they are of one table.
    $list = new ObjectCollection([$author = AuthorQuery::create()->findPk(1)]);
    $other = (new Review())->setId(1);
    assert($list->contains((new Author())->setCode(1)) && !$list->contains($other));
    $list->append($other);
    assert($list->search((new Review())->setId(1)) === 1 && $list->search((new Author())->setCode(1)) === 0);
    $list->removeObject((new Review())->setId(1));
    assert($list->getData() === [$author]);
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('a serialized object has all but its relations', schema, async (t, project) => {
  await project.write(
    'generated-classes/Identity/Book.php',
    `<?php
namespace Identity;
use Identity\\Base\\Book as BaseBook;
class Book extends BaseBook
{
    private string $secret = 'default';
    protected array $aXyz = [];
    public ?string $collNotes = null;
    protected ?string $notesScheduledForDeletion = null;
    public function keep(string $text): static
    {
        $this->secret = $this->collNotes = $this->notesScheduledForDeletion = $text;
        $this->aXyz = [$text];
        return $this;
    }
    public function kept(): array
    {
        return [$this->secret, $this->aXyz, $this->collNotes, $this->notesScheduledForDeletion];
    }
}
`.replaceAll('\\\\', '\\'),
  )
  const output = await project.php(`
    $author = (new Identity\\Author())->setCode(1)->setName('n');
    $book = (new Identity\\Book())->setTitle('t')->setAuthor($author)->keep('x');
    $book->save();
    $book->getReviews();
    $book->setPages(7);
    $text = serialize($book);
    assert(!str_contains($text, 'Author"'));
    $copy = unserialize($text);
    assert($copy->kept() === ['x', ['x'], 'x', 'x'], json_encode($copy->kept()));
    assert($copy->getTitle() === 't' && !$copy->isNew() && $copy->isModified() && $copy->getId() === $book->getId());
    assert($copy->getAuthor() === $author && $book->getAuthor() === $author);
    assert($copy->save() === 1);
    echo 'done';
  `)
  t.is(output, 'done')
})

const bank = `
<database name="bank" namespace="Bank" defaultIdMethod="native">
  <table name="account">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="balance" type="INTEGER" required="true"/>
  </table>
  <table name="entry">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="code" type="VARCHAR" size="50" required="true"/>
    <column name="account_id" type="INTEGER" required="true"/>
    <foreign-key foreignTable="account"><reference local="account_id" foreign="id"/></foreign-key>
    <unique><unique-column name="code"/></unique>
  </table>
</database>`

const transfers = join(root, 'test', 'databases', 'transfers.php')

testOnEachDatabase('transfers that fail in every way keep the total', bank, async (t, project) => {
  const number = Number(process.env.ORM_TRANSFERS ?? 150)
  const first = Number(process.env.ORM_SEED ?? 1)
  await project.php(`
    foreach ([1, 2, 3, 4] as $id) (new Bank\\Account())->setId($id)->setBalance(100)->save();
    (new Bank\\Entry())->setCode('taken')->setAccountId(1)->save();
  `)
  const { dsn, user, password } = project.database
  const run = async (seed: number, holds: boolean, isAlone: boolean): Promise<Record<string, number>> =>
    JSON.parse(
      await project.php(`
        require ${JSON.stringify(transfers)};
        $server = json_decode('${JSON.stringify([dsn, user, password])}');
        echo json_encode(Transfers::run('${seed} ', ${seed}, ${number}, ${holds}, ${isAlone}, $server));
      `),
    )
  const counts = [await run(first, false, true), await run(first + 1, true, true)]
  counts.push(...(await Promise.all([run(first + 2, false, false), run(first + 3, true, false)])))
  for (const kind of Object.keys(counts[0]!))
    t.true(
      counts.some((count) => count[kind]! > 0),
      kind,
    )
  const total = `echo array_sum(Bank\\AccountQuery::create()->select('Balance')->find()->getData());`
  t.is(await project.php(total), '400', JSON.stringify(counts))
})
