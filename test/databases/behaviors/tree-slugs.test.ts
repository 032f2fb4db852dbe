import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject, testOnEachDatabase } from '../../support/project.js'
import { scenariosOnEachDatabase } from '../../support/scenarios.js'
import { walkSeed, walkSteps } from '../../support/walks.js'

const slugs = (more = '') =>
  `<behavior name="sluggable"><parameter name="tree" value="true"/><parameter name="history" value="true"/>${more}</behavior>`

const table = (name: string, content: string) => `
    <table name="${name}">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100" primaryString="true"/>
      ${content}
    </table>`

const parent = (name: string) =>
  `<column name="parent_id" type="INTEGER"/>
      <foreign-key foreignTable="${name}" phpName="Parent" refPhpName="Child" onDelete="cascade"><reference local="parent_id" foreign="id"/></foreign-key>`
const scoped =
  '<behavior name="nested_set"><parameter name="use_scope" value="true"/><parameter name="scope_column" value="forest"/></behavior>'
const inForest = '<parameter name="scope_column" value="forest"/>'

const schema = `
  <database name="d" defaultIdMethod="native">
    ${table('page', `${parent('page')}${slugs()}`)}
    ${table('branch', `${slugs('<parameter name="tree_separator" value="."/>')}<behavior name="closure_table"/>`)}
    ${table('twig', `<behavior name="closure_table"/>${slugs()}`)}
    ${table('leaf', `${slugs()}<behavior name="nested_set"/>`)}
    ${table('tree', `<column name="forest" type="INTEGER"/>${scoped}${slugs(inForest)}`)}
    ${table('wood', `<column name="forest" type="INTEGER"/>${slugs()}${scoped}`)}
    ${table('short', `<column name="slug" type="VARCHAR" size="12"/><unique><unique-column name="slug"/></unique><behavior name="closure_table"/>${slugs()}`)}
  </database>`

const prelude = `
  $add = static function (string $class, string $title, ?object $parent = null): object {
      $row = (new $class())->setTitle($title);
      if (method_exists($row, 'insertAsLastChildOf')) { $parent === null ? $row->makeRoot() : $row->insertAsLastChildOf($parent); }
      else { $row->setParent($parent); }
      $row->save(); return $row;
  };
  $slugs = static fn (string $class): string => implode(' ', ($class . 'Query')::create()->select('Slug')->orderById()->find()->getData());
  $failure = static function (callable $do): string { try { $do(); return 'done'; } catch (Orm\\Runtime\\Exception\\OrmException $failure) { return $failure->getMessage(); } };`

