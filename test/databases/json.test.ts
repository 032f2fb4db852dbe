import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { runPhp } from '../support/php.js'
import { createProject, testOnEachDatabase } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = `<database name="bookstore" defaultIdMethod="native" namespace="Bookstore">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="meta" type="JSON"/>
    <column name="title" type="VARCHAR" size="50"/>
  </table>
</database>`

testOnEachDatabase('JSON paths find and sort what PHP finds and sorts', schema, async (t, project) => {
  const script = await readFile(join(root, 'test/databases/json-paths.php'), 'utf8')
  const seed = process.env.ORM_SEED ?? '38'
  t.is(
    await project.php(`$argv = ['', '${seed}', '150'];\n${script.replace(/^<\?php/, '')}`),
    'the same',
    `ORM_SEED=${seed}`,
  )
})

testOnEachDatabase('rows with JSON are grouped by all columns of their class', schema, async (t, project) => {
  t.is(
    await project.php(String.raw`
      use Bookstore\Book;
      use Bookstore\BookQuery;
      foreach ([['a' => 1], null] as $meta) {
          (new Book())->setTitle('x')->setMeta($meta)->save();
      }
      $grouped = BookQuery::create()->groupByClass('Book')->withColumn('COUNT(*)', 'Rows')->orderById();
      assert($grouped->count() === 2 && $grouped->find()->toKeyValue('Id', 'Rows') === [1 => 1, 2 => 1]);
      $grouped = BookQuery::create()->setModelAlias('b', true)->groupByClass('b')->withColumn('COUNT(*)', 'Rows');
      assert($grouped->orderById()->find()[0]->getMeta() === ['a' => 1]);
      BookQuery::create()->filterByMeta(null)->update(['Title' => 'y']);
      $byTitle = BookQuery::create()->groupByTitle()->orderByTitle();
      assert($byTitle->count() === 2 && $byTitle->find()->getColumnValues('Meta') === [['a' => 1], null]);
      echo 'ok';
    `),
    'ok',
  )
})

testOnEachDatabase('equal rows with JSON are found once', schema, async (t, project) => {
  t.is(
    await project.php(String.raw`
      use Bookstore\Book;
      use Bookstore\BookQuery;
      foreach (['{"b": 1,  "a": 2}', null, '5'] as $meta) {
          (new Book())->setTitle('x')->setMeta($meta)->save();
      }
      $aliased = static fn () => BookQuery::create()->setModelAlias('b', true);
      foreach ([BookQuery::create(...), $aliased] as $i => $books) {
          $found = $books()->distinct()->orderById()->find();
          assert($found->getColumnValues('Meta') === [['b' => 1, 'a' => 2], null, 5], "$i");
          assert($books()->distinct()->count() === 3, "$i");
          assert($books()->distinct()->paginate(1, 2)->getNbResults() === 3, "$i");
      }
      $once = BookQuery::create()->distinct()->withColumn('UPPER(Book.Title)', 'Upper')->orderById()->find();
      assert(count($once) === 3 && $once[0]->getUpper() === 'X');
      $documents = BookQuery::create()->distinct()->select(['Title', 'Meta'])->find()->getData();
      assert(count($documents) === 3);
      $inner = BookQuery::create()->addSelectQuery(BookQuery::create()->distinct(), 'one')->where('one.Id < ?', 3);
      assert(count($inner->find()) === 2);
      echo 'ok';
    `),
    'ok',
  )
})

/** What is in the document, and in which rows it is: PHP's own reading of containment. */
testOnEachDatabase('JSON documents contain others', schema, async (t, project) => {
  const said = await project.php(String.raw`
    use Bookstore\Book;
    use Bookstore\BookQuery;
    use Orm\Runtime\ActiveQuery\Criteria;
    $documents = [
      ['color' => 'red', 'tags' => ['a', 'b'], 'size' => ['w' => 1, 'h' => 2.5]],
      ['color' => 'RED', 'tags' => ['b'], 'size' => ['w' => '1']],
      ['tags' => [], 'on' => true, "it's" => null],
      ['a', 'b', ['k' => 'v', 'l' => 1]],
      'red', 5, null,
    ];
    foreach ($documents as $document) {
      (new Book())->setMeta($document === null ? null : json_encode($document))->save();
    }
    $find = fn (mixed $value) => implode(',', BookQuery::create()->filterByMeta($value, Criteria::CONTAINS_ALL)->orderById()->select('Id')->find()->getData());
    foreach ([
      ['color' => 'red'], ['tags' => ['b']], ['tags' => ['b', 'a']], ['size' => ['w' => 1]], ['size' => ['w' => 1, 'h' => 2.5]],
      ['on' => true], ['on' => false], ["it's" => null], ['b'], [['k' => 'v']], ['tags' => ['c']], ["x') OR 1=1 --" => 1], ['color' => "' OR '1'='1"], [],
      '{"color":"red"}',
    ] as $value) {
      echo $find($value), '|';
    }
    echo BookQuery::create()->filterByMeta(['color' => 'red'], Criteria::CONTAINS_ALL)->_or()->filterByMeta(['tags' => ['b']], Criteria::CONTAINS_ALL)->count();
  `)
  t.is(said, '1|1,2|1|1|1|3||3|4|4||||1,2,3,4,5,6|1|2')
})

