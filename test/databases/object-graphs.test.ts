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

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const parameter = (name: string, value: string) => `<parameter name="${name}" value="${value}"/>`
const behavior = (name: string, parameters: Readonly<Record<string, string>> = {}) =>
  `<behavior name="${name}">${Object.entries(parameters)
    .map((one) => parameter(...one))
    .join('')}</behavior>`

const sluggable = { slug_pattern: '{Title}', scope_column: 'parent_id', unique_constraint: 'false' }
const countChildren = (kind: string) =>
  behavior('aggregate_column', {
    name: 'nb_children',
    foreign_table: kind,
    foreign_key: 'Parent',
    expression: 'COUNT(id)',
  })

/** The behaviors of the tables of nodes, by table. */
const kinds: Readonly<Record<string, string>> = {
  tree: behavior('closure_table'),
  nested: behavior('nested_set'),
  ranked: behavior('sortable', { use_scope: 'true', scope_column: 'post_id' }),
  sibling: behavior('sortable', { use_scope: 'true', scope_column: 'parent_id' }),
  archived: behavior('archivable', { archive_on_insert: 'true', archive_on_update: 'true' }),
  counting: countChildren('counting'),
  slugged: behavior('sluggable', sluggable),
  path: behavior('closure_table') + behavior('sluggable', { slug_pattern: '{Title}', tree: 'true', history: 'true' }),
  folder: behavior('sluggable', { slug_pattern: '{Title}', tree: 'true' }),
  translated: `<column name="text" type="VARCHAR" size="50"/>${behavior('i18n', { i18n_columns: 'text' })}`,
  inherited: behavior('concrete_inheritance', { extends: 'content' }),
  delegating: behavior('delegate', { to: 'delegating_profile' }),
  several: [
    behavior('closure_table'),
    behavior('sortable', { use_scope: 'true', scope_column: 'parent_id' }),
    behavior('sluggable', sluggable),
    behavior('timestampable'),
    behavior('archivable', { archive_on_insert: 'true', archive_on_update: 'true' }),
    countChildren('several'),
  ].join(''),
}

const nodeColumns = `
  <column name="title" type="VARCHAR" size="50"/>
  <column name="post_id" type="INTEGER" required="true"/>
  <column name="parent_id" type="INTEGER"/>`
const keyOfPost = (kind: string) =>
  foreignKey('post', `phpName="Post" refPhpName="${capital(kind)}"`, 'post_id', 'cascade')
// A nested set has methods with the usual names.
const keyOfParent = (table: string) => {
  const names = table === 'nested' ? 'phpName="Boss" refPhpName="Report"' : 'phpName="Parent" refPhpName="Child"'
  return foreignKey(table, names, 'parent_id', 'cascade')
}

const graphSchema = `
<database name="graph" namespace="Graph" defaultIdMethod="native">
  <table name="post">
    ${id}
    <column name="name" type="VARCHAR" size="50"/>
    ${Object.keys(kinds)
      .map(
        (kind) => `
      <column name="${kind}_id" type="INTEGER"/>
      ${foreignKey(kind, `phpName="${capital(kind)}Lead" refPhpName="LedPost"`, `${kind}_id`, 'setnull')}`,
      )
      .join('')}
    ${behavior('sortable', { use_scope: 'true', scope_column: 'tree_id' })}
    ${behavior('versionable')}
    ${['counting', 'several']
      .map((kind) =>
        behavior('aggregate_column', { name: `nb_${kind}`, foreign_table: kind, expression: 'COUNT(id)' }).replace(
          '<behavior',
          `<behavior id="nb_${kind}"`,
        ),
      )
      .join('')}
  </table>
  <table name="content">
    ${id}
    ${nodeColumns}
    ${keyOfPost('content')}
    ${keyOfParent('content')}
  </table>
  <table name="delegating_profile"><column name="email" type="VARCHAR" size="50"/></table>
  ${Object.entries(kinds)
    .map(
      ([kind, behaviors]) => `
    <table name="${kind}">
      ${kind === 'inherited' ? '' : id + nodeColumns + keyOfParent(kind)}
      ${kind === 'inherited' ? '<column name="post_id" type="INTEGER" required="true"/>' : ''}
      ${keyOfPost(kind)}
      ${behaviors}
    </table>`,
    )
    .join('')}
</database>`

const behaviorGraph = join(root, 'test', 'databases', 'behavior-graphs.php')

testOnEachDatabase(
  'behaviors do their work in graphs of objects that are saved from any side',
  graphSchema,
  async (t, project) => {
    const runs = Number(process.env.ORM_GRAPH_RUNS ?? (project.database.name === 'sqlite' ? 40 : 10))
    const first = Number(process.env.ORM_GRAPH_SEED ?? 1)
    const output = await project.php(`
    require ${JSON.stringify(behaviorGraph)};
    foreach (${JSON.stringify(Object.keys(kinds))} as $kind) {
        foreach (range(${first}, ${first + runs - 1}) as $seed) {
            BehaviorGraph::run($kind, $seed);
        }
    }
    echo 'done';
  `)
    t.is(output, 'done')
  },
)

testOnEachDatabase('a child that is inserted first is found below its parent', graphSchema, async (t, project) => {
  const output = await project.php(`
    use Graph\\{Post, Tree};
    [$post, $x, $y] = [new Post(), new Tree(), new Tree()];
    $x->setPost($post);
    $y->setPost($post)->setParent($x);
    $x->save();
    echo $x->countDescendants(), $y->getLevel();
  `)
  t.is(output, '11')
})
