import type { DatabaseName } from '../../support/databases.js'
import { testOnEachDatabase } from '../../support/project.js'

const schema = `
<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100"/>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <column name="pages" type="INTEGER"/>
    <column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
    <behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>
    <behavior name="query_cache"><parameter name="backend" value="array"/></behavior>
  </table>
</database>`

/**
 * Requests of each kind with another text each; of many, a third on servers, where a request takes longest. What is kept has lower
 * limits than a third of that, but for names.
 */
const roundsOn = (database: DatabaseName): number => {
  const rounds = Number(process.env.ORM_GROWTH_ROUNDS ?? 1000)
  return rounds <= 1000 || database === 'sqlite' ? rounds : Math.round(rounds / 3)
}

testOnEachDatabase(
  'a worker does not grow with what requests choose, and reset() forgets it',
  schema,
  async (t, project) => {
    const rounds = roundsOn(project.database.name)
    const output = await project.php(`
    use Orm\\Runtime\\Orm;
    use Shop\\{Author, AuthorQuery, Book, BookQuery};

    (new Author())->setName('a')->save();
    $requests = [
        'locale' => fn (string $text) => BookQuery::create()->joinWithI18n($text)->findPk(1),
        'long locale' => fn (string $text, int $i) => $i % 50 === 0
            && BookQuery::create()->joinWithI18n($text . str_repeat('x', 200_000))->getJoins(),
        'alias' => fn (string $text) => BookQuery::create()->join("Author $text")->with($text)->find(),
        'alias of a relation' => fn (string $text) => BookQuery::create()->leftJoinAuthor($text)->find(),
        'model alias' => fn (string $text) => BookQuery::create($text)->filterByPages(1)->find(),
        'clause' => fn (string $text) => BookQuery::create()->where("Book.Id > 0 AND 'x' <> '$text'")->find(),
        'clause with a value' => fn (string $text) => BookQuery::create()->where("'$text' <> ? AND Book.Id = 1", 'y')->count(),
        'virtual column' => fn (string $text) => BookQuery::create()->withColumn('Book.Id', $text)->find(),
        'list' => fn (string $text, int $i) => AuthorQuery::create()->filterById(range(1, $i % 700 + 1))->find(),
        'page' => fn (string $text, int $i) => AuthorQuery::create()->orderById()->limit($i)->offset($i)->find(),
        'query key' => fn (string $text) => BookQuery::create()->setQueryKey($text)->filterByPages(1)->find(),
        'comment' => fn (string $text) => AuthorQuery::create()->setComment($text)->find(),
        'columns' => fn (string $text, int $i) => (new Author())->setName($i % 2 ? $text : null)->save(),
    ];
    // Every array that static properties of the library and of generated classes lead to.
    $walk = function () : array {
        $arrays = [];
        $seen = new SplObjectStorage();
        $visit = function (mixed $value, string $path) use (&$visit, &$arrays, $seen): void {
            if (is_object($value)) {
                if ($seen->contains($value) || $value instanceof UnitEnum) {
                    return;
                }
                $seen->attach($value);
                if ($value instanceof WeakMap) {
                    $arrays["$path (weak)"] = ['count' => count($value), 'text' => ''];
                    foreach ($value as $one) {
                        $visit($one, "$path (weak)");
                    }
                    return;
                }
                $path = get_class($value);
                foreach ($value instanceof Closure ? (new ReflectionFunction($value))->getStaticVariables() : (array) $value as $name => $one) {
                    $visit($one, $path . '->' . preg_replace('/^.*\\0/', '', (string) $name));
                }
            } elseif (is_array($value)) {
                $text = $arrays[$path]['text'] ?? '';
                foreach (array_keys($value) as $key) {
                    $text = preg_match('/t\\d+x/', (string) $key) ? (string) $key : $text;
                }
                $arrays[$path] = ['count' => max($arrays[$path]['count'] ?? 0, count($value)), 'text' => $text];
                foreach ($value as $one) {
                    $visit($one, $path . '[]');
                }
            } elseif (is_string($value) && preg_match('/\\bt\\d+x\\b/', $value)) {
                $arrays[$path] = ['count' => $arrays[$path]['count'] ?? 0, 'text' => substr($value, 0, 100)];
            }
        };
        foreach (get_declared_classes() as $class) {
            $reflection = new ReflectionClass($class);
            if (!$reflection->isInternal() && (str_starts_with($class, 'Orm') || str_starts_with($class, 'Shop'))) {
                foreach ($reflection->getStaticProperties() as $name => $value) {
                    $visit($value, "$class::$name");
                }
            }
        }

        return $arrays;
    };
    foreach ($requests as $name => $request) {
        // What is kept has a limit, which the first third reaches.
        $sizes = [];
        for ($i = 1; $i <= ${rounds}; $i++) {
            $request('t' . $i . 'x', $i);
            if ($i === intdiv(${rounds}, 3) || $i === ${rounds}) {
                gc_collect_cycles();
                $sizes[] = memory_get_usage();
            }
        }
        $growth = $sizes[1] - $sizes[0];
        assert($growth < 2_500_000, "$name: $growth");
        foreach ($walk() as $path => ['count' => $count]) {
            assert($count <= 5000, "$name: $path has $count entries");
        }
        Orm::reset();
        foreach ($walk() as $path => ['text' => $text]) {
            assert($text === '', "$name: after reset() $path has $text");
        }
    }
    echo count($walk()) > 100 ? 'done' : 'too few arrays';
  `)
    t.is(output, 'done')
  },
)
