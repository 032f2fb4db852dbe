import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { migrationSteps } from '../../support/migration-steps.js'
import { createProject } from '../../support/project.js'
import { query } from '../../support/query.js'

const schema = (columns: string) =>
  `<database name="shop" namespace="Shop"><table name="line">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${columns}</table></database>`

if (databases.includes('mysql')) {
  const numbers = `
    <column name="t" type="TINYINT" unsigned="true"/>
    <column name="i" type="INTEGER" unsigned="true" defaultValue="4294967295"/>
    <column name="b" type="BIGINT" unsigned="true"/>
    <column name="d" type="DECIMAL" size="8" scale="2" unsigned="true"/>
    <column name="f" type="DOUBLE" unsigned="true"/>
    <column name="z" type="INTEGER" size="6" zerofill="true"/>`

  test('mysql: setters and update() of unsigned columns refuse what the columns cannot hold', async (t) => {
    const project = await createProject(t, { schema: schema(numbers), database: 'mysql' })
    await project.build()
    const said = await project.php(`
      use Shop\\Line;
      use Shop\\LineQuery;
      $line = (new Line())->setT(255)->setB('18446744073709551615')->setD('0.50')->setF(1.5)->setZ(42);
      $line->save();
      Shop\\Map\\LineTableMap::clearInstancePool();
      $read = LineQuery::create()->filterByB('18446744073709551615')->findOne();
      echo json_encode([$read->getT(), $read->getI(), $read->getB(), $read->getD(), $read->getF(), $read->getZ()]), "\\n";
      $refused = [['T', 256], ['T', -1], ['I', 4294967296], ['I', '-5'], ['B', '-1'], ['B', '18446744073709551616'], ['D', '-0.01'], ['F', -1e-9], ['Z', -1]];
      foreach ($refused as [$name, $value]) {
        foreach ([fn () => (new Line())->{'set' . $name}($value), fn () => LineQuery::create()->update([$name => $value])] as $write) {
          try {
            $write();
            echo "$name takes $value\\n";
          } catch (Orm\\Runtime\\Exception\\InvalidArgumentException $refusal) {
            echo str_contains($refusal->getMessage(), 'line.') ? '' : $refusal->getMessage();
          }
        }
      }
      (new Line())->setD('-0.00')->setF(-0.0)->setT(0)->save();
      echo 'done';
    `)
    t.is(said, '[255,4294967295,"18446744073709551615","0.50",1.5,42]\ndone')
  })

  test('mysql: unsigned and zerofill come with migrations, and database:reverse writes them', async (t) => {
    const project = await createProject(t, { schema: schema('<column name="t" type="TINYINT"/>'), database: 'mysql' })
    const { orm, step } = migrationSteps(t, project)
    await step(schema('<column name="t" type="TINYINT"/>'))
    await query(project.database, 'INSERT INTO line (t) VALUES (7)')
    await step(schema(numbers))
    await step(schema(numbers.replaceAll('zerofill="true"', 'unsigned="true"')))
    await step(schema(numbers))
    await orm('database:reverse', 'shop', '--output-dir=reversed')
    const reversed = await readFile(join(project.folder, 'reversed/schema.xml'), 'utf8')
    t.regex(reversed, /name="t" type="TINYINT" unsigned="true"/)
    t.regex(reversed, /name="z" type="INTEGER" size="6" zerofill="true"/)
    t.regex(reversed, /name="d" type="DECIMAL" size="8" scale="2" unsigned="true"/)
    t.notRegex(reversed, /sqlType|Unsigned/)
    await step(schema('<column name="t" type="TINYINT"/>'))
    t.is(String((await query(project.database, 'SELECT t FROM line'))[0]?.t), '7')
  })
}

