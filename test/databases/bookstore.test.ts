import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testOnEachDatabase } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')

testOnEachDatabase('saves, finds, updates and deletes rows', schema, async (t, project) => {
  const output = await project.php(`
    use Bookstore\\{Author, AuthorQuery, Book, BookQuery};

    $author = (new Author())->setName('Ursula K. Le Guin 🐉')->setEmail("o'brien@example.org");
    $book = (new Book())->setTitle('The Dispossessed')->setPages(341)->setAuthor($author);
    assert($book->isNew());
    assert($book->save() === 2, 'the book and its author');
    assert(!$book->isNew() && !$book->isModified());
    assert($author->getId() > 0 && $book->getAuthorId() === $author->getId());

    // Without the pool, rows come from the database and not from memory.
    Bookstore\\Map\\BookTableMap::clearInstancePool();
    Bookstore\\Map\\AuthorTableMap::clearInstancePool();
    $found = BookQuery::create()->findPk($book->getId());
    assert($found !== null && $found !== $book);
    assert($found->getTitle() === 'The Dispossessed' && $found->getPages() === 341 && $found->getIsbn() === null);
    assert($found->getAuthor()->getName() === 'Ursula K. Le Guin 🐉');
    assert($found->getAuthor()->getEmail() === "o'brien@example.org");

    $defaulted = (new Book())->setTitle('The Lathe of Heaven')->setAuthor($found->getAuthor());
    assert($defaulted->getPages() === 0);
    assert($defaulted->save() === 1);
    assert(BookQuery::create()->filterByAuthor($found->getAuthor())->count() === 2);
    assert(BookQuery::create()->orderByTitle('desc')->findOne()->getTitle() === 'The Lathe of Heaven');
    assert(count($found->getAuthor()->getBooks()) === 2);

    $found->setIsbn('0-06-012563-2')->setPages(400);
    assert($found->save() === 1 && $found->save() === 0);
    Bookstore\\Map\\BookTableMap::clearInstancePool();
    $again = BookQuery::create()->filterByIsbn('0-06-012563-2')->findOne();
    assert($again->getPages() === 400 && $again->getTitle() === 'The Dispossessed');

    $again->delete();
    assert($again->isDeleted());
    assert(BookQuery::create()->findPk($again->getId()) === null);
    AuthorQuery::create()->findOne()->delete();
    assert(BookQuery::create()->count() === 0, 'onDelete="cascade"');
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('takes back what a failed transaction did', schema, async (t, project) => {
  const output = await project.php(`
    use Bookstore\\{Author, AuthorQuery};

    $connection = Orm\\Runtime\\Orm::getConnection('bookstore');
    try {
        $connection->transaction(function () use ($connection) {
            (new Author())->setName('Nobody')->save($connection);
            throw new DomainException('stop');
        });
        assert(false);
    } catch (DomainException $exception) {
        assert($exception->getMessage() === 'stop');
    }
    assert(AuthorQuery::create()->count() === 0);
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('creates the tables again without an error', schema, async (t, project) => {
  await project.php(`(new Bookstore\\Author())->setName('Gone')->save();`)
  const { code, stderr } = await project.orm('sql:insert', '--yes')
  t.regex(
    stderr,
    /^(?:notice: .* has migrations .*\n)?table \S+ on connection "bookstore" with 1 row will be dropped\n$/,
  )
  t.is(code, 0)
  t.is(await project.php('echo Bookstore\\AuthorQuery::create()->count();'), '0')
})
