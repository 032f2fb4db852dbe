import { testOnEachDatabase } from '../../support/project.js'
import { walkSeed, walkSteps } from '../../support/walks.js'
import { together } from './concurrency.js'

const table = (name: string, parameters: string, more = '') => `<table name="${name}">
  <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  <column name="title" type="VARCHAR" size="50"/>
  <column name="grp" type="INTEGER"/>
  ${more}
  <behavior name="sortable">
    <parameter name="use_scope" value="true"/>
    <parameter name="scope_column" value="grp"/>
    ${parameters}
  </behavior>
</table>`

const option = (name: string, value: string) => `<parameter name="${name}" value="${value}"/>`

const schema = `<database name="lists" defaultIdMethod="native" namespace="Lists">
  ${table('zero', option('start', '0'))}
  ${table('latest', option('add_new_at', 'top') + option('start', '10'))}
  ${table('inbox', option('add_new_at', 'none'))}
  ${table('fraction', option('rank_type', 'fractional'))}
  ${table('sole', option('rank_type', 'fractional'), '<unique><unique-column name="sortable_rank"/><unique-column name="grp"/></unique>')}
  ${table('small', option('max_members', '5'))}
  ${table('dated', option('touch', 'true'), '<behavior name="timestampable"/>')}
  ${table('counted', option('touch', 'true'), '<column name="changed" type="INTEGER"/><behavior name="timestampable"><parameter name="update_column" value="changed"/><parameter name="disable_created_at" value="true"/></behavior>')}
  <table name="pair">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="50"/>
    <behavior name="sortable">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="first, second"/>
    </behavior>
  </table>
</database>`

const helpers = `
  function add(string $model, string $titles, ?int $grp = 1): array {
    $objects = [];
    foreach (explode(' ', $titles) as $title) {
      $objects[$title] = (new ('Lists\\\\' . $model)())->setTitle($title)->setGrp($grp);
      $objects[$title]->save();
    }
    return $objects;
  }
  function shown(string $model, ?int $grp = 1): string {
    $texts = [];
    foreach (('Lists\\\\' . $model . 'Query')::create()->filterByGrp($grp)->orderBySortableRank()->orderById()->find() as $one) {
      $texts[] = $one->getTitle() . ($one->getRank() ?? '-');
    }
    return implode(' ', $texts);
  }
  function thrown(callable $do): string {
    try {
      $do();
    } catch (Throwable $thrown) {
      return $thrown::class . ': ' . $thrown->getMessage();
    }
    return 'nothing';
  }
`

testOnEachDatabase('sortable: a scope that is no number names no list', schema, async (t, project) => {
  t.is(
    await project.php(`${helpers}
      add('Zero', 'a b', 0);
      add('Zero', 'c d', 1);
      foreach (['abc', '', [0, 1], new stdClass()] as $scope) {
        foreach (['deleteList', 'countList', 'sortableResequence'] as $method) {
          $answers[] = thrown(fn () => Lists\\ZeroQuery::{$method}($scope));
        }
        $answers[] = thrown(fn () => Lists\\ZeroQuery::create()->reorderByKeys([2, 1], $scope));
      }
      echo implode("\\n", array_unique($answers)), "\\n", shown('Zero', 0), ' ';
      foreach (['01', '1.0', ' 1', 1.0, true, [1]] as $scope) {
        echo Lists\\ZeroQuery::countList($scope);
      }
    `),
    [
      'Orm\\Runtime\\Exception\\InvalidArgumentException: Column zero.grp expects a number, got "abc"',
      'Orm\\Runtime\\Exception\\InvalidArgumentException: Column zero.grp expects a number, got ""',
      'Orm\\Runtime\\Exception\\InvalidArgumentException: Column zero.grp does not take a value of type array',
      'Orm\\Runtime\\Exception\\InvalidArgumentException: Column zero.grp does not take a value of type stdClass',
      'a0 b1 222222',
    ].join('\n'),
  )
})

