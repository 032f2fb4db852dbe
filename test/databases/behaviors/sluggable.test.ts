import { testOnEachDatabase } from '../../support/project.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100" primaryString="true"/>
      <behavior name="sluggable"/>
    </table>
  </database>`

testOnEachDatabase(
  'B12: a slug that is refused leaves the transaction of the caller alive',
  schema,
  async (t, project) => {
    const printed = await project.php(`
    class Late extends Book {
        public static bool $inserted = false;
        protected function createSlug(): string {
            $slug = parent::createSlug();
            if (!self::$inserted) {
                self::$inserted = true;
                Orm\\Runtime\\Orm::getConnection('d')->exec("INSERT INTO book (title, slug) VALUES ('x', 'a'), ('x', 'a-1')");
            }
            return $slug;
        }
    }
    $con = Orm\\Runtime\\Orm::getConnection('d');
    $con->transaction(static function () use ($con): void {
        $late = new Late();
        $late->setTitle('a')->save($con);
        echo $late->getSlug(), ' ', $late->getId() === null ? 'without key' : 'with key', ' ';
        (new Book())->setTitle('b')->save($con);
    });
    echo BookQuery::create()->count();
  `)
    t.is(printed, 'a-2 with key 4')
  },
)

testOnEachDatabase('B12: slugs of many processes are unique, and none is lost', schema, async (t, project) => {
  t.timeout(120_000)
  const work = `
    for ($i = 0; $i < 25; ++$i) {
        for ($attempt = 0;; ++$attempt) {
            try { (new Book())->setTitle('Same')->save(); break; } catch (Orm\\Runtime\\Exception\\ExceptionInterface $e) {
                // A deadlock is the caller's to try again.
                $isRetryable = $e instanceof Orm\\Runtime\\Exception\\Database\\Deadlock
                    || (method_exists($e, 'isRetryable') && $e->isRetryable());
                if ($attempt === 20 || !$isRetryable) { throw $e; }
            }
        }
    }`
  await Promise.all(Array.from({ length: 4 }, () => project.php(work)))
  const printed = await project.php(`
    $slugs = BookQuery::create()->select('Slug')->find()->getData();
    $numbers = array_map(static fn (string $slug): int => (int) substr($slug, 5), $slugs);
    sort($numbers);
    echo count($slugs), ' ', count(array_unique($slugs)), ' ', $numbers === range(0, 99) ? 'no gap' : implode(',', $numbers);
  `)
  t.is(printed, '100 100 no gap')
})
