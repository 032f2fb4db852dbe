import test from 'ava'
import { callForms, keyForms, listForms, treeForms, unusualForms } from '../support/call-forms.js'
import { extensionStatements, samplesOn, samplesSchema } from '../support/column-kinds.js'
import { type DatabaseName, databases } from '../support/databases.js'
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

interface Hostile {
  readonly types: readonly string[]
  /** Types of key columns. */
  readonly keys: readonly string[]
  readonly rows: readonly string[]
  readonly values: readonly string[]
  readonly on?: readonly DatabaseName[]
}

/** Values that some databases would convert to one of `rows`, by the types of columns. None of them equals one of `rows`. */
const hostile: readonly Hostile[] = [
  {
    types: ['CHAR', 'VARCHAR', 'LONGVARCHAR', 'CLOB'],
    keys: ['CHAR', 'VARCHAR'],
    rows: ["'alpha'", "'5 apples'", "'0e12345'"],
    values: ['0', '0.0', '-0.0', 'false', 'true', '5', '5.0'],
  },
  {
    types: ['BINARY', 'VARBINARY', 'LONGVARBINARY', 'BLOB'],
    keys: [],
    rows: ["'alpha'", "'5 apples'"],
    values: ['0', '0.0', 'false', 'true', '5'],
  },
  // PostgreSQL has no equality of JSON.
  {
    types: ['JSON'],
    on: ['sqlite', 'mysql'],
    keys: [],
    rows: [`'{"a":1}'`, `'"5 apples"'`],
    values: ['0', '0.0', 'false', 'true', '5'],
  },
  { types: ['ARRAY', 'OBJECT'], keys: [], rows: ["['a']", "['5 apples']"], values: ['0', '0.0', '5'] },
  {
    types: ['UUID', 'UUID_BINARY'],
    keys: ['UUID'],
    rows: ["'6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a4d'", "'a0000000-0f1c-4b1e-8f4f-1d3a1c2b3a4d'"],
    values: ['0', '0.0', 'false', '6', "'6'"],
  },
  {
    types: ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'NUMERIC', 'DECIMAL', 'REAL', 'FLOAT', 'DOUBLE'],
    keys: ['SMALLINT', 'INTEGER', 'BIGINT', 'DECIMAL', 'DOUBLE'],
    rows: ['0', '5', '1'],
    values: ["'77'", "'abc'", "'5x'", "'5 apples'", "''", "' '", "'0x5'", "'1e'", "'true'"],
  },
  {
    types: ['YEAR'],
    keys: [],
    rows: ['2005', '2000'],
    values: ["'abc'", "'2005x'", "''"],
  },
  {
    types: ['DATE', 'TIME', 'DATETIME', 'TIMESTAMP'],
    keys: ['DATE'],
    rows: ["'2020-01-31 10:11:12'"],
    values: ["'abc'", "''", '0', '20200131', '20200131101112', "'0'", '101112', '0.0'],
  },
  { types: ['BOOLEAN', 'BOOLEAN_EMU'], keys: [], rows: ['false'], values: ["'abc'", "'0x'", "'1'", '5'] },
  {
    types: ['ENUM'],
    keys: [],
    rows: ["'a'", "'b'"],
    values: ["'x'", "''", '5'],
  },
  { types: ['ENUM native'], on: ['mysql'], keys: [], rows: ["'a'", "'b'"], values: ["'x'", "''", '0', '1', 'true'] },
]

const text = hostile.find(({ types }) => types.includes('VARCHAR'))!
const number = hostile.find(({ types }) => types.includes('INTEGER'))!
const scoped = [
  { model: 'Named', behavior: 'sortable', type: 'VARCHAR', ...text, forms: listForms },
  { model: 'Counted', behavior: 'sortable', type: 'INTEGER', ...number, forms: listForms },
  { model: 'Priced', behavior: 'sortable', type: 'DECIMAL', ...number, forms: listForms },
  { model: 'Tree', behavior: 'nested_set', type: 'INTEGER', ...number, forms: treeForms },
]