testOnEachDatabase(
  'sortable: rows at the end of one list are stored with the columns that each of them sets',
  schema,
  async (t, project) => {
    t.is(
      await project.php(`
      use Lists\\{Pair, PairQuery};
      (new Pair())->setFirst(1)->save();
      (new Pair())->setTitle('a')->setFirst(1)->save();
      (new Pair())->setFirst(1)->save();
      (new Pair())->setTitle('b')->setFirst(2)->save();
      (new Pair())->setTitle('c')->setFirst(1)->save();
      Lists\\Map\\PairTableMap::clearInstancePool();
      foreach (PairQuery::create()->orderById()->find() as $pair) {
        echo $pair->getTitle() ?? '-', $pair->getFirst(), $pair->getRank(), ' ';
      }
    `),
      '-11 a12 -13 b21 c14 ',
    )
  },
)

testOnEachDatabase('sortable: lists from another rank than 1, and new rows at the top', schema, async (t, project) => {
  t.is(
    await project.php(`${helpers}
      ['a' => $a, 'b' => $b, 'c' => $c] = add('Zero', 'a b c');
      echo shown('Zero'), ', ', var_export($a->isFirst(), true), "\\n";
      $c->moveToTop();
      (new Lists\\Zero())->setTitle('d')->setGrp(1)->insertAtRank(1)->save();
      echo shown('Zero'), "\\n", thrown(fn () => $a->moveToRank(4)), "\\n", thrown(fn () => $a->moveToRank(-1)), "\\n";
      $a->moveToRank(0)->moveDown();
      $b->delete();
      Lists\\ZeroQuery::create()->reorderByKeys([$c->getId(), $a->getId()]);
      echo shown('Zero'), ', ', Lists\\ZeroQuery::create()->findOneByRank(0, 1)->getTitle(), "\\n";
      Lists\\ZeroQuery::create()->filterByGrp(1)->update(['SortableRank' => 7]);
      echo Lists\\ZeroQuery::sortableResequence(1), ': ', shown('Zero'), "\\n";
      add('Latest', 'a b c');
      (new Lists\\Latest())->setTitle('d')->setGrp(1)->insertAtBottom()->save();
      echo shown('Latest');
    `),
    [
      'a0 b1 c2, true',
      'c0 d1 a2 b3',
      'Orm\\Runtime\\Exception\\OrmException: Invalid rank 4: expected 0..3',
      'Orm\\Runtime\\Exception\\OrmException: Invalid rank -1: expected 0..3',
      'c0 a1 d2, c',
      '3: a0 c1 d2',
      'c10 b11 a12 d13',
    ].join('\n'),
  )
})

testOnEachDatabase(
  'sortable: lists that share the first of two scopes are numbered apart',
  schema,
  async (t, project) => {
    t.is(
      await project.php(`${helpers}
      $ids = [];
      foreach (['a' => 1, 'b' => 1, 'c' => 2, 'd' => 2] as $title => $second) {
        $one = (new Lists\\Pair())->setTitle($title)->setFirst(1)->setSecond($second);
        $one->save();
        $ids[$title] = $one->getId();
      }
      Lists\\PairQuery::create()->reorder([$ids['b'] => 1, $ids['d'] => 1]);
      foreach (Lists\\PairQuery::create()->orderByTitle()->find() as $one) {
        echo $one->getTitle(), $one->getRank(), ' ';
      }
    `),
      'a2 b1 c2 d1 ',
    )
  },
)

testOnEachDatabase('sortable: a row with a fractional rank moves to each rank', schema, async (t, project) => {
  t.is(
    await project.php(`${helpers}
      $one = add('Fraction', 'a b c d e f g')['a'];
      foreach ([5, 6, 2, 7, 1, 4] as $rank) {
        $one->moveToRank($rank);
        echo Lists\\FractionQuery::create()->findOneByRank($rank, 1)->getTitle(), $one->getRank() > 0 ? ' ' : '?',
          preg_replace('/[^a-z]/', '', shown('Fraction')), "\\n";
      }
    `),
    'a bcdeafg\na bcdefag\na bacdefg\na bcdefga\na abcdefg\na bcdaefg\n',
  )
})