scenariosOnEachDatabase(
  schema,
  {
    'rows are renamed and moved with those below them, and old slugs find them': [
      `foreach (['Page' => '/', 'Branch' => '.'] as $class => $dot) {
          $fruit = $add($class, 'Fruit'); $apple = $add($class, 'Apple', $fruit); $red = $add($class, 'Red', $apple); $veg = $add($class, 'Veg');
          echo $red->getSlug(), ' '; $fruit->setTitle('Obst')->save(); echo $red->getSlug(), ' ';
          $apple->setParent($veg)->save(); echo $slugs($class), ' '; $red->setParent(null)->save(); echo $red->getSlug(), ' ';
          $query = $class . 'Query';
          foreach (["fruit{$dot}apple{$dot}red", "obst{$dot}apple{$dot}red", "veg{$dot}apple{$dot}red"] as $old) { echo $query::create()->findOneBySlugOrHistory($old)->getTitle(), ' '; }
          echo $query::create()->findOneBySlugOrHistory("fruit{$dot}apple")->getSlug(), '; ';
      }`,
      'fruit/apple/red obst/apple/red obst veg/apple veg/apple/red veg red Red Red Red veg/apple; fruit.apple.red obst.apple.red obst veg.apple veg.apple.red veg red Red Red Red veg.apple;',
    ],
    'nested sets: rows move at once, also to other trees': [
      `$a = $add('Leaf', 'A'); $b = $add('Leaf', 'B', $a); $c = $add('Leaf', 'C', $b); $d = $add('Leaf', 'D', $a);
      echo $slugs('Leaf'), ' '; $b->moveToFirstChildOf($d); echo $slugs('Leaf'), ' ', $c->getSlug(), ' '; $a->setTitle('X')->save(); echo $slugs('Leaf'), ' ';
      echo LeafQuery::create()->findOneBySlugOrHistory('a/d/b/c')->getTitle(), '; ';
      foreach (['Tree', 'Wood'] as $class) {
          [$one, $two] = [(new $class())->setTitle('Root')->setForest(1), (new $class())->setTitle('Root')->setForest(2)];
          $one->makeRoot()->save(); $two->makeRoot()->save();
          $x = $add($class, 'X', $one); $y = $add($class, 'Y', $x); $add($class, 'X', $two); $z = $add($class, 'Z', $one); $add($class, 'X', $add($class, 'Z', $two));
          echo $slugs($class), ' '; $x->moveToLastChildOf($two); echo $x->getSlug(), ' ', $y->getSlug(), ' '; $x->moveToLastChildOf($z); echo $x->getSlug(), ' ', $y->getSlug(), '; ';
      }
      echo TreeQuery::create()->findOneBySlugOrHistory('root/x/y', 1)->getTitle(), TreeQuery::create()->findOneBySlugOrHistory('root/x-1/y', 2)->getTitle();`,
      'a a/b a/b/c a/d a a/d/b a/d/b/c a/d a/d/b/c x x/d/b x/d/b/c x/d C; ' +
        'root root root/x root/x/y root/x root/z root/z root/z/x root/x-1 root/x-1/y root/z/x root/z/x/y; ' +
        'root root-1 root/x root/x/y root-1/x root/z root-1/z root-1/z/x root-1/x-1 root-1/x-1/y root/z/x root/z/x/y; YY',
    ],
    'a slug that is set is the last part, and stays until its sources change': [
      `$a = $add('Page', 'A'); $b = $add('Page', 'B', $a); $c = $add('Page', 'C', $b);
      $b->setSlug('own')->save(); echo $c->getSlug(), ' '; $b->setSlug($b->getSlug())->save(); $b->setSlug('q/r')->save(); echo $slugs('Page'), ' ';
      $b->setParent(null)->save(); echo $slugs('Page'), ' '; $b->setTitle('BB')->setParent($a)->save(); echo $slugs('Page'), ' '; $b->setSlug('')->save(); $b->setSlug('/')->save(); echo $b->getSlug();`,
      'a/own/c a a/r a/r/c a r r/c a a/bb a/bb/c a/bb',
    ],
    'numbers are those of siblings, and are left behind': [
      `$a = $add('Page', 'A'); $b = $add('Page', 'B', $a); $c = $add('Page', 'B', $a); $d = $add('Page', 'D', $c); $add('Page', 'B'); echo $slugs('Page'), ' ';
      $c->setParent($d->getParent() === $c ? null : $a)->save(); echo $c->getSlug(), ' ', $d->getSlug(), ' '; $c->setParent($b)->save(); echo $c->getSlug(), ' ', $d->getSlug();`,
      'a a/b a/b-1 a/b-1/d b b-1 b-1/d a/b/b a/b/b/d',
    ],
    'a save that is rolled back, objects from before, and a circle': [
      `$a = $add('Page', 'A'); $b = $add('Page', 'B', $a); $c = $add('Page', 'C', $b);
      try { $con->transaction(static function () use ($a, $c): void { $a->setTitle('X')->save(); echo $c->getSlug(), ' '; throw new DomainException(); }); } catch (DomainException) {}
      echo $a->getSlug(), ' ', $c->getSlug(), ' ', PageSlugHistoryQuery::create()->count(), ' ';
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); PageQuery::create()->findOneByTitle('A')->setTitle('Z')->save(); PageQuery::create()->findOneByTitle('C')->setParentId(PageQuery::create()->findOneByTitle('A')?->getId())->save();
      $c->setTitle('CC')->save(); $b->setTitle('BB')->save(); echo $slugs('Page'), ' ';
      echo $failure(static fn () => PageQuery::create()->findPk($b->getId())->setParentId($b->getId())->save()), ' ', $slugs('Page');`,
      'x/b/c a a/b/c 0 x x/bb cc The parents of row 2 are a circle x x/bb cc',
    ],
    'a slug that does not fit is refused, also that of a row below': [
      `$a = $add('Short', 'aaaa'); $b = $add('Short', 'bbbbbbbbb', $a); foreach (range(1, 11) as $_) { echo substr($failure(static fn () => $add('Short', 'cc', $b)), 0, 28), ' '; }
      echo $slugs('Short'), ' '; Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
      echo substr($failure(static fn () => ShortQuery::create()->findPk($b->getId())->setSlug('123456789')->save()), 0, 37), '; ';
      echo $failure(static fn () => ShortQuery::create()->findPk($a->getId())->setTitle('aaaaaaaaaaa')->save()), '; ', strlen($slugs('Short'));`,
      `${'done '.repeat(10)}The slug "aaaa/bbbb/-10" has aaaa aaaa/bbbb aaaa/bbbb/cc ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `aaaa/bbbb/-${number} `).join('')}` +
        'The slug "aaaa/123456789" has 14 char; ' +
        'The slug "aaaaaaaaa/bbbb" has 14 characters, but the column short.slug takes 12: declare it with a larger size; 144',
    ],
    'rows without a slug, and rows without a parent that exists': [
      `$con->exec("INSERT INTO page (title, parent_id) VALUES ('A', NULL)"); $a = PageQuery::create()->findOne(); $id = $a->getId();
      $b = (new Page())->setTitle('B')->setParentId($id); $b->save(); echo $b->getSlug(), ' '; $a->save(); echo $slugs('Page'), ' ', $b->getSlug();`,
      'b a a/b a/b',
    ],
  },
  prelude,
)