for (const database of databases) {
  const groups = hostile.filter((group) => group.on === undefined || group.on.includes(database))
  test(`${database}: a value of another type finds, changes and deletes no row`, async (t) => {
    const types = groups.flatMap((group) => group.types)
    const extra = (type: string) =>
      type.startsWith('ENUM')
        ? ` valueSet="a, b"${type.endsWith('native') ? ' native="true"' : ''}`
        : type === 'DECIMAL'
          ? ' size="10" scale="2"'
          : ''
    const size = (type: string) => (/^(?:VAR)?CHAR$|^BINARY$/.test(type) ? ' size="40"' : extra(type))
    const named = (type: string) => `Of${type.replaceAll(/[_ ]/g, '')}`
    const keyed = groups.flatMap((group) => group.keys)
    const schema = `<database name="samples">
      <table name="sample">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="note" type="VARCHAR" size="20"/>
        ${types.map((type) => `<column name="of_${type.toLowerCase().replace(' ', '_')}" phpName="${named(type)}" type="${type.split(' ')[0]}"${size(type)}/>`).join('')}
      </table>
      ${keyed
        .map(
          (type) => `
      <table name="by_${type.toLowerCase()}" phpName="By${named(type)}">
        <column name="id" type="${type}"${size(type)} primaryKey="true"/>
        <column name="note" type="VARCHAR" size="20"/>
      </table>
      <table name="pair_${type.toLowerCase()}" phpName="Pair${named(type)}">
        <column name="part" type="INTEGER" primaryKey="true"/>
        <column name="id" type="${type}"${size(type)} primaryKey="true"/>
        <column name="note" type="VARCHAR" size="20"/>
      </table>`,
        )
        .join('')}
      ${scoped
        .map(
          ({ model, behavior, type }) => `
      <table name="${model.toLowerCase()}">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="scope" type="${type}"${size(type)}/>
        <column name="note" type="VARCHAR" size="20"/>
        <behavior name="${behavior}">
          <parameter name="use_scope" value="true"/><parameter name="scope_column" value="scope"/>
        </behavior>
      </table>`,
        )
        .join('')}
    </database>`
    const project = await createProject(t, { schema, database })
    await project.build()
    const report = (
      name: string,
      model: string,
      column: string,
      code: string,
      { rows, values }: Pick<Hostile, 'rows' | 'values'>,
    ) =>
      `$report(${JSON.stringify(name)}, '${model}', '${column}', static fn ($query, $value) => ${code}, [${rows}], [${values}]);`
    const lines = groups.flatMap(({ types, keys, rows, values }) => [
      ...types.flatMap((type) =>
        Object.entries({ ...callForms, ...unusualForms }).map(([name, form]) =>
          report(`${type}: ${name}`, 'Sample', named(type), form(named(type), 'Sample'), { rows, values }),
        ),
      ),
      ...keys.flatMap((type) =>
        ['By', 'Pair'].flatMap((kind) =>
          Object.entries(keyForms).map(([name, form]) => {
            const model = `${kind}${named(type)}`
            return report(`${model}: ${name}`, model, 'Id', form(kind === 'By' ? '$value' : '[1, $value]', model), {
              rows,
              values,
            })
          }),
        ),
      ),
    ])
    lines.push(
      ...scoped.flatMap(({ model, forms, rows, values }) =>
        Object.entries(forms).map(([name, form]) =>
          report(`${model}: ${name}`, model, 'Scope', form('Scope', model), { rows, values }),
        ),
      ),
    )
    const code = `
    $fill = static function (string $model, string $column, array $rows): void {
        static $filled = '';
        if ($filled !== "$model $column") {
            ($model . 'Query')::create()->deleteAll();
            foreach ($rows as $row) {
                $object = new $model();
                $object->{'set' . $column}($row);
                if (method_exists($object, 'setPart')) {
                    $object->setPart(1);
                }
                if (method_exists($object, 'makeRoot')) {
                    $object->makeRoot();
                }
                $object->setNote('kept')->save();
            }
            $filled = "$model $column";
        }
    };
    $report = static function (string $name, string $model, string $column, Closure $form, array $rows, array $values) use ($fill): void {
        $fill($model, $column, $rows);
        $table = ($model . 'Query')::create()->getTableMap();
        foreach ($values as $value) {
            $table::clearInstancePool();
            try {
                $found = $form(($model . 'Query')::create(), $value);
                $number = is_countable($found) ? count($found) : (int) (bool) $found;
                $problem = $number === 0 ? '' : "found $number";
            } catch (Throwable $error) {
                $isRefused = $error instanceof TypeError || $error instanceof Orm\\Runtime\\Exception\\ExceptionInterface;
                for ($cause = $error; $cause !== null; $cause = $cause->getPrevious()) {
                    $isRefused = $isRefused && !$cause instanceof PDOException;
                }
                $problem = $isRefused ? '' : get_class($error) . ' ' . $error->getMessage();
            }
            if ($problem !== '') {
                echo "$name, ", var_export($value, true), ": $problem\\n";
            }
        }
        $left = ($model . 'Query')::create()->filterByNote('kept')->count();
        if ($left !== count($rows)) {
            echo "$name: ", count($rows) - $left, " rows changed or deleted\\n";
            $fill('Sample', '', []);
            $fill($model, $column, $rows);
        }
    };
    ${lines.join('\n')}
    echo 'done';`
    t.is(await project.php(code), 'done')
  })
}
