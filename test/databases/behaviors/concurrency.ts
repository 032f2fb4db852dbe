import { join } from 'node:path'
import { root } from '../../support/root.mjs'

const processes = 8

/** A project, and where its processes run: on a server, or on several that are one database. */
export interface Place {
  /** Runs PHP in the project, as the process of a number. */
  php(code: string, number?: number): Promise<string>
}

export const schemaFile = join(root, 'test/databases/behaviors/model/schema.xml')

const together = (project: Place, work: (number: number) => string) =>
  Promise.all(Array.from({ length: processes }, (_, number) => project.php(work(number), number)))

/** Deadlocks are tried again by the library: none of these statements is in a transaction of the caller. */
export const cases: Readonly<
  Record<string, (project: Place) => Promise<readonly [printed: string, expected: string]>>
> = {
  'B1.17, B2.1: sums are equal to what the rows say': async (project) => {
    const authors = await project.php(`
      $ids = []; foreach ([1, 2, 3] as $_) { $author = new Author(); $author->save(); $ids[] = $author->getId(); }
      foreach ([[1, 'a'], [1, 'b']] as [$town, $street]) { (new Shop())->setTown($town)->setStreet($street)->save(); }
      echo implode(',', $ids);`)
    const inserted = await together(
      project,
      (number) => `
      mt_srand(${number}); $ids = [${authors}]; $author = static fn (): ?int => mt_rand(0, 5) === 0 ? null : $ids[array_rand($ids)]; $rows = 0;
      $saved = static function (?Book $book): void {
          // Another process may have deleted the row.
          try { $book?->save(); } catch (Orm\\Runtime\\Exception\\OrmException $e) { if (!str_contains($e->getMessage(), 'no row has the key')) { throw $e; } }
      };
      for ($i = 0; $i < 25; ++$i) {
          $books = BookQuery::create()->select('Id')->find()->getData();
          $book = $books === [] ? null : BookQuery::create()->findPk($books[array_rand($books)]);
          switch (mt_rand(0, 6)) {
              case 0: case 1: (new Book())->setPages(mt_rand(1, 5))->setAuthorId($author())->setTown(1)->setStreet(mt_rand(0, 1) ? 'a' : 'b')->save(); ++$rows; break;
              case 2: $saved($book?->setAuthorId($author())); break;
              case 3: $saved($book?->setPages(mt_rand(1, 5))); break;
              case 4: if ($book !== null) { $rows -= BookQuery::create()->filterById($book->getId())->delete(); } break;
              case 5: BookQuery::create('x')->filterByPages(mt_rand(1, 5))->filterByAuthorId($author())->update(['AuthorId' => $author()]); break;
              case 6: BookQuery::create()->filterByPages(5)->filterByAuthorId($author())->update(['Pages' => mt_rand(1, 5)]); break;
          }
      }
      echo $rows;`,
    )
    const printed = await project.php(`
      $con = Orm\\Runtime\\Orm::getConnection('d');
      $read = static fn (string $sql): array => $con->query($sql)->fetchAll(PDO::FETCH_NUM);
      $columns = $read('SELECT id, COALESCE(nb, 0), COALESCE(total, 0), COALESCE(most, 0) FROM author ORDER BY id');
      $rows = $read('SELECT a.id, COUNT(CASE WHEN b.pages > 2 THEN 1 END), COALESCE(SUM(b.pages), 0), COALESCE(MAX(b.pages), 0) FROM author a LEFT JOIN book b ON b.author_id = a.id GROUP BY a.id ORDER BY a.id');
      echo $columns == $rows ? 'equal ' : json_encode([$columns, $rows]);
      $shops = $read('SELECT town, street, COALESCE(stock, 0) FROM shop ORDER BY street');
      $rows = $read('SELECT s.town, s.street, COUNT(b.id) FROM shop s LEFT JOIN book b ON b.town = s.town AND b.street = s.street GROUP BY s.town, s.street ORDER BY s.street');
      echo $shops == $rows ? 'equal ' : json_encode([$shops, $rows]), BookQuery::create()->count();`)
    return [printed, `equal equal ${inserted.map(Number).reduce((a, b) => a + b, 0)}`]
  },
  'B15.10: versions are 1..n without gaps and duplicates': async (project) => {
    await project.php("(new Page())->setTitle('start')->save();")
    await together(
      project,
      (number) =>
        `for ($i = 0; $i < 12; ++$i) { Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); PageQuery::create()->findOne()->setTitle("p${number} $i")->save(); }`,
    )
    const printed = await project.php(`
      $rows = PageVersionQuery::create()->orderByVersion()->find()->getData();
      $numbers = array_map(static fn ($row): int => $row->getVersion(), $rows);
      $titles = array_unique(array_map(static fn ($row): string => $row->getTitle(), $rows));
      $page = PageQuery::create()->findOne();
      echo $numbers === range(1, count($rows)) ? 'no gap ' : implode(',', $numbers), count($titles), ' ', $page->getVersion(), ' ', end($rows)->getTitle() === $page->getTitle() ? 'last' : 'other';`)
    return [printed, `no gap ${1 + processes * 12} ${1 + processes * 12} last`]
  },
  'B4.15: rows that many processes change and delete are in the archive as they were last': async (project) => {
    await project.php("for ($i = 0; $i < 40; ++$i) { (new Letter())->setTitle('start')->save(); }")
    const deleted = await together(
      project,
      (number) => `
      mt_srand(${number}); $deleted = 0;
      for ($i = 0; $i < 20; ++$i) {
          $id = mt_rand(1, 40);
          switch (mt_rand(0, 3)) {
              case 0: $deleted += LetterQuery::create()->filterById($id)->delete(); break;
              case 1: LetterQuery::create()->filterById($id)->update(['Title' => "p${number} $i"]); break;
              case 2: LetterQuery::create()->filterById([$id, 41 - $id])->archive(); break;
              case 3: LetterQuery::create()->filterById($id, '<')->update(['Title' => "p${number} $i"]); break;
          }
      }
      echo $deleted;`,
    )
    const printed = await project.php(`
      $con = Orm\\Runtime\\Orm::getConnection('d');
      $lost = $con->query("SELECT COUNT(*) FROM letter l JOIN letter_archive a ON a.id = l.id WHERE a.title <> l.title")->fetchColumn();
      $left = LetterQuery::create()->count();
      $archived = $con->query('SELECT COUNT(*) FROM letter_archive WHERE id NOT IN (SELECT id FROM letter)')->fetchColumn();
      echo $lost, ' ', 40 - $left, ' ', $archived;`)
    const count = deleted.map(Number).reduce((a, b) => a + b, 0)
    return [printed, `0 ${count} ${count}`]
  },
  'B12.13: slugs are unique, and none is lost': async (project) => {
    await together(
      project,
      () => "for ($i = 0; $i < 15; ++$i) { (new Entry())->setTitle('Same')->setShelf(1)->save(); }",
    )
    const printed = await project.php(`
      $slugs = EntryQuery::create()->select('Slug')->find()->getData();
      $numbers = array_map(static fn (string $slug): int => (int) substr($slug, 5), $slugs);
      sort($numbers);
      echo count($slugs), ' ', count(array_unique($slugs)), ' ', $numbers === range(0, count($slugs) - 1) ? 'no gap' : implode(',', $numbers);`)
    return [printed, `${processes * 15} ${processes * 15} no gap`]
  },
  'B1.18: a deadlock is tried again, and is the caller’s in a transaction of the caller': async (project) => [
    await project.php(`
      $con = Orm\\Runtime\\Orm::getConnection('d');
      class Unlucky extends Page {
          public static int $failures = 0;
          public function addVersion(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null) {
              if (self::$failures-- > 0) { throw new Orm\\Runtime\\Behavior\\ListLock\\ListLockException('deadlock', true); }
              return parent::addVersion($con);
          }
      }
      class Hooked extends Unlucky { public function preSave(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): bool { echo 'asked '; return true; } }
      $try = static function (callable $work): void { try { $work(); } catch (Orm\\Runtime\\Behavior\\ListLock\\ListLockException) { echo 'deadlock '; } };
      Unlucky::$failures = 2; $page = new Unlucky(); $page->setTitle('a')->save(); echo $page->getVersion(), PageQuery::create()->count(), PageVersionQuery::create()->count(), ' ';
      Unlucky::$failures = 1; $try(static fn () => $con->transaction(static fn () => (new Unlucky())->save())); echo PageQuery::create()->count(), ' ';
      Unlucky::$failures = 1; $try(static fn () => (new Hooked())->save()); echo PageQuery::create()->count();`),
    '111 deadlock 1 asked deadlock 1',
  ],
}