/** What must hold for the slugs of a table whose rows are `[title, slug, parent, forest]` by id. */
const check = `
  $read = static function (string $class) use ($con): array {
      $parents = defined($class . '::LEFT_COL')
          ? "(SELECT p.id FROM x p WHERE p.tree_left < r.tree_left AND p.tree_right > r.tree_right AND p.tree_level = r.tree_level - 1" . (defined($class . '::SCOPE_COL') ? ' AND p.forest = r.forest)' : ')')
          : 'parent_id';
      $forest = defined($class . '::SCOPE_COL') ? 'forest' : 'NULL';
      $rows = [];
      foreach ($con->query(str_replace(['x ', 'x,'], [strtolower($class) . ' ', ''], "SELECT r.id, title, slug, $parents, $forest FROM x r ORDER BY r.id"))->fetchAll(PDO::FETCH_NUM) as $row) {
          $rows[(int) array_shift($row)] = $row;
      }
      return $rows;
  };
  $wrong = static function (string $class, array $rows, array $bases) : ?string {
      $dot = $class === 'Branch' ? '.' : '/';
      $seen = [];
      foreach ($rows as $id => [$title, $slug, $parent, $forest]) {
          $start = $parent === null ? '' : $rows[$parent][1] . $dot;
          $own = substr((string) $slug, strlen($start));
          if (!str_starts_with((string) $slug, $start) || $own === '' || str_contains($own, $dot)) { return "$id has $slug below $start"; }
          if (isset($bases[$id]) && !preg_match('/^' . $bases[$id] . '(-\\\\d+)?$/D', $own)) { return "$id has $slug, not $bases[$id]"; }
          $place = $class === 'Tree' ? "$forest $slug" : $slug;
          if (isset($seen[$place])) { return "$place twice"; }
          $seen[$place] = true;
      }
      return null;
  };`

