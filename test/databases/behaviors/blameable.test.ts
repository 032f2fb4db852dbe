import { testOnEachDatabase } from '../../support/project.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

testOnEachDatabase(
  'B21.2: rows have the user who created them and the one who changed them',
  `<database name="d" defaultIdMethod="native">
    <table name="book">${id}<column name="title" type="VARCHAR" size="30"/><behavior name="blameable"/></table>
    <table name="page">${id}<column name="title" type="VARCHAR" size="30"/>
      <behavior name="blamable"><parameter name="type" value="VARCHAR"/><parameter name="size" value="20"/>
        <parameter name="create_column" value="author"/><parameter name="disable_updated_by" value="true"/></behavior></table>
  </database>`,
  async (t, project) => {
    const printed = await project.php(`
      use Orm\\Runtime\\Behavior\\Blameable\\Blame;
      $user = null;
      $show = static function (Book $book): void { $book->reload(); echo json_encode([$book->getCreatedBy(), $book->getUpdatedBy()]); };
      $early = (new Book())->setTitle('early'); $early->save(); $show($early);
      Blame::setProvider(static function () use (&$user) { return $user; });
      $none = (new Book())->setTitle('none'); $none->save(); $show($none);
      $user = 3;
      $book = (new Book())->setTitle('a'); $book->save(); $show($book);
      $user = 4;
      $book->save(); $show($book);
      $book->setTitle('b')->save(); $show($book);
      $book->setTitle('c')->setUpdatedBy(9)->save(); $show($book);
      $user = null;
      $book->setTitle('d')->save(); $show($book);
      $user = 'jane';
      $page = (new Page())->setTitle('p'); $page->save(); $page->reload(); echo $page->getAuthor();
      Blame::setProvider(null);`)
    t.is(printed, '[null,null][null,null][3,3][3,3][3,4][3,9][3,9]jane')
  },
)
