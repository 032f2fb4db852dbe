import { join } from 'node:path'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject, testOnEachDatabase } from '../../support/project.js'
import { root } from '../../support/root.mjs'
import { walkSeed, walkSteps } from '../../support/walks.js'
import { schema, treeCases } from './tree-concurrency.js'

/** Operations on each table of each database; `npm run test:nested-set` makes many. */
const steps = walkSteps(200)

testOnEachDatabase('every rule of the reference', schema, async (t, project) => {
  t.is(await project.php(`require '${join(root, 'test/databases/behaviors/nested-set/rules.php')}';`), '')
})

const trees = `require '${join(root, 'test/databases/behaviors/nested-set/Trees.php')}';`

testOnEachDatabase(
  `B10.60: trees are what plain arrays say after random operations (ORM_SEED=${walkSeed})`,
  schema,
  async (t, project) => {
    const printed = await project.php(`${trees} mt_srand(${walkSeed});
      foreach ([new Trees('Page', [null, 1, 2], true), new Trees('Section', [null], false)] as $trees) {
          for ($i = 0, $log = []; $i < ${steps}; ++$i) {
              $log[] = $trees->step();
              $difference = $trees->difference();
              if ($difference !== '') { echo "step $i: ", implode(', ', array_slice($log, -5)), ": $difference"; break; }
          }
      }
      echo 'equal';`)
    t.is(printed, 'equal')
  },
)

testOnEachDatabase(
  'nodes whose key contains the scope are found by their new keys after they moved to another tree',
  `<database name="trees" namespace="Keyed">
    <table name="node">
      <column name="site" type="INTEGER" primaryKey="true"/>
      <column name="code" type="VARCHAR" size="10" primaryKey="true"/>
      <behavior name="nested_set">
        <parameter name="use_scope" value="true"/>
        <parameter name="scope_column" value="site"/>
      </behavior>
    </table>
  </database>`,
  async (t, project) => {
    t.is(
      await project.php(`
        use Keyed\\{Node, NodeQuery};
        $new = static fn (string $code): Node => (new Node())->setCode($code);
        ($one = $new('one')->setSite(1)->makeRoot())->save();
        ($two = $new('two')->setSite(2)->makeRoot())->save();
        ($a = $new('a')->insertAsLastChildOf($one))->save();
        ($below = $new('below')->insertAsLastChildOf($a))->save();
        $find = static fn (int $site, string $code): ?Node => NodeQuery::create()->findPk([$site, $code]);
        $a->moveToLastChildOf($two);
        echo json_encode([
          $find(1, 'a'), $find(1, 'below'), $find(2, 'a') === $a, $find(2, 'below') === $below, $find(1, 'one') === $one,
        ]);
        $con = Orm\\Runtime\\Orm::getConnection('trees');
        $con->beginTransaction();
        $a->moveToLastChildOf($one);
        $con->rollBack();
        $below->moveToFirstChildOf($two);
        echo json_encode([$find(1, 'a'), $find(2, 'a')->getLevel(), $find(2, 'below')->getLevel(), $a->getSite()]);
      `),
      '[null,null,true,true,true][null,1,1,2]',
    )
  },
)

testOnEachDatabase(
  'lists by the scope of trees do not take a node to another tree',
  `<database name="trees" defaultIdMethod="native" namespace="Listed">
    <table name="node">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      ${['nested_set', 'sortable']
        .map(
          (name) => `<behavior name="${name}">
          <parameter name="use_scope" value="true"/>
          <parameter name="scope_column" value="site"/>
        </behavior>`,
        )
        .join('')}
    </table>
  </database>`,
  async (t, project) => {
    t.is(
      await project.php(`
        use Listed\\{Node, NodeQuery};
        foreach ([1, 2] as $site) {
          ($roots[] = (new Node())->setSite($site)->makeRoot())->save();
          ($nodes[] = (new Node())->insertAsLastChildOf($roots[$site - 1]))->save();
        }
        $moves = [
          static fn () => $nodes[0]->swapWith($nodes[1]),
          static fn () => $nodes[0]->removeFromList()->save(),
          static fn () => $nodes[0]->setSite(2)->insertAtTop()->save(),
        ];
        foreach ($moves as $move) {
          array_walk($nodes, static fn (Node $node) => $node->reload());
          try { $move(); echo 'moved '; } catch (Orm\\Runtime\\Exception\\OrmException) { echo 'refused '; }
        }
        array_walk($nodes, static fn (Node $node) => $node->reload());
        $roots[0]->moveToLastChildOf($nodes[1]);
        echo json_encode([NodeQuery::checkTree(1), NodeQuery::checkTree(2), NodeQuery::countList(2)]);
      `),
      'refused refused refused [[],[],4]',
    )
  },
)

testOnEachDatabase(
  'nodes below a node that moves to another tree have the parent of that tree, also after a rollback',
  `<database name="trees" defaultIdMethod="native" namespace="Owned">
    <table name="site"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
    <table name="node">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="10"/>
      <column name="site_id" type="INTEGER"/>
      <foreign-key foreignTable="site"><reference local="site_id" foreign="id"/></foreign-key>
      <behavior name="nested_set">
        <parameter name="use_scope" value="true"/>
        <parameter name="scope_column" value="site_id"/>
      </behavior>
    </table>
  </database>`,
  async (t, project) => {
    t.is(
      await project.php(`
        use Owned\\{Node, NodeQuery, Site};
        foreach ([1, 2] as $i) {
          ($sites[$i] = new Site())->save();
          ($roots[$i] = (new Node())->setSite($sites[$i])->makeRoot())->save();
        }
        ($branch = (new Node())->insertAsLastChildOf($roots[1]))->save();
        ($below = (new Node())->insertAsLastChildOf($branch))->save();
        $say = static function (string $title) use ($below): void {
          echo $below->getSite()->getId(), $below->setTitle($title)->save(), $below->getSiteId(),
            json_encode([...NodeQuery::checkTree(1), ...NodeQuery::checkTree(2)]), ' ';
        };
        $say('created');
        $branch->moveToLastChildOf($roots[2]);
        $say('moved');
        $con = Orm\\Runtime\\Orm::getConnection('trees');
        $con->beginTransaction();
        $branch->moveToLastChildOf($roots[1]);
        echo $below->getSite()->getId(), ' ';
        $con->rollBack();
        $say('back');
        $branch->setTitle('unsaved');
        $below->setTitle('unsaved')->getSite();
        $branch->moveToLastChildOf($roots[1]);
        $say('again');
      `),
      '111[] 212[] 1 212[] 111[] ',
    )
  },
)

for (const database of databases) {
  for (const [title, run] of Object.entries(treeCases)) {
    // One after the other: each has as many processes as the machine can bear.
    test.serial(`${database}: ${title}`, async (t) => {
      const project = await createProject(t, { schema, database })
      await project.build()
      const [printed, expected] = await run(project, { processes: 8, operations: 40 })
      t.is(printed, expected)
    })
  }
}
