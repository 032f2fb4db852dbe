import { testOnEachDatabase } from '../../support/project.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="author">${id}<column name="name" type="VARCHAR" size="30"/><behavior name="soft_delete"/></table>
    <table name="book">${id}
      <column name="title" type="VARCHAR" size="30"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
      <behavior name="soft_delete"/>
    </table>
  </database>`

const start = `
  $author = (new Author())->setName('jane');
  foreach (['x', 'y'] as $title) { (new Book())->setTitle($title)->setAuthor($author)->save(); }
  $book = BookQuery::create()->findOneByTitle('x');`

testOnEachDatabase(
  'B20.3: a deleted row stays, and no query, count, key, relation or join finds it',
  schema,
  async (t, project) => {
    const printed = await project.php(`${start}
      $book->delete();
      $date = $book->getDeletedAt('c');
      $book->delete();
      assert(!$book->isDeleted() && $date !== null && $date === $book->getDeletedAt('c'));
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
      $author = AuthorQuery::create()->findOne();
      echo json_encode([
        BookQuery::create()->count(), BookQuery::create()->find()->count(), BookQuery::create()->filterByTitle('x')->exists(),
        BookQuery::create()->findPk($book->getId()), BookQuery::create()->findPks([$book->getId()])->count(),
        BookQuery::create()->paginate()->getNbResults(),
        $author->countBooks(), $author->getBooks()->count(),
        AuthorQuery::create()->leftJoinWithBook()->find()->getFirst()->getBooks()->count(),
        AuthorQuery::create()->useBookQuery('b')->filterByTitle('x')->endUse()->count(),
        AuthorQuery::create()->useBookExistsQuery()->filterByTitle('x')->endUse()->count(),
        BookQuery::create()->update(['Title' => 'z']), BookQuery::create()->filterByTitle('z')->delete(),
        BookQuery::create()->deleteAll(), BookQuery::create()->count(),
      ]);
      $author->delete();
      $left = BookQuery::create()->includeDeleted()->orderById()->findOne();
      echo json_encode([$left->getAuthorId() === $author->getId(), $left->getAuthor(),
        BookQuery::create()->includeDeleted()->joinWithAuthor()->count()]);`)
    t.is(printed, '[1,1,false,null,0,1,1,1,1,0,0,1,1,0,0][true,null,0]')
  },
)

testOnEachDatabase('B20.4: deleted rows are found, restored and removed on demand', schema, async (t, project) => {
  const printed = await project.php(`${start}
    $book->delete();
    $all = BookQuery::create()->includeDeleted();
    echo json_encode([$all->count(), $all->findPk($book->getId())->getTitle(),
      AuthorQuery::create()->useBookQuery()->includeDeleted()->filterByTitle('x')->endUse()->count()]);
    $book->reload();
    echo $book->unDelete(), BookQuery::create()->count();
    BookQuery::create()->deleteAll();
    echo BookQuery::create()->filterByTitle('y')->unDelete(), BookQuery::create()->unDelete(), BookQuery::create()->unDelete(), ' ';
    BookQuery::create()->filterByTitle('x')->delete();
    echo BookQuery::create()->filterByTitle('x')->forceDelete(), BookQuery::create()->includeDeleted()->count(), ' ';
    $read = static function (AuthorQuery $query): int { Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); return $query->find()->getFirst()->getBooks()->count(); };
    $both = static fn (): array => [$read(AuthorQuery::create()->leftJoinWithBook()),
      $read(AuthorQuery::create()->useBookQuery()->includeDeleted()->endUse()->with('Book'))];
    BookQuery::create()->deleteAll();
    $counts = [$both(), $both()];
    BookQuery::disableSoftDelete();
    $counts[] = $both(); $counts[] = $both();
    BookQuery::enableSoftDelete();
    $counts[] = $both();
    echo json_encode($counts);
    BookQuery::disableSoftDelete();
    BookQuery::create()->findOne()->delete();
    echo json_encode([BookQuery::isSoftDeleteEnabled(), BookQuery::create()->count()]);
    Orm\\Runtime\\Orm::reset();
    assert(BookQuery::isSoftDeleteEnabled());
    $more = (new Book())->setTitle('more'); $more->save();
    $more->forceDelete();
    echo json_encode([$more->isDeleted(), BookQuery::create()->includeDeleted()->count()]), AuthorQuery::create()->forceDeleteAll();`)
  t.is(printed, '[2,"x",1]12110 11 [[0,1],[0,1],[1,1],[1,1],[0,1]][false,0][true,0]1')
})

testOnEachDatabase(
  'B20.6: to other behaviors and to foreign keys a soft delete is an update, which hooks can prevent',
  `<database name="d" defaultIdMethod="native">
    <table name="task">${id}
      <column name="title" type="VARCHAR" size="30"/>
      <column name="closed" type="INTEGER"/>
      <behavior name="sortable"/><behavior name="versionable"/><behavior name="archivable"/>
      <behavior name="soft_delete"><parameter name="deleted_column" value="closed"/></behavior>
    </table>
    <table name="step">${id}<column name="task_id" type="INTEGER"/>
      <foreign-key foreignTable="task" onDelete="cascade"><reference local="task_id" foreign="id"/></foreign-key></table>
  </database>`,
  async (t, project) => {
    const printed = await project.php(`
      class Kept extends Task { public function preDelete(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): bool { return false; } }
      foreach (['a', 'b', 'c'] as $title) { (new Task())->setTitle($title)->save(); }
      $b = TaskQuery::create()->findOneByTitle('b');
      (new Step())->setTask($b)->save();
      $b->delete();
      assert(is_int($b->getClosed()) && $b->getVersion() === 2 && StepQuery::create()->count() === 1 && TaskArchiveQuery::create()->count() === 0);
      echo implode(',', TaskQuery::create()->orderByRank()->select(['SortableRank'])->find()->getData()), ' ';
      $b->unDelete();
      echo implode(',', TaskQuery::create()->orderByRank()->select(['Title'])->find()->getData()), ' ';
      $kept = new Kept(); $kept->setTitle('k')->save(); $kept->delete();
      echo TaskQuery::create()->count(), ' ';
      $b->forceDelete();
      echo implode(',', TaskQuery::create()->orderByRank()->select(['SortableRank'])->find()->getData()), StepQuery::create()->count(), TaskArchiveQuery::create()->count();`)
    t.is(printed, '1,3 a,b,c 4 1,2,301')
  },
)

testOnEachDatabase(
  'a row of concrete_inheritance is marked, restored, changed and removed with the row of its parent',
  `<database name="d" defaultIdMethod="native">
    <table name="pub">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="20"/>
      <behavior name="soft_delete"/>
      <behavior name="timestampable"/>
    </table>
    <table name="tome">
      <column name="pages" type="INTEGER"/>
      <behavior name="concrete_inheritance"><parameter name="extends" value="pub"/></behavior>
    </table>
  </database>`,
  async (t, project) => {
    t.is(
      await project.php(`
        $hidden = static fn ($row): int => (int) ($row->getDeletedAt() !== null);
        $say = static function () use ($hidden): void {
          Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
          foreach ([TomeQuery::create(), PubQuery::create()] as $query) {
            foreach ($query->includeDeleted()->orderById()->find() as $row) { echo $row->getTitle(), $hidden($row); }
            echo ' ';
          }
          Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
        };
        $all = static fn (): TomeQuery => TomeQuery::create()->includeDeleted()->orderById();
        foreach (['a', 'b', 'c'] as $title) { (new Tome())->setPages(1)->setTitle($title)->save(); }
        $all()->findOne()->delete(); $say();
        $all()->findOne()->setPages(2)->setTitle('x')->save(); $say();
        $all()->findOne()->unDelete(); $say();
        TomeQuery::create()->filterByTitle(['x', 'b'])->delete(); $say();
        $all()->filterByTitle('b')->update(['Title' => 'y']); $say();
        TomeQuery::create()->unDelete(); $say();
        $all()->findOne()->delete(); $all()->findOne()->forceDelete(); $say();
        TomeQuery::create()->filterByPages(1)->forceDelete(); TomeQuery::create()->forceDeleteAll(); $say();`),
      'a1b0c0 a1b0c0 x1b0c0 x1b0c0 x0b0c0 x0b0c0 x1b1c0 x1b1c0 x1y1c0 x1y1c0 x0y0c0 x0y0c0 y0c0 y0c0   ',
    )
  },
)
