import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { createProject } from '../support/project.js'

const schema = `<database name="shelf" namespace="Shelf">
  <table name="book" phpName="Book">
    <behavior name="archivable"/><behavior name="versionable"/>
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="state" type="ENUM" valueSet="to read, 2, done" default="to read" phpEnum="true"/>
    <column name="cover" type="ENUM" valueSet="1, 2" phpEnum="Shelf\\Own\\Cover"/>
    <column name="tags" type="SET" valueSet="old, new, lent" phpEnum="true"/>
  </table>
</database>`

const cover = `<?php
namespace Shelf\\Own;
enum Cover: int { case Soft = 1; case Hard = 2; const NICE = self::Hard; }`

for (const name of databases) {
  test(`${name}: backed enums that the schema names, from setter to database and back`, async (t) => {
    const project = await createProject(t, { schema, database: name })
    await project.build()
    await writeFile(join(project.folder, 'Cover.php'), cover)
    t.is(
      await project.php(`
        require 'Cover.php';
        use Shelf\\{Book, BookQuery, BookArchiveQuery};
        use Shelf\\Enum\\{BookState, BookTags};
        use Shelf\\Own\\Cover;
        $book = new Book();
        assert($book->getState() === BookState::TO_READ && $book->getCover() === null && $book->getTags() === []);
        $book->setState('DONE')->setCover(Cover::Hard)->setTags([BookTags::OLD, 'lent', 'NEW'])->removeTag('NEW')->save();
        Shelf\\Map\\BookTableMap::clearInstancePool();
        $book = BookQuery::create()
          ->filterByState([BookState::DONE, 'TO_READ'])->filterByCover('NICE')->filterByTag(BookTags::LENT)->findOne();
        assert($book->getState() === BookState::DONE && $book->getCover() === Cover::Hard);
        assert($book->getTags() === [BookTags::OLD, BookTags::LENT] && $book->hasTag('OLD') && !$book->hasTag(BookTags::NEW));
        assert($book->toArray()['State'] === 'done' && $book->toArray()['Tags'] === ['old', 'lent']);
        assert((new Book())->fromArray($book->toArray())->getTags() === $book->getTags());
        assert($book->copy()->getCover() === Cover::Hard);
        assert(BookQuery::create()->where('Book.State = ?', BookState::DONE)->count() === 1);
        assert(BookQuery::create()->filterByState(BookState::_2)->count() === 0);
        assert(BookQuery::create()->update(['State' => BookState::_2, 'Tags' => [BookTags::NEW]]) === 1);
        assert((new Book())->fromArray($book->toArray())->getCover() === Cover::Hard);
        $book->reload();
        $book->setTags(null)->save();
        assert($book->toVersion(1)->getTags() === [BookTags::OLD, BookTags::LENT]);
        $book->delete();
        echo json_encode(BookArchiveQuery::create()->findOne()->getCover());
        foreach ([fn () => $book->setState('gone'), fn () => $book->setTags([Cover::Hard]),
          fn () => BookQuery::create()->filterByCover('Nice')] as $wrong) {
          try {
            $wrong();
          } catch (Orm\\Runtime\\Exception\\OrmException $error) {
            echo "\\n", $error->getMessage();
          }
        }`),
      [
        '2',
        'Enum column book.state has no value "gone": it has to read, 2, done',
        'Shelf\\Own\\Cover::Hard is not a case of Shelf\\Enum\\BookTags',
        'Enum column book.cover has no value "Nice": it has 1, 2',
      ].join('\n'),
    )
  })
}