testOnEachDatabase(`slugs are paths after random operations (ORM_SEED=${walkSeed})`, schema, async (t, project) => {
  const printed = await project.php(`mt_srand(${walkSeed});
    $con = Orm\\Runtime\\Orm::getWriteConnection('d');
    ${prelude} ${check}
    $letter = static fn (): string => 'abc'[mt_rand(0, 2)];
    foreach (['Page', 'Branch', 'Twig', 'Leaf', 'Tree', 'Wood'] as $class) {
        $query = $class . 'Query';
        $isNested = defined($class . '::LEFT_COL');
        foreach ($isNested ? ($class === 'Leaf' ? [null] : [1, 2]) : [] as $forest) {
            $root = (new $class())->setTitle('a');
            if ($forest !== null) { $root->setForest($forest); }
            $root->makeRoot()->save();
        }
        $left = $bases = [];
        $changes = 0;
        $rows = $read($class);
        for ($step = 0; $step < ${walkSteps(40)}; ++$step) {
            if (mt_rand(0, 4) === 0) { Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); }
            $isRolledBack = mt_rand(0, 9) === 0;
            $saved = $bases;
            $ids = array_keys($rows);
            $id = $ids === [] ? null : $ids[array_rand($ids)];
            $to = $ids === [] || (!$isNested && mt_rand(0, 4) === 0) ? null : $ids[array_rand($ids)];
            $row = $id === null ? null : $query::create()->findPk($id);
            $kind = $id === null || count($rows) < 4 ? 0 : mt_rand(0, 9);
            $target = $to === null ? null : $query::create()->findPk($to);
            if ($isRolledBack) { $con->beginTransaction(); }
            try {
                if ($kind < 3) {
                    $title = $letter();
                    $bases[$add($class, $title, $target)->getId()] = $title;
                } elseif ($kind < 5) {
                    $title = $letter();
                    if ($row->getTitle() !== $title) { $bases[$id] = $title; }
                    $row->setTitle($title)->save();
                } elseif ($kind === 5) {
                    $set = ['x', 'y/z', '', 'z.w'][mt_rand(0, 3)];
                    $own = $set === '' ? $row->getTitle() : ($class === 'Branch' ? ($set === 'z.w' ? 'w' : $set) : ($set === 'y/z' ? 'z' : $set));
                    $row->setSlug($set)->save();
                    $bases[$id] = preg_quote($own, '/');
                } elseif ($kind < 9) {
                    if (mt_rand(0, 3) === 0 && !$isNested) { $bases[$id] = $title = $letter(); if ($row->getTitle() === $title) { unset($bases[$id]); } $row->setTitle($title); }
                    if (!$isNested) { $row->setParent($target)->save(); }
                    elseif (mt_rand(0, 1)) { $row->moveToFirstChildOf($target); }
                    else { $row->moveToNextSiblingOf($target); }
                } elseif (!$isNested || !$row->isRoot()) {
                    $row->delete();
                }
            } catch (Orm\\Runtime\\Exception\\OrmException $failure) {
                if (!preg_match('/own branch|circle|root|sibling/i', $failure->getMessage())) { throw $failure; }
                $bases = $saved;
                Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
            }
            if ($isRolledBack) { $con->rollBack(); $bases = $saved; Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); }
            $now = $read($class);
            $bases = array_intersect_key($bases, $now);
            $problem = $wrong($class, $now, $bases);
            foreach ($query::create()->find() as $object) {
                if (($now[$object->getId()][1] ?? null) !== $object->getSlug()) { $problem ??= $object->getId() . ' shows ' . $object->getSlug(); }
            }
            foreach ($now as $key => $one) {
                if (isset($rows[$key]) && [$rows[$key][1], $rows[$key][3]] !== [$one[1], $one[3]]) { $left[] = [$key, $rows[$key][1], $rows[$key][3]]; ++$changes; }
            }
            $left = array_values(array_filter($left, static fn (array $one): bool => isset($now[$one[0]])));
            foreach (array_slice($left, -8) as [$key, $slug, $forest]) {
                $expected = null;
                foreach ($left as $one) { if ($one[1] === $slug && ($class !== 'Tree' || $one[2] === $forest)) { $expected = $one[0]; } }
                foreach ($now as $one => $have) { if ($have[1] === $slug && ($class !== 'Tree' || $have[3] === $forest)) { $expected = $one; } }
                $arguments = $class === 'Tree' ? [$slug, $forest] : [$slug];
                $found = $query::create()->findOneBySlugOrHistory(...$arguments)?->getId();
                // Rows that left a slug in the same step have no order.
                if ($found !== $expected && !in_array([$found, $slug], array_map(static fn (array $one): array => [$one[0], $one[1]], $left), true)) { $problem ??= "$slug finds " . json_encode([$found, $expected]); }
            }
            if ($problem !== null) { echo "$class, step $step ($kind, $id, $to): $problem ", json_encode([$rows, $now]); return; }
            $rows = $now;
        }
        echo $class, $changes > 5 ? ' ' : ' nothing ';
    }`)
  t.is(printed, 'Page Branch Twig Leaf Tree Wood ')
})

