import test from 'ava'
import { callForms } from '../support/call-forms.js'
import { extensionStatements, samplesOn, samplesSchema } from '../support/column-kinds.js'
import { databases } from '../support/databases.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'

for (const database of databases) {
  test(`${database}: every way to ask for a value finds its row, in columns of every kind`, async (t) => {
    const samples = samplesOn(database)
    const project = await createProject(t, { schema: samplesSchema(samples), database })
    if (database === 'pgsql') await query(project.database, ...extensionStatements)
    await project.build()
    const lines = samples.map(({ column, value }) => {
      const forms = Object.entries(callForms).map(
        ([name, form]) =>
          `$report(${JSON.stringify(`${column}: ${name}`)}, static fn ($query, $value) => ${form(column, 'Sample')}, ${value});`,
      )
      return [`$row = (new Sample())->set${column}(${value}); $row->save();`, ...forms, '$row->delete();'].join('\n')
    })
    const code = `
    (new Sample())->save();
    $report = static function (string $name, Closure $form, mixed $value) use (&$row): void {
        foreach (['first', 'again'] as $time) {
            try {
                $found = [];
                foreach ($form(SampleQuery::create(), $value) as $each) {
                    $found[] = $each->getId();
                }
                $problem = $found === [$row->getId()] ? '' : 'found ' . json_encode($found);
            } catch (Throwable $error) {
                $problem = get_class($error) . ' ' . $error->getMessage();
            }
            echo $problem === '' ? '' : "$name, $time: $problem\\n";
        }
    };
    ${lines.join('\n')}
    echo 'done';`
    t.true(samples.length > 20)
    t.is(await project.php(code), 'done')
  })
}