testOnEachDatabase('sortable: new rows that are in no list at first', schema, async (t, project) => {
  t.is(
    await project.php(`${helpers}
      ['a' => $a, 'b' => $b, 'c' => $c] = add('Inbox', 'a b c');
      echo Lists\\InboxQuery::countList(1), ' ', thrown(fn () => $a->moveUp()), "\\n";
      $b->insertAtTop()->save();
      $a->insertAtBottom()->save();
      $copy = $a->copy()->setTitle('d');
      $copy->save();
      echo Lists\\InboxQuery::countList(1), ' ', var_export($copy->getRank(), true), "\\n";
      echo $b->getRank(), $a->getRank(), ' ', count(Lists\\InboxQuery::create()->filterByRank(null, 1)->find());
    `),
    '0 Orm\\Runtime\\Exception\\OrmException: Object is not in a list; use insertAtRank() and save()\n2 NULL\n12 2',
  )
})

testOnEachDatabase('sortable: without list maintenance, ranks are what the caller sets', schema, async (t, project) => {
  t.is(
    await project.php(`${helpers}
      ['a' => $a, 'b' => $b, 'c' => $c] = add('Zero', 'a b c');
      $result = Lists\\ZeroQuery::withoutListMaintenance(function () use ($a, $b): string {
        (new Lists\\Zero())->setTitle('x')->setGrp(1)->setRank(40)->save();
        (new Lists\\Zero())->setTitle('y')->setGrp(1)->save();
        $b->setGrp(2)->save();
        $a->delete();
        Lists\\ZeroQuery::create()->filterByTitle('x')->update(['Grp' => 2]);
        Lists\\ZeroQuery::create()->filterByTitle('y')->delete();
        return 'done';
      });
      echo $result, ': ', shown('Zero'), ', ', shown('Zero', 2), ', ', $b->getRank(), "\\n";
      thrown(fn () => Lists\\ZeroQuery::withoutListMaintenance(fn () => throw new Exception('stop')));
      echo json_encode(Lists\\ZeroQuery::repairList()), "\\n";
      add('Zero', 'z', 2);
      echo shown('Zero'), ', ', shown('Zero', 2), ' ', Lists\\ZeroQuery::repairList()->broken, "\\n";
      Orm\\Runtime\\Orm::getConnection('lists')->exec('UPDATE zero SET sortable_rank = sortable_rank + 3');
    `),
    'done: c2, b1 x40, 1\n{"lists":2,"broken":2,"rows":3,"duplicates":0,"gaps":41}\nc0, b0 x1 z2 0\n',
  )
  t.is((await project.orm('list:repair', 'zero')).code, 0)
  t.is(await project.php(`${helpers} echo shown('Zero'), ', ', shown('Zero', 2);`), 'c0, b0 x1 z2')
})

testOnEachDatabase('sortable: a list that is full', schema, async (t, project) => {
  t.is(
    await project.php(`${helpers}
      ['a' => $a, 'e' => $e] = add('Small', 'a b c d e');
      ['f' => $f, 'g' => $g] = add('Small', 'f g', 2);
      $full = 'Orm\\Runtime\\Exception\\ListFullException: The list of table "small" is full: it may have 5 members';
      $n = (new Lists\\Small())->setTitle('n')->setGrp(1);
      echo json_encode([
        thrown(fn () => $n->save()) === $full,
        thrown(fn () => $n->insertAtTop()->save()) === $full,
        thrown(fn () => $f->setGrp(1)->save()) === $full,
        thrown(fn () => $f->moveToTop()) === $full,
        thrown(fn () => Lists\\SmallQuery::create()->filterByTitle(['f', 'g'])->update(['Grp' => 1])) === $full,
        thrown(fn () => $g->swapWith($a)),
      ]), "\\n", shown('Small'), ', ', shown('Small', 2), "\\n";
      $e->delete();
      $n->save();
      echo shown('Small'), "\\n";
      try {
        (new Lists\\Small())->setGrp(1)->save();
      } catch (Orm\\Runtime\\Exception\\ListFullException $thrown) {
        echo $thrown->getTable(), ' ', $thrown->getLimit(), ' ', var_export($thrown->isRetryable(), true);
      }
    `),
    '[true,true,true,true,true,"nothing"]\ng1 b2 c3 d4 e5, f1 a2\nn1 g2 b3 c4 d5\nsmall 5 false',
  )
})

