import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <behavior name="auto_add_pk"/>
    <table name="tag"><column name="label" type="VARCHAR" size="20"/></table>
    <table name="usage_of_tag" phpName="Usage">
      <column name="tag_id" type="INTEGER"/>
      <foreign-key foreignTable="tag"><reference local="tag_id" foreign="id"/></foreign-key>
      <behavior name="auto_add_pk">
        <parameter name="name" value="use_key"/><parameter name="type" value="BIGINT"/><parameter name="phpName" value="Key"/>
      </behavior>
    </table>
    <table name="keyed"><column name="code" type="VARCHAR" size="20" primaryKey="true"/></table>
  </database>`

scenariosOnEachDatabase(schema, {
  'B5.1, B5.2, B5.3, B5.5: tables without a key get one that the database makes and foreign keys refer to': [
    `$tag = (new Tag())->setLabel('x'); $use = (new Usage())->setTag($tag); $use->save();
    echo $tag->getId(), $use->getKey(), TagQuery::create()->findPk(1)->getLabel(), implode(',', Map\\TagTableMap::getFieldNames('fieldName'));
    echo (int) method_exists(Keyed::class, 'getId');`,
    '11xlabel,id0',
  ],
})
