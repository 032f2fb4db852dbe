import { testOnEachDatabase } from '../../support/project.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="made" type="TIMESTAMP"/>
      <behavior name="archivable"><parameter name="archive_on_update" value="true"/></behavior>
    </table>
  </database>`

testOnEachDatabase('B4: random changes leave in the archive what a plain array says', schema, async (t, project) => {
  const printed = await project.php(`
    mt_srand(5); $rows = $archive = [];
    for ($i = 0; $i < 200; ++$i) {
        $id = $rows === [] ? null : array_rand($rows);
        $book = $id === null ? null : BookQuery::create()->findPk($id);
        switch ($book === null ? 0 : mt_rand(0, 8)) {
            case 0: case 1: $book = (new Book())->setTitle("t$i"); $book->save(); $rows[$book->getId()] = "t$i"; break;
            case 2: $book->setTitle("t$i")->save(); $rows[$id] = $archive[$id] = "t$i"; break;
            case 3: $book->setTitle("t$i")->saveWithoutArchive(); $rows[$id] = "t$i"; break;
            case 4: $book->delete(); $archive[$id] = $rows[$id]; unset($rows[$id]); break;
            case 5: BookQuery::create()->filterById($id)->deleteWithoutArchive(); unset($rows[$id]); break;
            case 6: BookQuery::create('b')->filterByTitle($rows[$id])->update(['Title' => "t$i"]); $rows[$id] = $archive[$id] = "t$i"; break;
            case 7: BookQuery::create()->filterById($id, '<=')->archive(); foreach ($rows as $key => $title) { if ($key <= $id) { $archive[$key] = $title; } } break;
            case 8: BookQuery::create()->filterById([$id, $id + 1])->delete(); foreach ([$id, $id + 1] as $key) { if (isset($rows[$key])) { $archive[$key] = $rows[$key]; unset($rows[$key]); } } break;
        }
    }
    $found = [];
    foreach (BookArchiveQuery::create()->find() as $row) { $found[$row->getId()] = $row->getTitle(); if ($row->getArchivedAt() === null) { echo 'undated '; } }
    ksort($found); ksort($archive);
    echo $found === $archive ? 'equal' : json_encode([$found, $archive]);`)
  t.is(printed, 'equal')
})