testOnEachDatabase('JSON paths and values that attack are paths and values', schema, async (t, project) => {
  const said = await project.php(String.raw`
    use Bookstore\Book;
    use Bookstore\BookQuery;
    use Orm\Runtime\ActiveQuery\Criteria;
    $attacks = ["') OR 1=1 --", "'; DROP TABLE book; --", '") OR ("1"="1', "\\', 1) OR 1=1 -- ", '?', ':p1', '$.a', "}' OR '1'='1", '\\', '\\\\"', '*', '**', "a\u{2028}b", chr(96), '[*]'];
    (new Book())->setMeta(['plain' => 1])->save();
    foreach ($attacks as $attack) {
      (new Book())->setMeta([$attack => $attack])->save();
    }
    foreach ($attacks as $i => $attack) {
      $path = '$."' . addcslashes($attack, '"\\') . '"';
      foreach ([$path, '$[' . substr($path, 2) . ']'] as $form) {
        $found = BookQuery::create()->whereJson('Meta', $form, $attack)->find();
        if (count($found) !== 1 || $found[0]->getMeta() !== [$attack => $attack] && (array) $found[0]->getMeta() !== [$attack => $attack]) {
          echo "not found: $form\n";
        }
      }
      if (BookQuery::create()->whereJson('Meta', '$.plain', $attack)->count() + BookQuery::create()->whereJson('Meta', $path, $attack . ' ')->count() !== 0) {
        echo "found: $path\n";
      }
      if (BookQuery::create()->orderByJson('Meta', $path)->findOne()->getId() !== $i + 2) {
        echo "not first: $path\n";
      }
      if (BookQuery::create()->setModelAlias('b', true)->whereJson('b.Meta', $path, $attack)->orderByJson('b.Meta', $path, Criteria::DESC)->count() !== 1) {
        echo "alias: $path\n";
      }
    }
    $refused = 0;
    $wrong = ['', 'color', '$.', '$..a', '$.a b', '$[', '$[a]', '$[-1]', '$["a]', "$.a' OR 1=1", '$.*', '$[*]', '$.a[last]', "\$.\"a\nb\"", "\$.\"\xff\"", "\$.\"a\0b\"", '$.a"', ' $.a', '$.a ', "$.a\n"];
    foreach ($wrong as $path) {
      foreach ([fn () => BookQuery::create()->whereJson('Meta', $path, 1)->count(), fn () => BookQuery::create()->orderByJson('Meta', $path)->count()] as $call) {
        try {
          $call();
          echo 'taken: ', json_encode($path), "\n";
        } catch (Orm\Runtime\Exception\InvalidArgumentException) {
          $refused++;
        }
      }
    }
    echo $refused === 2 * count($wrong) ? '' : $refused;
    foreach ([
      fn () => BookQuery::create()->whereJson('Title', '$.a', 1), fn () => BookQuery::create()->orderByJson('Title', '$.a'),
      fn () => BookQuery::create()->whereJson('Meta', '$.a', ['x' => 1], Criteria::EQUAL), fn () => BookQuery::create()->whereJson('Meta', '$.a', true, Criteria::LESS_THAN),
      fn () => BookQuery::create()->whereJson('Meta', '$.a', 'x', Criteria::LIKE), fn () => BookQuery::create()->whereJson('Meta', '$.a', NAN),
      fn () => BookQuery::create()->whereJson('Meta', '$.a', 'x', '= 1 OR 1 ='), fn () => BookQuery::create()->orderByJson('Meta', '$.a', 'ASC, 1'),
      fn () => BookQuery::create()->whereJson('Nothing', '$.a', 'x'),
    ] as $i => $call) {
      try {
        $call();
        echo "taken: call $i\n";
      } catch (Orm\Runtime\Exception\ExceptionInterface) {
      }
    }
    echo BookQuery::create()->count() - count($attacks);
  `)
  t.is(said, '1')
})

