import { testOnEachDatabase } from '../support/project.js'

/** Names that PHP, the generated methods or the runtime use themselves. */
const names = [
  ...[
    'new',
    'deleted',
    'this',
    'comparison',
    'relation',
    'virtual_columns',
    'modified_columns',
    'primary_key',
    'array',
  ],
  ...['con', 'criteria', 'row', 'many', 'cross', 'with', 'by_name', 'query', 'original_key', 'row_is_new'],
  ...['2fa', 'x20', '$v', 'class', 'list', 'ünï'],
]

const pascal = (name: string): string => `C${names.indexOf(name)}`
const phpNames = (name: string): string =>
  /^[a-z_]+$/.test(name) ? '' : `phpName="${pascal(name)}" tableMapName="${pascal(name)}"`

const columns = names.map((name) => `<column name="${name}" ${phpNames(name)} type="varchar" size="60"/>`).join('\n')

testOnEachDatabase(
  'columns may have any name',
  `<database name="shop" namespace="Shop" identifierQuoting="true">
    <table name="thing">
      <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
      ${columns}
    </table>
  </database>`,
  async (t, project) => {
    const printed = await project.php(`
      use Shop\\Map\\ThingTableMap;
      use Shop\\Thing;
      use Shop\\ThingQuery;

      $columns = ThingTableMap::getTableMap()->getColumns();
      $thing = new Thing();
      foreach ($columns as $column) {
          if ($column->getName() !== 'id') {
              $thing->{'set' . $column->getPhpName()}('v ' . $column->getPhpName());
          }
      }
      assert($thing->isNew());
      $thing->save();
      assert(!$thing->isNew() && !$thing->isDeleted());
      ThingTableMap::clearInstancePool();
      foreach ($columns as $column) {
          if ($column->getName() !== 'id') {
              $name = $column->getPhpName();
              $found = ThingQuery::create()->{'filterBy' . $name}('v ' . $name)->findOne();
              assert($found->{'get' . $name}() === 'v ' . $name, $name);
              $found->{'set' . $name}('w')->save();
              assert($found->copy()->{'get' . $name}() === 'w', $name);
              assert(ThingQuery::create()->{'findOneBy' . $name}('w')?->getId() === $found->getId(), $name);
          }
      }
      $found->delete();
      assert($found->isDeleted());
      echo ThingQuery::create()->count();
    `)
    t.is(printed, '0')
  },
)

const tables = [
  'new',
  'deleted',
  'this',
  'comparison',
  'relation',
  'virtual_columns',
  'primary_key',
  'many',
  'cross',
  'with',
  'criteria',
]

testOnEachDatabase(
  'tables and relations may have any name',
  `<database name="shop" namespace="Shop" identifierQuoting="true">
    <table name="thing">
      <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
      ${tables.map((name) => `<column name="${name}_id" type="integer"/>`).join('\n')}
      ${tables
        .map(
          (name) => `<foreign-key foreignTable="${name}" refPhpName="${name === 'with' ? 'With' : ''}">
            <reference local="${name}_id" foreign="id"/></foreign-key>`,
        )
        .join('\n')}
    </table>
    ${tables
      .map(
        (name) => `<table name="${name}" ${name === 'new' ? 'phpName="New_"' : ''}>
          <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
          <column name="thing_id" type="integer"/>
          <foreign-key foreignTable="thing" phpName="Owner" refPhpName="${name === 'new' ? 'New' : `${name}_one`}">
            <reference local="thing_id" foreign="id"/>
          </foreign-key></table>`,
      )
      .join('\n')}
  </database>`,
  async (t, project) => {
    const printed = await project.php(`
      use Orm\\Runtime\\Map\\RelationMap;
      use Shop\\Map\\ThingTableMap;
      use Shop\\Thing;
      use Shop\\ThingQuery;

      $thing = new Thing();
      $count = 0;
      foreach (ThingTableMap::getTableMap()->getRelations() as $relation) {
          $class = $relation->getRightTable()->getClassName();
          if ($relation->getType() === RelationMap::MANY_TO_ONE) {
              $thing->{'set' . $relation->getName()}(new $class());
          } else {
              $thing->{'add' . $relation->getName()}(new $class());
          }
          $count++;
      }
      $thing->save();
      ThingTableMap::clearInstancePool();
      foreach (ThingTableMap::getTableMap()->getRelations() as $relation) {
          $name = $relation->getName();
          $found = ThingQuery::create()->{'join' . $name}()->{'use' . $name . 'Query'}()->endUse()->findOne();
          assert($found->getId() === $thing->getId());
          if ($relation->getType() === RelationMap::MANY_TO_ONE) {
              assert($found->{'get' . $name}()->getId() > 0);
              assert(ThingQuery::create()->{'filterBy' . $name}($found->{'get' . $name}())->count() === 1);
          } else {
              assert(count($found->{'get' . $relation->getPluralName()}()) === 1);
          }
      }
      echo $count;
    `)
    t.is(printed, '22')
  },
)