for (const database of databases.filter((name) => name !== 'sqlite')) {
  test(`${database}: the reference system of a geometry, and types that only an extension has, are in the SQL`, async (t) => {
    const columns =
      '<column name="at" type="GEOMETRY" srid="4326"/><column name="v" type="VARCHAR" sqlType="vector(3)"/>'
    const project = await createProject(t, { schema: schema(columns), database })
    const { code, stderr } = await project.orm('sql:build')
    t.is(code, 0, stderr)
    const sql = await readFile(join(project.folder, 'generated-sql/shop.sql'), 'utf8')
    t.regex(sql, /v["`] vector\(3\)/)
    t.true(sql.includes(database === 'pgsql' ? 'GEOMETRY(GEOMETRY,4326)' : 'GEOMETRY /*!80003 SRID 4326 */'), sql)
  })
}

if (databases.includes('mysql')) {
  test('mysql: tables with geometries of a reference system are made and changed by migrations, and read back', async (t) => {
    const geometry = schema('<column name="at" type="GEOMETRY" srid="4326" required="true"/>')
    const project = await createProject(t, { schema: geometry, database: 'mysql' })
    const { orm, step } = migrationSteps(t, project)
    for (const srid of [4326, 3857, 0, 4326]) {
      await step(srid === 0 ? geometry.replace('srid="4326"', '') : geometry.replace('4326', String(srid)))
      const [row] = await query(
        project.database,
        "SELECT SRID FROM information_schema.GEOMETRY_COLUMNS WHERE F_TABLE_SCHEMA = DATABASE() AND F_TABLE_NAME = 'line'",
      )
      t.is(Number(row?.SRID), srid)
    }
    await orm('database:reverse', 'shop', '--output-dir=reversed')
    t.regex(await readFile(join(project.folder, 'reversed/schema.xml'), 'utf8'), /type="GEOMETRY" srid="4326"/)
  })
}

if (databases.includes('pgsql')) {
  test('pgsql: a column becomes an array and one value again, with its rows, and database:reverse writes it', async (t) => {
    const start = schema('<column name="c" type="VARCHAR" size="20"/><column name="n" type="INTEGER"/>')
    const lists = `<column name="c" type="VARCHAR" size="20" array="true" defaultValue="{a,&quot;b c&quot;,NULL}"/>
      <column name="n" type="INTEGER" array="true" required="true" defaultValue="{}"/>`
    const project = await createProject(t, { schema: start, database: 'pgsql' })
    const { orm, step } = migrationSteps(t, project)
    await step(start)
    await query(project.database, `INSERT INTO line (c, n) VALUES ('it''s, {"', 5)`)
    await step(schema(lists))
    await orm('database:reverse', 'shop', '--output-dir=reversed')
    const reversed = await readFile(join(project.folder, 'reversed/schema.xml'), 'utf8')
    t.regex(reversed, /name="c" type="VARCHAR" size="20" array="true" defaultValue="{a,&quot;b c&quot;,NULL}"/)
    t.regex(reversed, /name="n" type="INTEGER" array="true" required="true" defaultValue="{}"/)
    t.notRegex(reversed, /sqlType/)
    await step(schema(lists.replace('INTEGER', 'BIGINT').replaceAll('{}', '{1}')))
    await step(start)
    const [row] = await query(project.database, 'SELECT c, n FROM line')
    t.deepEqual({ ...row }, { c: `it's, {"`, n: '5' })
  })

  test('pgsql: methods of single elements', async (t) => {
    const project = await createProject(t, {
      schema: schema(
        '<column name="tags" type="VARCHAR" array="true"/><column name="v" type="VARCHAR" sqlType="point"/>',
      ),
      database: 'pgsql',
    })
    await project.build()
    const said = await project.php(`
      use Shop\\Line;
      use Shop\\LineQuery;
      $line = new Line();
      $line->addTag('a')->addTag('b')->removeTag('a')->setV('(1,2)')->save();
      echo json_encode([$line->getTags(), $line->hasTag('b'), $line->hasTag('a'), LineQuery::create()->filterByTag('b')->count()]);
      $line->reload();
      echo $line->getV();
    `)
    t.is(said, '[["b"],true,false,1](1,2)')
  })
}