for (const database of databases) {
  test(`${database}: an index on a JSON path is used`, async (t) => {
    const isMysql = database === 'mysql'
    const parts = {
      sqlite: `expression="json_extract(meta, '$.color')"`,
      pgsql: `expression="meta -&gt;&gt; 'color'"`,
      mysql: 'name="color"',
    }
    const color = `<column name="color" type="VARCHAR" size="20" generated="json_value(meta, '$.color')"/>`
    const index = `<index name="by_color"><index-column ${parts[database]}/></index>`
    const project = await createProject(t, {
      schema: schema.replace('</table>', `${isMysql ? color : ''}${index}</table>`),
      database,
    })
    for (const command of ['build', 'sql:insert']) t.is((await project.orm(command)).code, 0)
    const filter = isMysql ? "filterByColor('c77')" : "whereJson('Meta', '$.color', 'c77')"
    const said = await project.php(`
      $books = new Orm\\Runtime\\Collection\\ObjectCollection();
      $books->setModel(Bookstore\\Book::class);
      for ($i = 0; $i < 2000; $i++) {
        $books[] = (new Bookstore\\Book())->setMeta(['color' => "c$i"]);
      }
      $books->save();
      Orm\\Runtime\\Orm::getWriteConnection('bookstore')->exec('ANALYZE${isMysql ? ' TABLE book' : ''}');
      $query = Bookstore\\BookQuery::create()->${filter};
      echo $query->count(), ' ', json_encode($query->explain());
    `)
    t.regex(said, /^1 .*by_color/)
  })
}

test('the shape of a JSON document stands in the docblock of its getter, and is nothing else', async (t) => {
  const project = await createProject(t, {
    schema: schema.replace('type="JSON"', `type="JSON" phpType="array{color?: string, tags: list&lt;'a'|'b'&gt;}"`),
    database: 'sqlite',
  })
  await project.build()
  const base = await readFile(join(project.folder, 'generated-classes/Bookstore/Base/Book.php'), 'utf8')
  t.regex(base, /@return \(\$asArray is true \? array\{color\?: string, tags: list<'a'\|'b'>\}\|null : mixed\)/)
  t.is(await project.php('echo (new Bookstore\\Book())->setMeta(["color" => "red"])->getMeta()["color"];'), 'red')
  for (const shape of ['array{a: */ b}', 'array{a', 'array{a>}', "array{'a}", 'array{a: string} */', 'array{a;}']) {
    await project.write(
      'schema.xml',
      schema.replace('type="JSON"', `type="JSON" phpType="${shape.replace('>', '&gt;')}"`),
    )
    t.regex((await project.orm('model:build')).stderr, /ORM-S109 attribute "phpType"/, shape)
  }
})

test('mssql and oracle read the same paths', async (t) => {
  const said = await runPhp(
    String.raw`
    require $argv[1] . '/packages/runtime/autoload.php';
    $path = Orm\Runtime\Util\JsonPath::of('$.tags[1]."it\'s"');
    foreach ([new Orm\Runtime\Adapter\Pdo\MssqlAdapter(), new Orm\Runtime\Adapter\Pdo\OracleAdapter()] as $adapter) {
      $json = $adapter->jsonAt('meta', $path);
      echo $json->is('string'), "\n", $json->number, "\n";
    }
  `,
    { args: [root] },
  )
  const list =
    "(SELECT [value] FROM OPENJSON((SELECT [value] FROM OPENJSON((SELECT [value] FROM OPENJSON(N'[' + meta + N']') WHERE [key] = N'0' AND [type] IN (4, 5))) WHERE [key] = CONVERT(NVARCHAR(4000), 0x7400610067007300) AND [type] IN (4, 5))) WHERE [key] = N'1' AND [type] IN (4, 5))"
  const key = 'CONVERT(NVARCHAR(4000), 0x6900740027007300)'
  t.deepEqual(said.trim().split('\n'), [
    `(SELECT [type] FROM OPENJSON(${list}) WHERE [key] = ${key}) IN (1)`,
    `TRY_CONVERT(FLOAT, (SELECT [value] FROM OPENJSON(${list}) WHERE [key] = ${key}))`,
    `JSON_VALUE(meta, '$.tags[1]."it''s".type()') IN ('string')`,
    `JSON_VALUE(meta, '$.tags[1]."it''s"' RETURNING NUMBER)`,
  ])
})
