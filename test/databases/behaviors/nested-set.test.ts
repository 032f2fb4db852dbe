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