testOnEachDatabase('sortable: processes that fill a list leave exactly its limit', schema, async (t, project) => {
  const refused = await together(4, (number) =>
    project.php(`
      $refused = 0;
      for ($i = 0; $i < 4; $i++) {
        try {
          (new Lists\\Small())->setTitle('p${number}')->setGrp(1)->save();
        } catch (Orm\\Runtime\\Exception\\ListFullException) {
          $refused++;
        }
      }
      echo $refused;
    `),
  )
  t.is(
    refused.map(Number).reduce((a, b) => a + b, 0),
    11,
  )
  t.is(await project.php(`echo implode(Lists\\SmallQuery::create()->findList(1)->getColumnValues('Rank'));`), '12345')
})

for (const [model, column] of [
  ['Dated', 'updated_at'],
  ['Counted', 'changed'],
] as const) {
  const old = model === 'Dated' ? "'2001-02-03 04:05:06'" : '1000'
  testOnEachDatabase(
    `sortable: moves set the dates in ${column} of all rows that they move`,
    schema,
    async (t, project) => {
      t.is(
        await project.php(`${helpers}
        ['a' => $a, 'b' => $b, 'c' => $c, 'd' => $d] = add('${model}', 'a b c d');
        $con = Orm\\Runtime\\Orm::getConnection('lists');
        $touched = function (callable $do) use ($con, $a, $b, $c, $d): string {
          $con->exec("UPDATE ${model.toLowerCase()} SET ${column} = ${old}");
          array_map(fn (object $one) => $one->reload(), [$a, $b, $c, $d]);
          $do();
          $titles = $con->query("SELECT title FROM ${model.toLowerCase()} WHERE ${column} <> ${old} ORDER BY title");
          return implode($titles->fetchAll(PDO::FETCH_COLUMN));
        };
        $query = fn () => Lists\\${model}Query::create();
        echo implode(', ', [
          $touched(fn () => $c->moveToTop()),
          $touched(fn () => $b->moveDown()),
          $touched(fn () => $query()->reorderByKeys([$d->getId(), $c->getId()])),
          $touched(fn () => $query()->reorder([$c->getId() => 1])),
          $touched(fn () => Lists\\${model}Query::sortableResequence(1)),
          $touched(fn () => $c->delete()),
        ]), ' ', shown('${model}');
      `),
        'abc, bd, cd, acd, , abd d1 a2 b3',
      )
    },
  )
}

testOnEachDatabase('sortable: a move in a list with fractional ranks writes one row', schema, async (t, project) => {
  t.is(
    await project.php(`${helpers}
      ['a' => $a, 'b' => $b, 'c' => $c, 'd' => $d] = add('Fraction', 'a b c d');
      $con = Orm\\Runtime\\Orm::getConnection('lists');
      $stored = fn (): array => $con->query('SELECT title, sortable_rank FROM fraction')->fetchAll(PDO::FETCH_KEY_PAIR);
      $moved = function (callable $do) use ($stored): string {
        $before = $stored();
        $do();
        return implode(array_keys(array_diff_assoc($stored(), $before)));
      };
      $query = fn () => Lists\\FractionQuery::create();
      echo implode(' ', [
        $moved(fn () => $d->moveToTop()), $moved(fn () => $d->moveToRank(3)), $moved(fn () => $b->moveUp()),
        $moved(fn () => $b->moveDown()), $moved(fn () => $a->moveToBottom()), $moved(fn () => $a->moveToRank(4)) ?: '-',
        $moved(fn () => $c->swapWith($b)), $moved(fn () => $query()->reorderByKeys([$a->getId(), $b->getId()])),
      ]), "\\n", shown('Fraction'), "\\n";
      echo json_encode([
        $a->isFirst(), $c->isFirst(), $b->isLast(), $d->getNext()->getTitle(), $d->getPrevious()->getTitle(), $d->getRank(),
        $query()->findOneByRank(2, 1)->getTitle(), $query()->findOneByRank(5, 1), $query()->findOneByRank(0, 1),
        $query()->getMaxRank(1), $query()->getMaxRank(2), Lists\\FractionQuery::retrieveByRank(1, 1)->getTitle(),
      ]), "\\n", thrown(fn () => $a->moveToRank(5)), "\\n", thrown(fn () => $query()->filterByRank(1, 1)), "\\n";
      $b->delete();
      $d->setGrp(2)->save();
      (new Lists\\Fraction())->setTitle('e')->setGrp(1)->insertAtRank(2)->save();
      echo shown('Fraction'), ', ', shown('Fraction', 2), "\\n";
      // Into the same place again and again, until there is no number left.
      for ($i = 0; $i < 70; $i++) {
        (new Lists\\Fraction())->setTitle('n')->setGrp(1)->insertAtRank(2)->save();
      }
      $ranks = array_map(fn (object $one) => $one->getRank(), iterator_to_array($query()->findList(1)));
      echo json_encode($ranks === range(1, 73)), ' ', json_encode(Lists\\FractionQuery::repairList()), "\\n";
      $con->exec('UPDATE fraction SET sortable_rank = 7 WHERE grp = 1');
      echo Lists\\FractionQuery::repairList()->duplicates, ' ', Lists\\FractionQuery::repairList()->broken;
    `),
    [
      'd d b b a - bc ab',
      'c1 d2 a3 b4',
      '[false,true,true,"a","c",2,"d",null,null,4,null,"c"]',
      'Orm\\Runtime\\Exception\\OrmException: Invalid rank 5: expected 1..4',
      'Orm\\Runtime\\Exception\\OrmException: Rows with fractional ranks cannot be filtered by rank; use findOneByRank()',
      'c1 e2 a3, d1',
      'true {"lists":2,"broken":0,"rows":0,"duplicates":0,"gaps":0}',
      '72 0',
    ].join('\n'),
  )
  const report = await project.orm('list:repair', 'fraction')
  t.is(report.stdout, 'fraction on connection "lists": 2 lists in order\n')
})