for (const database of databases) {
  // One after the other: each has as many processes as the machine can bear.
  test.serial(`${database}: slugs are paths while six processes rename, move, insert and delete`, async (t) => {
    const project = await createProject(t, { schema, database })
    await project.build()
    const start = `$con = Orm\\Runtime\\Orm::getWriteConnection('d'); ${prelude} ${check}`
    await project.php(`${start}
      foreach (['Page', 'Twig', 'Leaf'] as $class) { $root = $add($class, 'r'); for ($i = 0; $i < 4; ++$i) { $add($class, 'n', $add($class, 'n', $root)); } }`)
    const work = `${start}
      $find = static fn (string $class): ?object => ($class . 'Query')::create()->findPk($con->query('SELECT id FROM ' . strtolower($class) . ' ORDER BY id '
          . (mt_rand(0, 1) ? '' : 'DESC') . ' LIMIT 1 OFFSET ' . mt_rand(0, 6))->fetchColumn() ?: 0);
      for ($i = $done = 0; $i < 45; ++$i) {
          $class = ['Page', 'Twig', 'Leaf'][$i % 3];
          Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
          try {
              $node = $find($class);
              $target = $find($class);
              if ($node === null || $target === null) { continue; }
              switch (mt_rand(0, 6)) {
                  case 0: case 1: $class === 'Leaf' ? $node->moveToLastChildOf($target) : $node->setParentId($target->getId())->save(); break;
                  case 2: case 3: $node->setTitle('abc'[mt_rand(0, 2)])->save(); break;
                  case 4: $class === 'Leaf' ? ($node->isLeaf() && $node->delete()) : ($node->countChildren() === 0 && $node->delete()); break;
                  default: $add($class, 'n', $target);
              }
              ++$done;
          } catch (Orm\\Runtime\\Exception\\ExceptionInterface $failure) {
              $isRefusal = $failure::class === Orm\\Runtime\\Exception\\OrmException::class
                  || $failure instanceof Orm\\Runtime\\Exception\\Database\\ForeignKeyViolation;
              if (!$isRefusal && !$failure->isRetryable()) { throw $failure; }
          }
      }
      echo $done > 0 ? 'done' : 'idle';`
    const printed = await Promise.all(Array.from({ length: 6 }, () => project.php(work)))
    const wrong = await project.php(
      `${start} foreach (['Page', 'Twig', 'Leaf'] as $class) { echo $wrong($class, $read($class), []) ?? '', count($read($class)) > 3 ? '' : "few $class"; }`,
    )
    t.is(`${[...new Set(printed)]} ${wrong}`, 'done ')
  })
}
