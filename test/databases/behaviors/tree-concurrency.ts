import type { Place } from './concurrency.js'

const table = (name: string, parameters: string) => `
  <table name="${name}">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <behavior name="nested_set">${parameters}</behavior>
  </table>`

const useScope = '<parameter name="use_scope" value="true"/>'
const columns =
  '<parameter name="left_column" value="left"/><parameter name="right_column" value="right"/><parameter name="method_proxies" value="true"/>'

export const schema = `<database name="d" defaultIdMethod="native">
  ${table('section', columns)}${table('page', useScope)}
</database>`

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

interface Extent {
  readonly processes: number
  /** How many each of them does. */
  readonly operations: number
  /** How often a caller does something again that the library has given up. */
  readonly patience?: number
}

const together = (project: Place, { processes }: Extent, work: string) =>
  Promise.all(Array.from({ length: processes }, (_, number) => project.php(work, number)))

/** What many processes do at once to trees, on a server or on several that are one database. */
export const treeCases: Readonly<
  Record<string, (project: Place, extent: Extent) => Promise<readonly [printed: string, expected: string]>>
> = {
  'B10.61: trees stay valid while many processes insert, move and delete': async (project, extent) => {
    await project.php(`foreach ([1, 2] as $scope) {
      $root = (new Page())->makeRoot()->setScopeValue($scope); $root->save();
      for ($i = 0; $i < 10; ++$i) { (new Page())->setTitle("t$i")->insertAsLastChildOf($root)->save(); }
  }`)
    const work = `${change} ${patiently} $con = Orm\\Runtime\\Orm::getWriteConnection('d');
    for ($i = 0; $i < ${extent.operations}; ++$i) {
        // Some in a transaction of the application, whose reads may be old and whose trees are not locked in order.
        $patiently(mt_rand(0, 3) > 0 ? $change : static fn () => $con->transaction(static function () use ($change): void {
            $change();
            $change();
        }));
    }
    echo 'done';`
    const printed = await together(project, extent, work)
    const checked = await project.php(`echo json_encode([PageQuery::checkTree(1), PageQuery::checkTree(2),
        PageQuery::create()->filterByTreeLeft(null)->count()]);`)
    return [`${[...new Set(printed)]} ${checked}`, 'done [[],[],0]']
  },
  'B10.62: nothing is lost when many processes insert at once': async (project, extent) => {
    await project.php('(new Section())->makeRoot()->save();')
    const work = `for ($i = $failures = 0; $i < ${extent.operations}; ++$i) {
      $root = SectionQuery::create()->findRoot();
      $section = (new Section())->insertAsLastChildOf($root);
      do {
          try {
              $again = false;
              $section->save();
          } catch (Orm\\Runtime\\Exception\\ExceptionInterface $failure) {
              if (!$failure->isRetryable() || ++$failures > ${extent.patience ?? 0}) { throw $failure; }
              $again = true;
          }
      } while ($again);
      SectionTableMap::clearInstancePool();
  }`
    await together(project, extent, `use Map\\SectionTableMap; ${work}`)
    const printed = await project.php(`$root = SectionQuery::create()->findRoot();
      echo $root->countChildren(), ' ', $root->getRightValue(), ' ', json_encode(SectionQuery::checkTree());`)
    const nodes = extent.processes * extent.operations
    return [printed, `${nodes} ${2 * nodes + 2} []`]
  },
  'B10.63: of many processes one makes the root of a tree': async (project, extent) => {
    const work = `try { (new Section())->makeRoot()->save(); echo 'made'; }
    catch (Orm\\Runtime\\Exception\\OrmException) { echo 'refused'; }`
    const printed = await together(project, extent, work)
    return [
      printed.filter((word) => word === 'made').join(),
      printed.every((word) => word === 'made' || word === 'refused') ? 'made' : printed.join(),
    ]
  },
}
