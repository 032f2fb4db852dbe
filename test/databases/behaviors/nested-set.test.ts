import { join } from 'node:path'
import { testOnEachDatabase } from '../../support/project.js'
import { root } from '../../support/root.mjs'
import { walkSeed, walkSteps } from '../../support/walks.js'

const table = (name: string, parameters: string) => `
  <table name="${name}">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <behavior name="nested_set">${parameters}</behavior>
  </table>`

const useScope = '<parameter name="use_scope" value="true"/>'
const columns =
  '<parameter name="left_column" value="left"/><parameter name="right_column" value="right"/><parameter name="method_proxies" value="true"/>'

const schema = `<database name="d" defaultIdMethod="native">
  ${table('section', columns)}${table('page', useScope)}
</database>`

/** Operations on each table of each database; `npm run test:nested-set` makes many. */
const steps = walkSteps(300)

testOnEachDatabase('every rule of the reference', schema, async (t, project) => {
  t.is(await project.php(`require '${join(root, 'test/databases/behaviors/nested-set/rules.php')}';`), '')
})

const trees = `require '${join(root, 'test/databases/behaviors/nested-set/Trees.php')}';`

testOnEachDatabase(
  `B10.60: trees are what plain arrays say after random operations (ORM_MODEL_SEED=${walkSeed})`,
  schema,
  async (t, project) => {
    t.timeout(3_600_000)
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

/** One random change of the trees 1 and 2 by objects that may show what was long ago; says whether it was done. */
const change = `
  $change = static function (): void {
      $con = Orm\\Runtime\\Orm::getWriteConnection('d');
      $find = static fn (): ?Page => PageQuery::create()->filterByTreeLeft(1, '>')->findOneById(
          $con->query('SELECT id FROM page WHERE tree_left > 1 ORDER BY ' . (mt_rand(0, 1) ? 'id' : 'id DESC')
              . ' LIMIT 1 OFFSET ' . mt_rand(0, 5))->fetchColumn() ?: 0,
      );
      $root = PageQuery::retrieveRoot(mt_rand(1, 2));
      $node = $find();
      $target = $find() ?? $root;
      $kinds = ['FirstChild', 'LastChild', 'PrevSibling', 'NextSibling'];
      usleep(mt_rand(0, 3000));
      switch (mt_rand(0, 7)) {
          case 0: $node?->{'moveTo' . $kinds[mt_rand(0, 3)] . 'Of'}($target); break;
          case 1: $node?->moveToLastChildOf($root); break;
          case 2: if ($node?->isLeaf()) { $node->delete(); } break;
          case 3: PageQuery::create()->filterByTitle('t' . mt_rand(0, 30))->filterByTreeLeft(1, '>')->delete(); break;
          case 4: $node?->setTitle('t' . mt_rand(0, 30))->save(); break;
          default: (new Page())->setTitle('t' . mt_rand(0, 30))->insertAsLastChildOf($target)->save();
      }
  };`

/** Others delete what a process has read, or move it into a branch of its own: that is no failure of the tree. */
const patiently = `
  $patiently = static function (callable $work): void {
      try {
          $work();
      } catch (Orm\\Runtime\\Exception\\ExceptionInterface $e) {
          $isRefusal = $e::class === Orm\\Runtime\\Exception\\OrmException::class;
          $isRetryable = $e instanceof Orm\\Runtime\\Exception\\Database\\Deadlock
              || (method_exists($e, 'isRetryable') && $e->isRetryable());
          if (!$isRefusal && !$isRetryable) { throw $e; }
      }
  };`

testOnEachDatabase(
  'B10.61: trees stay valid while many processes insert, move and delete',
  schema,
  async (t, project) => {
    t.timeout(300_000)
    await project.php(`foreach ([1, 2] as $scope) {
      $root = (new Page())->makeRoot()->setScopeValue($scope); $root->save();
      for ($i = 0; $i < 10; ++$i) { (new Page())->setTitle("t$i")->insertAsLastChildOf($root)->save(); }
  }`)
    const work = `${change} ${patiently} $con = Orm\\Runtime\\Orm::getWriteConnection('d');
    for ($i = 0; $i < 40; ++$i) {
        // Some in a transaction of the application, whose reads may be old and whose trees are not locked in order.
        $patiently(mt_rand(0, 3) > 0 ? $change : static fn () => $con->transaction(static function () use ($change): void {
            $change();
            $change();
        }));
    }
    echo 'done';`
    const printed = await Promise.all(Array.from({ length: 8 }, () => project.php(work)))
    t.deepEqual(new Set(printed), new Set(['done']))
    t.is(
      await project.php(`echo json_encode([PageQuery::checkTree(1), PageQuery::checkTree(2),
        PageQuery::create()->filterByTreeLeft(null)->count()]);`),
      '[[],[],0]',
    )
  },
)

testOnEachDatabase('B10.62: nothing is lost when many processes insert at once', schema, async (t, project) => {
  t.timeout(300_000)
  await project.php('(new Section())->makeRoot()->save();')
  const work = `for ($i = 0; $i < 25; ++$i) {
      $root = SectionQuery::create()->findRoot();
      (new Section())->insertAsLastChildOf($root)->save();
      SectionTableMap::clearInstancePool();
  }`
  await Promise.all(Array.from({ length: 8 }, () => project.php(`use Map\\SectionTableMap; ${work}`)))
  t.is(
    await project.php(`$root = SectionQuery::create()->findRoot();
      echo $root->countChildren(), ' ', $root->getRightValue(), ' ', json_encode(SectionQuery::checkTree());`),
    '200 402 []',
  )
})

testOnEachDatabase('B10.63: of many processes one makes the root of a tree', schema, async (t, project) => {
  const work = `try { (new Section())->makeRoot()->save(); echo 'made'; }
    catch (Orm\\Runtime\\Exception\\OrmException) { echo 'refused'; }`
  const printed = await Promise.all(Array.from({ length: 8 }, () => project.php(work)))
  t.deepEqual(printed.sort(), ['made', ...Array.from({ length: 7 }, () => 'refused')])
})