testOnEachDatabase(
  `sortable: fractional ranks at the ends of BIGINT are numbered anew (ORM_SEED=${walkSeed})`,
  schema,
  async (t, project) => {
    t.is(
      await project.php(`mt_srand(${walkSeed});
      $con = Orm\\Runtime\\Orm::getConnection('lists');
      foreach (['Fraction', 'Sole'] as $class) {
          $model = 'Lists\\\\' . $class;
          $query = $model . 'Query';
          for ($step = 0; $step < ${walkSteps(60)}; ++$step) {
              $con->exec('DELETE FROM ' . strtolower($class));
              Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
              $lists = [1 => [], 2 => []];
              $end = mt_rand(0, 2);
              foreach ([1, 2] as $grp) {
                  for ($i = 0; $i < 4; ++$i) {
                      // All of them near one end, or the last or first one alone.
                      $number = match ($end) {
                          0 => PHP_INT_MAX - 3 + $i,
                          1 => PHP_INT_MIN + 1 + $i,
                          default => $i === 3 ? PHP_INT_MAX : $i * 2 ** 32,
                      };
                      $con->exec('INSERT INTO ' . strtolower($class) . " (title, grp, sortable_rank) VALUES ('$grp$i', $grp, $number)");
                      $lists[$grp][] = "$grp$i";
                  }
              }
              $rows = [];
              foreach ($query::create()->find() as $row) { $rows[$row->getTitle()] = $row; }
              $at = mt_rand(0, 3);
              $row = $rows["1$at"];
              $kind = mt_rand(0, 10);
              $take = static function (string $title) use (&$lists): void { foreach ($lists as &$list) { $list = array_values(array_diff($list, [$title])); } };
              if ($kind < 4) {
                  $new = (new $model())->setTitle('n')->setGrp(1);
                  $to = [4, 4, 0, mt_rand(0, 4)][$kind];
                  match ($kind) { 0 => $new, 1 => $new->insertAtBottom(), 2 => $new->insertAtTop(), 3 => $new->insertAtRank($to + 1) };
                  $new->save();
                  array_splice($lists[1], $to, 0, ['n']);
              } elseif ($kind < 8) {
                  $to = match ($kind) { 4 => 3, 5 => 0, 6 => max(0, $at - 1), 7 => min(3, $at + 1) };
                  match ($kind) { 4 => $row->moveToBottom(), 5 => $row->moveToTop(), 6 => $row->moveUp(), 7 => $row->moveDown() };
                  $take("1$at");
                  array_splice($lists[1], $to, 0, ["1$at"]);
              } elseif ($kind === 8) {
                  $order = $lists[1];
                  shuffle($order);
                  $query::create()->reorderByKeys(array_map(static fn (string $title) => $rows[$title]->getId(), $order));
                  $lists[1] = $order;
              } elseif ($kind === 9) {
                  $row->setGrp(2)->save();
                  $take("1$at");
                  $lists[2][] = "1$at";
              } else {
                  $query::create()->filterByGrp(1)->update(['Grp' => 2]);
                  $lists = [1 => [], 2 => [...$lists[2], ...$lists[1]]];
              }
              for ($again = 0; $again < 3; ++$again) { (new $model())->setTitle("e$again")->setGrp(2)->save(); $lists[2][] = "e$again"; }
              foreach ($lists as $grp => $titles) {
                  $shown = [];
                  foreach ($con->query('SELECT title FROM ' . strtolower($class) . " WHERE grp = $grp ORDER BY sortable_rank, id")->fetchAll(PDO::FETCH_COLUMN) as $title) { $shown[] = $title; }
                  $wrong = $con->query('SELECT COUNT(*) - COUNT(DISTINCT sortable_rank) FROM ' . strtolower($class) . " WHERE grp = $grp")->fetchColumn();
                  if ($shown !== $titles || (int) $wrong !== 0) { echo "$class, step $step (kind $kind, end $end, at $at), list $grp: ", implode(' ', $shown), ', not ', implode(' ', $titles), " $wrong"; return; }
              }
          }
      }
      echo 'equal';`),
      'equal',
    )
  },
)

