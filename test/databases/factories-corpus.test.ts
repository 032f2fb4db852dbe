import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { isFuzz } from '../support/fuzz.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { benchOptions, randomSchemas } from '../support/random-schemas.js'
import { root } from '../support/root.mjs'

/** Uses every factory twice, and prints what does not work. */
const exercise = `
$classes = [];
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator('generated-classes'));
foreach ($files as $file) {
    if (preg_match('#^generated-classes/(?!.*Base/)(.*Factory)\\\\.php$#', (string) $file, $found) === 1) {
        $class = strtr($found[1], '/', '\\\\');
        if (is_subclass_of($class, Orm\\Runtime\\Factory\\Factory::class)) {
            $classes[] = $class;
        }
    }
}
sort($classes);
echo count($classes), "\\n";
foreach ($classes as $class) {
    try {
        $class::new()->make();
        foreach ([3, 4] as $count) {
            $objects = $class::new()->count($count)->create();
            $query = $class::MODEL . 'Query';
            if (count($objects) !== $count || $query::create()->count() < $count) {
                echo "$class: the rows are not there\\n";
            }
        }
        $class::new()->count(2)->seed(7)->insert();
    } catch (Throwable $failure) {
        $previous = $failure->getPrevious() ?? $failure;
        echo $class, ': ', $failure::class, ': ', $failure->getMessage(), ' < ', $previous->getMessage(), "\\n";
    }
}
`

/** A factory may say that it cannot make a value; what it makes, the database accepts. */
const isRefusal = (line: string): boolean =>
  /No factory can make values of the type|cannot make the object of relation/.test(line)

async function problemsOf(
  t: Parameters<typeof createProject>[0],
  schema: string,
  database: (typeof databases)[number],
): Promise<string[]> {
  const config = '  generator:\n    objectModel: { generateFactories: true }\n'
  const project = await createProject(t, { schema, database, config })
  const { sqlSchemas = [], setUp = [] } = benchOptions[database]
  await query(project.database, ...sqlSchemas.map((name) => `CREATE SCHEMA ${name}`), ...setUp)
  await project.build()
  const [count, ...lines] = (await project.php(exercise)).trimEnd().split('\n')
  t.true(Number(count) > 0)
  return lines.filter((line) => !isRefusal(line))
}

for (const database of databases) {
  for (const name of ['author-and-book', 'cinema', 'every-shape', 'sortable-two-scopes']) {
    test(`${database}: factories of ${name} make rows that every constraint accepts`, async (t) => {
      const schema = await readFile(join(root, 'test/golden', name, 'schema.xml'), 'utf8')
      t.deepEqual(await problemsOf(t, schema, database), [])
    })
  }
  for (let seed = 1; seed <= (isFuzz ? 100 : 2); seed++) {
    test(`${database}: factories of random schema ${seed} make rows that every constraint accepts`, async (t) => {
      const { before: schema } = randomSchemas(database, seed, { native: false })
      t.deepEqual(await problemsOf(t, schema, database), [], schema)
    })
  }
}
