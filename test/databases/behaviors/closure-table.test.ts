import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject, testOnEachDatabase } from '../../support/project.js'
import { scenariosOnEachDatabase } from '../../support/scenarios.js'
import { walkSeed, walkSteps } from '../../support/walks.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="node">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <behavior name="closure_table"/>
    </table>
    <table name="place">
      <column name="code" type="VARCHAR" size="20" primaryKey="true"/>
      <column name="up" type="VARCHAR" size="20"/>
      <behavior name="closure_table"><parameter name="parent_column" value="up"/><parameter name="closure_table" value="place_path"/></behavior>
    </table>
    <table name="step">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <unique><unique-column name="sortable_rank"/></unique>
      <behavior name="closure_table"/>
      <behavior name="sortable"/>
    </table>
    <table name="part">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="9"/><column name="parent_id" type="INTEGER"/>
      <foreign-key foreignTable="part" phpName="Parent" refPhpName="Child"><reference local="parent_id" foreign="id"/></foreign-key>
      <behavior name="closure_table"/>
    </table>
    <table name="part_closure">
      <column name="ancestor_id" type="INTEGER" primaryKey="true"/><column name="descendant_id" type="INTEGER" primaryKey="true"/>
      <column name="depth" type="INTEGER" required="true" defaultValue="0"/>
      <foreign-key foreignTable="part" phpName="Ancestor" refPhpName="ClosureBelow"><reference local="ancestor_id" foreign="id"/></foreign-key>
      <foreign-key foreignTable="part" phpName="Descendant" refPhpName="ClosureAbove"><reference local="descendant_id" foreign="id"/></foreign-key>
    </table>
    <table name="kept">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="9"/>
      <behavior name="soft_delete"/><behavior name="closure_table"/>
    </table>
    <table name="kept_number">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="9"/>
      <behavior name="soft_delete"/><behavior name="nested_set"/>
    </table>
  </database>`

const prelude = `
  $node = static function (string $title, ?Node $parent = null): Node {
      $node = (new Node())->setTitle($title);
      if ($parent !== null) { $node->insertAsChildOf($parent); }
      $node->save();
      return $node;
  };
  $titles = static fn (iterable $nodes): string => implode('', array_map(static fn (Node $one): string => $one->getTitle(), [...$nodes])) ?: '-';`

scenariosOnEachDatabase(
  schema,
  {
    'nodes are inserted, read, moved and deleted': [
      `$a = $node('a'); $b = $node('b', $a); $c = $node('c', $a); $d = $node('d', $b); $e = $node('e', $d);
      echo $titles($e->getAncestors()), ' ', $titles($a->getDescendants()), ' ', $titles($b->getBranch()), ' ', $titles($a->getChildren()), ' ';
      echo $titles($b->getSiblings()), ' ', $titles($b->getSiblings(true)), ' ', $titles($a->getSiblings()), ' ', $e->getLevel(), $a->getLevel(), ' ';
      echo $e->isDescendantOf($b) ? 'y' : 'n', $b->isDescendantOf($b) ? 'y' : 'n', $b->isAncestorOf($e) ? 'y' : 'n', $c->isLeaf() ? 'y' : 'n', $a->isRoot() ? 'y' : 'n', $b->isRoot() ? 'y' : 'n', ' ';
      $d->moveToChildOf($c);
      echo $titles($e->getAncestors()), ' ', $titles($b->getDescendants()), ' ', $e->getParent()->getTitle(), ' ';
      try { $c->moveToChildOf($e); echo 'moved '; } catch (Orm\\Runtime\\Exception\\OrmException $failure) { echo $failure->getMessage(), ' '; }
      echo $c->getParent()->getTitle(), $c->isModified() ? 'm' : 'k', ' '; $d->moveToRoot();
      echo $titles(NodeQuery::create()->findRoots()), ' ', NodeQuery::create()->findRoot()->getTitle(), ' ', $a->countDescendants(), ' ';
      echo $titles(NodeQuery::create('n')->descendantsOf($a)->filterByTitle('b', '<>')->find()), $titles(NodeQuery::create()->rootsOf($e)->orderByLevel(true)->find()), ' ';
      $a->delete();
      echo $titles(NodeQuery::create()->orderById()->find()), ' ', NodeClosureQuery::create()->count(), ' ', $d->deleteDescendants(), NodeClosureQuery::create()->count();`,
      'abd bcde bde bc c bc - 30 ynyyyn acd - d This Node cannot move into its own branch ak ad a 2 ced de 3 11',
    ],
    'keys of text, and children that are saved with their parent': [
      `$root = (new Place())->setCode('eu'); $child = (new Place())->setCode('at'); $child->addChild((new Place())->setCode('wien'));
      $root->addChild($child); $root->save();
      $codes = static fn (iterable $places): string => implode(',', array_map(static fn (Place $one): string => $one->getCode(), [...$places]));
      echo $codes($root->getDescendants()), ' ', PlacePathQuery::create()->count(), ' ', $codes(PlaceQuery::create()->findPk('wien')->getAncestors()), ' ';
      $con->exec('DELETE FROM place_path'); echo PlaceQuery::rebuildTree(), ' ', $codes(PlaceQuery::create()->findPk('wien')->getAncestors());
      try { PlaceQuery::create()->update(['Up' => null]); } catch (Orm\\Runtime\\Exception\\OrmException $failure) { echo ' refused'; }
      PlaceQuery::create()->filterByCode('wien')->update(['Up' => 'eu'], null, true); echo ' ', $codes(PlaceQuery::create()->findPk('wien')->getAncestors());
      $con->exec("UPDATE place SET up = 'wien' WHERE code = 'eu'");
      try { PlaceQuery::rebuildTree(); } catch (Orm\\Runtime\\Exception\\OrmException $failure) { echo ' circle'; }`,
      'at,wien 6 eu,at 6 eu,at refused eu circle',
    ],
    'keys that do not cascade: pairs and rows below are deleted first': [
      `$part = static function (string $title, ?Part $parent = null): Part { $part = (new Part())->setTitle($title)->setParent($parent); $part->save(); return $part; };
      $left = static fn (): string => implode('', PartQuery::create()->orderById()->select('Title')->find()->getData()) . PartClosureQuery::create()->count() . ' ';
      $a = $part('a'); $b = $part('b', $a); $c = $part('c', $b); $d = $part('d', $c); $e = $part('e', $a);
      echo $b->deleteDescendants(), $left(); $c = $part('c', $b); $part('d', $c); $b->delete(); echo $left();
      $b = $part('b', $a); $part('c', $b); PartQuery::create('p')->filterByTitle(['b', 'c'])->delete(); echo $left();
      PartQuery::create()->deleteAll(); echo $left();`,
      '2abe5 ae3 ae3 0',
    ],
    'a soft delete marks one row, as in a nested set': [
      `foreach (['Kept', 'KeptNumber'] as $class) {
          $query = $class . 'Query';
          $add = static function (string $title, ?object $parent = null) use ($class): object {
              $row = (new $class())->setTitle($title);
              if ($class === 'Kept') { $row->setParent($parent); } else { $parent === null ? $row->makeRoot() : $row->insertAsLastChildOf($parent); }
              $row->save(); return $row;
          };
          $left = static fn (): string => implode('', $query::create()->orderById()->select('Title')->find()->getData()) . $query::create()->includeDeleted()->count() . ' ';
          $a = $add('a'); $b = $add('b', $a); $c = $add('c', $b); $d = $add('d', $a);
          $b->delete(); echo $left(), $a->countDescendants(), ' '; $b->unDelete(); $query::create()->filterByTitle('b')->delete(); echo $left();
          $query::create()->unDelete(); $a->deleteDescendants(); echo $left(); $query::create()->unDelete(); $query::create()->findOneByTitle('b')->forceDelete(); echo $left();
      }`,
      'acd4 2 acd4 a4 ad2 acd4 2 acd4 a4 ad2',
    ],
    'a row of a list swaps with its parent, which is saved before it': [
      `$above = new Step(); $above->save(); $below = (new Step())->insertAsChildOf($above); $below->save();
      $ranks = static fn (): string => implode('', StepQuery::create()->orderById()->select('SortableRank')->find()->getData()) . $above->getRank() . $below->getRank();
      $below->swapWith($above); echo $ranks(), ' '; $above->swapWith($below); echo $ranks();`,
      '2121 1212',
    ],
  },
  prelude,
)

/** Whether the table of ancestors says what the parents of the rows say. */
const check = `
  $check = static function (): string {
      $con = Orm\\Runtime\\Orm::getWriteConnection('d');
      $parents = $con->query('SELECT id, parent_id FROM node')->fetchAll(PDO::FETCH_KEY_PAIR);
      $pairs = [];
      foreach (array_keys($parents) as $id) {
          for ($above = $id, $depth = 0; $above !== null; $above = $parents[$above], ++$depth) {
              if ($depth > count($parents)) { return "circle at $id"; }
              $pairs[] = "$above>$id:$depth";
          }
      }
      $stored = array_map(static fn (array $row): string => "$row[0]>$row[1]:$row[2]",
          $con->query('SELECT ancestor_id, descendant_id, depth FROM node_closure')->fetchAll(PDO::FETCH_NUM));
      sort($pairs);
      sort($stored);
      return $pairs === $stored ? '' : json_encode([array_diff($pairs, $stored), array_diff($stored, $pairs)]);
  };`

testOnEachDatabase(
  `trees are what a plain array says after random operations (ORM_SEED=${walkSeed})`,
  schema,
  async (t, project) => {
    const printed = await project.php(`${check} mt_srand(${walkSeed});
    $con = Orm\\Runtime\\Orm::getWriteConnection('d');
    $parents = [];
    $path = static function (int $id) use (&$parents): array { for ($path = []; $parents[$id] !== null; $id = $parents[$id]) { $path[] = $parents[$id]; } return array_reverse($path); };
    $below = static function (int $id) use (&$parents, $path): array { return array_values(array_filter(array_keys($parents), static fn (int $one): bool => in_array($id, $path($one), true))); };
    $ids = static function (iterable $nodes): array { $ids = []; foreach ($nodes as $node) { $ids[] = $node->getId(); } return $ids; };
    $sorted = static function (array $ids): array { sort($ids); return $ids; };
    for ($step = 0; $step < ${walkSteps(100)}; ++$step) {
        $id = $parents === [] ? null : array_rand($parents);
        $other = $parents === [] ? null : array_rand($parents);
        $before = $parents;
        $kind = mt_rand(0, 9);
        $isRolledBack = mt_rand(0, 9) === 0;
        if ($isRolledBack) { $con->beginTransaction(); }
        if ($id === null || $kind < 4) {
            $node = (new Node())->setTitle("n$step");
            if ($other !== null && $kind > 0) { mt_rand(0, 1) ? $node->insertAsChildOf(NodeQuery::create()->findPk($other)) : $node->setParentId($other); }
            $node->save();
            $parents[$node->getId()] = $kind > 0 ? $other : null;
        } elseif ($kind < 7) {
            $isWrong = $id === $other || in_array($id, $path($other), true);
            try {
                NodeQuery::create()->findPk($id)->moveToChildOf(NodeQuery::create()->findPk($other));
                if ($isWrong) { echo "step $step: $id moved into its branch"; return; }
                $parents[$id] = $other;
            } catch (Orm\\Runtime\\Exception\\OrmException $failure) {
                if (!$isWrong) { throw $failure; }
            }
        } elseif ($kind === 7) {
            NodeQuery::create()->findPk($id)->moveToRoot();
            $parents[$id] = null;
        } elseif ($kind === 8 && mt_rand(0, 2) === 0) {
            $gone = [$id, $other, ...$below($id), ...$below($other)];
            mt_rand(0, 1) ? NodeQuery::create()->filterById([$id, $other])->delete() : $con->exec("DELETE FROM node WHERE id IN ($id, $other)");
            NodeQuery::create()->find();
            $parents = array_diff_key($parents, array_flip($gone));
            Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
        } elseif ($kind === 9 && mt_rand(0, 2) === 0) {
            $gone = $below($id);
            $count = NodeQuery::create()->findPk($id)->deleteDescendants();
            if ($count !== count($gone)) { echo "step $step: $count deleted of $id, not ", json_encode($gone), json_encode($parents); return; }
            $parents = array_diff_key($parents, array_flip($gone));
        }
        if ($isRolledBack) { $con->rollBack(); $parents = $before; Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); }
        $difference = $check();
        if ($difference !== '') { echo "step $step ($kind, $id, $other): $difference"; return; }
        foreach ($parents === [] ? [] : (array) array_rand($parents) as $one) {
            $node = NodeQuery::create()->findPk($one);
            $same = $node->getParentId() === $parents[$one] && $ids($node->getAncestors()) === $path($one)
                && $sorted($ids($node->getDescendants())) === $sorted($below($one)) && $node->getLevel() === count($path($one))
                && $sorted($ids(NodeQuery::create()->childrenOf($node)->find())) === $sorted(array_keys($parents, $one, true))
                && $node->isLeaf() === !in_array($one, $parents, true) && $node->isRoot() === ($parents[$one] === null);
            if (!$same) { echo "step $step: node $one differs"; return; }
        }
    }
    if (NodeQuery::rebuildTree() !== NodeClosureQuery::create()->count()) { echo 'rebuilt otherwise'; }
    echo $check(), 'equal';`)
    t.is(printed, 'equal')
  },
)

for (const database of databases) {
  // One after the other: each has as many processes as the machine can bear.
  test.serial(`${database}: trees stay valid while eight processes insert, move and delete`, async (t) => {
    const project = await createProject(t, { schema, database })
    await project.build()
    await project.php(
      '$root = new Node(); $root->save(); for ($i = 0; $i < 6; ++$i) { (new Node())->insertAsChildOf($root)->save(); }',
    )
    const work = `
      $con = Orm\\Runtime\\Orm::getWriteConnection('d');
      $find = static fn (): ?Node => NodeQuery::create()->findPk($con->query('SELECT id FROM node ORDER BY id ' . (mt_rand(0, 1) ? '' : 'DESC')
          . ' LIMIT 1 OFFSET ' . mt_rand(0, 6))->fetchColumn() ?: 0);
      for ($i = $inserted = 0; $i < 40; ++$i) {
          Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
          try {
              $node = $find();
              $target = $find();
              switch (mt_rand(0, 6)) {
                  case 0: case 1: case 2: if ($target !== null) { $node?->moveToChildOf($target); } break;
                  case 3: if ($node?->getParentId() !== null) { $node->delete(); } break;
                  default: (new Node())->setParentId($target?->getId())->save(); ++$inserted;
              }
          } catch (Orm\\Runtime\\Exception\\ExceptionInterface $failure) {
              $isRefusal = $failure::class === Orm\\Runtime\\Exception\\OrmException::class
                  || $failure instanceof Orm\\Runtime\\Exception\\Database\\ForeignKeyViolation;
              if (!$isRefusal && !$failure->isRetryable()) { throw $failure; }
          }
      }
      echo $inserted > 0 ? 'done' : 'idle';`
    const printed = await Promise.all(Array.from({ length: 8 }, () => project.php(work)))
    t.is(`${[...new Set(printed)]} ${await project.php(`${check} echo $check();`)}`, 'done ')
  })
}
