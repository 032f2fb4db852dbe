import { testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="shelf">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  </table>
  <table name="jar">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="shelf_id" type="INTEGER"/>
    <foreign-key foreignTable="shelf"><reference local="shelf_id" foreign="id"/></foreign-key>
  </table>
  <table name="shelf_collection">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  </table>
</database>`

testOnEachDatabase('results have the collection class of their model, if there is one', schema, async (t, project) => {
  const output = await project.php(`
    use Orm\\Runtime\\Collection\\ObjectCollection;
    use Shop\\{Jar, JarQuery, Shelf, ShelfQuery};

    eval('namespace Shop; class JarCollection extends \\\\Orm\\\\Runtime\\\\Collection\\\\ObjectCollection {}');
    $shelf = (new Shelf())->addJar(new Jar());
    $shelf->save();
    foreach ([1, 2] as $_) {
        assert(JarQuery::create()->find()::class === Shop\\JarCollection::class);
        assert(JarQuery::create()->limit(3)->withColumn('1', 'One')->find()::class === Shop\\JarCollection::class);
        assert(ShelfQuery::create()->find()::class === ObjectCollection::class, 'a model is no collection');
    }
    Shop\\Map\\ShelfTableMap::clearInstancePool();
    assert(ShelfQuery::create()->findOne()->getJars()::class === Shop\\JarCollection::class);
    echo 'done';
  `)
  t.is(output, 'done')
})
