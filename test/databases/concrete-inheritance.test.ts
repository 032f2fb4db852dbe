import { testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="cms" namespace="Cms" defaultIdMethod="native">
  <table name="content">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <index name="by_title"><index-column name="title"/></index>
    <behavior name="timestampable"/>
  </table>
  <table name="article">
    <column name="body" type="LONGVARCHAR"/>
    <behavior name="concrete_inheritance"><parameter name="extends" value="content"/></behavior>
  </table>
</database>`

testOnEachDatabase('concrete_inheritance (B6, B7): both rows are written and deleted', schema, async (t, project) => {
  const output = await project.php(`
    use Cms\\{Article, ArticleQuery, Content, ContentQuery};
    (new Content())->setTitle('plain')->save();
    $article = (new Article())->setTitle('A')->setBody('b'); $article->save();
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
    $content = ContentQuery::create()->findOneByTitle('A');
    echo $content->getId(), $content->getChildObject()->getBody(), ' ';
    $article->setTitle('B')->save();
    echo ContentQuery::create()->filterByTitle('B')->count(), ' ';
    $article->delete();
    echo ContentQuery::create()->count(), ArticleQuery::create()->count();
  `)
  t.is(output, '2b 1 10')
})
