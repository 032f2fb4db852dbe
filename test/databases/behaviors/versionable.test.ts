import { testOnEachDatabase } from '../../support/project.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="100"/>
      <behavior name="versionable"/>
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
      <behavior name="versionable"><parameter name="log_created_at" value="true"/></behavior>
    </table>
  </database>`

testOnEachDatabase('B15: random saves, restores and deletes are what plain arrays say', schema, async (t, project) => {
  const printed = await project.php(`
    mt_srand(11);
    $model = [];
    for ($i = 0; $i < 250; ++$i) {
        $id = $model === [] ? null : array_rand($model);
        $book = $id === null ? null : BookQuery::create()->findPk($id);
        $what = mt_rand(0, 9);
        if ($book === null || $what === 0) {
            $book = (new Book())->setTitle("t$i"); $book->save(); $model[$book->getId()] = [1 => "t$i"];
        } elseif ($what < 6) {
            $book->setTitle("t$i")->save(); $model[$id][] = "t$i";
        } elseif ($what === 6) {
            $book->save();
        } elseif ($what === 7) {
            $number = array_rand($model[$id]);
            $book->toVersion($number)->save();
            // The last version is what the row is already.
            if ($number !== array_key_last($model[$id])) { $model[$id][] = $model[$id][$number]; }
        } elseif ($what === 8 && count($model) > 3) {
            $book->delete(); unset($model[$id]);
        } else {
            $book->enforceVersioning()->save(); $model[$id][] = end($model[$id]);
        }
        if (mt_rand(0, 3) === 0) { Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); }
    }
    $found = [];
    foreach (BookVersionQuery::create()->orderById()->orderByVersion()->find() as $row) { $found[$row->getId()][$row->getVersion()] = $row->getTitle(); }
    ksort($model);
    foreach (BookQuery::create()->find() as $book) {
        if ($book->getTitle() !== end($model[$book->getId()]) || $book->getVersion() !== array_key_last($model[$book->getId()])) { echo 'main differs '; }
    }
    echo $found === $model ? 'equal' : json_encode([$found, $model]);`)
  t.is(printed, 'equal')
})

testOnEachDatabase('B15: many processes make versions without gaps and duplicates', schema, async (t, project) => {
  t.timeout(120_000)
  await project.php("(new Book())->setTitle('start')->save();")
  const work = (number: number) => `
    for ($i = 0; $i < 15; ++$i) { $book = BookQuery::create()->findOne(); $book->setTitle("p${number} $i")->save(); }`
  await Promise.all([1, 2, 3, 4].map((number) => project.php(work(number))))
  const printed = await project.php(`
    $rows = BookVersionQuery::create()->orderByVersion()->find();
    $numbers = array_map(static fn ($row): int => $row->getVersion(), $rows->getData());
    $titles = array_unique(array_map(static fn ($row): string => $row->getTitle(), $rows->getData()));
    $book = BookQuery::create()->findOne();
    echo $numbers === range(1, 61) ? 'no gap' : implode(',', $numbers), ' ', count($titles), ' ', $book->getVersion(), ' ', $rows[60]->getTitle() === $book->getTitle() ? 'last' : 'other';`)
  t.is(printed, 'no gap 61 61 last')
})
