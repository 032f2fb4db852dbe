import { join } from 'node:path'
import { testOnEachDatabase } from '../support/project.js'
import { root } from '../support/root.mjs'

const foreignKey = (table: string, names: string, local: string, onDelete: string) =>
  `<foreign-key foreignTable="${table}" ${names} onDelete="${onDelete}"><reference local="${local}" foreign="id"/></foreign-key>`

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const schema = `
<database name="graph" namespace="Graph" defaultIdMethod="native">
  <table name="team" phpName="Group">
    ${id}
    <column name="name" type="VARCHAR" size="50" required="true"/>
    <column name="parent_id" type="INTEGER"/>
    <column name="favourite_id" type="INTEGER"/>
    ${foreignKey('team', 'phpName="Parent" refPhpName="Child"', 'parent_id', 'setnull')}
    ${foreignKey('member', 'phpName="Favourite" refPhpName="Admirer"', 'favourite_id', 'setnull')}
  </table>
  <table name="member">
    ${id}
    <column name="name" type="VARCHAR" size="50"/>
    <column name="team_id" type="INTEGER" required="true"/>
    <column name="host_id" type="INTEGER"/>
    ${foreignKey('team', 'phpName="Group" refPhpName="Member"', 'team_id', 'cascade')}
    ${foreignKey('team', 'phpName="Host" refPhpName="Guest"', 'host_id', 'setnull')}
  </table>
  <table name="topic">
    ${id}
    <column name="name" type="VARCHAR" size="50"/>
  </table>
  <table name="team_topic" isCrossRef="true">
    <column name="team_id" type="INTEGER" primaryKey="true"/>
    <column name="topic_id" type="INTEGER" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="50" defaultValue="none"/>
    ${foreignKey('team', '', 'team_id', 'cascade')}
    ${foreignKey('topic', '', 'topic_id', 'cascade')}
  </table>
  <table name="follower" isCrossRef="true">
    <column name="fan_id" type="INTEGER" primaryKey="true"/>
    <column name="idol_id" type="INTEGER" primaryKey="true"/>
    ${foreignKey('team', 'phpName="Fan" refPhpName="FanLink"', 'fan_id', 'cascade')}
    ${foreignKey('team', 'phpName="Idol" refPhpName="IdolLink"', 'idol_id', 'cascade')}
  </table>
</database>`

const graph = join(root, 'test', 'databases', 'object-graphs.php')

testOnEachDatabase('objects that refer to each other are saved in any order', schema, async (t, project) => {
  const runs = Number(process.env.ORM_GRAPH_RUNS ?? (project.database.name === 'sqlite' ? 200 : 60))
  const first = Number(process.env.ORM_GRAPH_SEED ?? 1)
  const output = await project.php(`
    require ${JSON.stringify(graph)};
    // The last three lost rows after rollbacks: two objects had one row, and a removed one had the key of another.
    foreach ([...range(${first}, ${first + runs - 1}), 594, 1792, 2758] as $seed) {
        ObjectGraph::run($seed, 5 + $seed % 40);
    }
    echo 'done';
  `)
  t.is(output, 'done')
})