testOnEachDatabase(
  'sortable: moves by neighbors count no rows of a list with fractional ranks',
  schema,
  async (t, project) => {
    t.is(
      await project.php(`${helpers}
      class Statements {
        public array $all = [];
        public function __call(string $level, array $arguments): void { $this->all[] = $arguments[0]; }
      }
      ['a' => $a, 'b' => $b, 'c' => $c, 'd' => $d] = add('Fraction', 'a b c d');
      Orm\\Runtime\\Orm::getServiceContainer()->setLogger('defaultLogger', $log = new Statements());
      $con = Orm\\Runtime\\Orm::getConnection('lists');
      $counts = function (callable $do) use ($con, $log): string {
        $log->all = [];
        $con->useDebug(true);
        $do();
        $con->useDebug(false);
        if ($log->all === []) {
          return 'nothing logged';
        }
        return (string) count(preg_grep('/COUNT\\(|OFFSET [1-9]|LIMIT [1-9]\\d*, /', $log->all));
      };
      $new = fn (string $title) => (new Lists\\Fraction())->setTitle($title)->setGrp(1);
      echo implode(' ', array_map($counts, [
        fn () => $d->moveUp(), fn () => $a->moveDown(), fn () => $c->moveToTop(), fn () => $b->moveToBottom(),
        fn () => $c->moveUp(), fn () => $b->moveToBottom(), fn () => $d->swapWith($a), fn () => $new('e')->save(),
        fn () => $new('f')->insertAtTop()->save(), fn () => $new('g')->insertAtBottom()->save(),
        fn () => $a->insertAtTop()->save(), fn () => $d->insertAtBottom()->save(), fn () => $c->isFirst(),
        fn () => $c->isLast(), fn () => $c->getNext(), fn () => $c->getPrevious(),
        fn () => $b->setGrp(2)->moveToTop(), fn () => $b->setGrp(1)->moveToBottom(), fn () => $c->moveToRank(3),
      ])), "\\n", shown('Fraction'), "\\n";
      // Members with one number are in the order of their keys.
      $con->exec('UPDATE fraction SET sortable_rank = 7 WHERE grp = 1');
      Lists\\Map\\FractionTableMap::clearInstancePool();
      $at = fn (string $title) => Lists\\FractionQuery::create()->findOneByTitle($title);
      $at('d')->moveUp();
      echo shown('Fraction'), "\\n";
      $con->exec('UPDATE fraction SET sortable_rank = 7 WHERE grp = 1');
      Lists\\Map\\FractionTableMap::clearInstancePool();
      echo json_encode([$at('a')->isFirst(), $at('b')->isFirst()]);
      $at('a')->moveToBottom();
      $at('g')->moveToTop();
      $at('c')->moveDown();
      echo shown('Fraction'), ' ', $new('h')->insertAtBottom()->getRank(), $at('c')->insertAtTop()->getRank();
    `),
      [
        '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2',
        'a1 f2 c3 e4 g5 d6 b7',
        'a1 b2 d3 c4 e5 f6 g7',
        '[true,false]g1 b2 d3 c4 e5 f6 a7 81',
      ].join('\n'),
    )
  },
)

