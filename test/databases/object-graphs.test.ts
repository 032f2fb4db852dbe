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

testOnEachDatabase('a deleted object leaves the lists of its many-to-many partners', schema, async (t, project) => {
  const output = await project.php(`
    use Graph\\{Group, Topic, TeamTopicQuery};
    use Orm\\Runtime\\Orm;
    $con = Orm::getWriteConnection('graph');
    $made = static function (): array {
        $topic = (new Topic())->setName('old');
        $topic->save();
        return [(new Group())->setName('a')->addTopic((new Topic())->setName('kept')), $topic];
    };
    $names = static fn (Group $group): array => $group->getTopics()->getColumnValues('Name');

    [$group, $topic] = $made();
    $held = $group->addTopic($topic)->getTopics();
    $topic->delete();
    assert($names($group) === ['kept'] && count($held) === 2);
    assert($group->save() === 3 && count($group->getTeamTopics()) === 1);

    [$group, $topic] = $made();
    $group->save();
    $topic->addGroup($group)->delete();
    assert($group->setName('b')->save() === 1 && $names($group) === ['kept']);

    // Partners that another request has loaded do not know each other.
    [$group, $topic] = $made();
    $group->addTopic($topic)->save();
    Graph\\Map\\GroupTableMap::clearInstancePool();
    Graph\\Map\\TopicTableMap::clearInstancePool();
    $group = Graph\\GroupQuery::create()->findPk($group->getId());
    foreach ($topics = $group->getTopics() as $one) {
        $one->getName() === 'old' && $one->delete();
    }
    assert($group->setTopics($topics)->save() === 0);

    [$group, $topic] = $made();
    $group->addTopic($topic);
    $con->beginTransaction();
    $topic->delete();
    $con->rollBack();
    assert($names($group) === ['kept', 'old']);
    $group->save();
    assert(TeamTopicQuery::create()->filterByGroup($group)->count() === 2);

    assert(count($group->getTeamTopics()) === 2 && count($topic->getTeamTopics()) === 1);
    $con->beginTransaction();
    $topic->delete();
    assert($names($group) === ['kept'] && count($group->getTeamTopics()) === 1);
    $con->rollBack();
    assert($names($group) === ['kept', 'old'] && count($group->getTeamTopics()) === 2);
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('a list keeps its other members after a deletion', schema, async (t, project) => {
  const output = await project.php(`
    use Graph\\{Group, Member, MemberQuery};
    $group = (new Group())->setName('a')->addMember((new Member())->setName('first'));
    $group->save();
    $group->getMembers();
    $new = (new Member())->setName('new');
    $group->addMember($new)->getMembers()[0]->delete();
    assert($group->save() === 1 && !$new->isNew());
    $new->save();
    assert(MemberQuery::create()->filterByGroup($group)->find()->getColumnValues('Name') === ['new']);
    echo 'done';
  `)
  t.is(output, 'done')
})