const hiding = `<database name="lists" defaultIdMethod="native" namespace="Lists">
  ${table('card', '', '<behavior name="soft_delete"/>')}
  ${table('ticket', '', '<behavior name="soft_delete"/><unique><unique-column name="sortable_rank"/><unique-column name="grp"/></unique>')}
  ${table('slide', option('rank_type', 'fractional'), '<behavior name="soft_delete"/>')}
  <table name="step">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="grp" type="INTEGER" required="true"/>
    <behavior name="sortable">${option('use_scope', 'true')}${option('scope_column', 'grp')}</behavior>
  </table>
</database>`

testOnEachDatabase('with soft_delete, all methods of an object see the same members', hiding, async (t, project) => {
  const output = await project.php(`
    use Orm\\Runtime\\ActiveQuery\\InstancePools;
    mt_srand(${walkSeed});
    foreach (['Card', 'Ticket', 'Slide'] as $model) {
      $query = "Lists\\\\{$model}Query";
      $order = [];
      for ($i = 0; $i < 7; $i++) {
        ('Lists\\\\' . $model . 'Query')::create()->count();
        ($new = new ('Lists\\\\' . $model)())->setTitle("t$i")->setGrp(1)->save();
        $order[] = "t$i";
      }
      for ($step = 0; $step < 40; $step++) {
        if ($step % 3 === 0) { InstancePools::clear(); }
        $at = mt_rand(0, count($order) - 1);
        $object = $query::create()->findOneByTitle($order[$at]);
        $what = ['moveUp', 'moveDown', 'moveToTop', 'moveToBottom', 'delete', 'unDelete'][mt_rand(0, 5)];
        if ($what === 'delete' && count($order) > 2) {
          $object->delete();
          array_splice($order, $at, 1);
        } elseif ($what === 'unDelete') {
          $query::create()->unDelete();
          $order = $query::create()->findList(1)->getColumnValues('Title');
        } elseif ($what !== 'delete') {
          $object->$what();
          array_splice($order, $at, 1);
          $to = ['moveUp' => max(0, $at - 1), 'moveDown' => $at + 1, 'moveToTop' => 0, 'moveToBottom' => 99][$what];
          array_splice($order, $to, 0, ["t" . substr($object->getTitle(), 1)]);
        }
        $list = $query::create()->findList(1);
        if ($list->getColumnValues('Title') !== $order) {
          echo "$model $step $what $at: ", implode(' ', $order), ' but ', implode(' ', $list->getColumnValues('Title')), "\\n";
          break;
        }
        foreach ($list as $i => $one) {
          $seen = [$one->isFirst(), $one->isLast(), $one->getPrevious()?->getTitle(), $one->getNext()?->getTitle()];
          $wanted = [$i === 0, $i === count($order) - 1, $order[$i - 1] ?? null, $order[$i + 1] ?? null];
          if ($seen !== $wanted) { echo "$model $step $what: ", json_encode([$seen, $wanted]), "\\n"; break 2; }
        }
      }
    }
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase(
  'inList() with a required scope leaves out rows that have left the list',
  hiding,
  async (t, project) => {
    const output = await project.php(`
    use Lists\\{Step, StepQuery};
    foreach ([1, 1, 1, 2] as $grp) { ($steps[] = (new Step())->setGrp($grp))->save(); }
    $steps[1]->removeFromList()->save();
    echo StepQuery::create()->inList(1)->count(), count(StepQuery::create()->findList(1)), StepQuery::countList(1),
      StepQuery::create()->filterById(0)->_or()->inList(1)->count(), StepQuery::deleteList(1), StepQuery::create()->count();
  `)
    t.is(output, '222222')
  },
)
