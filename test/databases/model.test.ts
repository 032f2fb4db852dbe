import { readFileSync } from 'node:fs'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { buildModel, loadConfig } from 'orm-core'
import { writeFiles } from 'orm-project'
import { memoryFiles } from '../support/memory-files.js'
import { runPhp } from '../support/php.js'
import { createProject, type Project, testOnEachDatabase } from '../support/project.js'
import { root } from '../support/root.mjs'

const golden = join(root, 'test', 'golden')
const cinema = readFileSync(join(golden, 'cinema', 'schema.xml'), 'utf8')

/** Loads every class below a folder, as an application might in any order. */
const loadAll = (folder: string) => `
  require ${JSON.stringify(join(root, 'packages/runtime/autoload.php'))};
  $folder = ${JSON.stringify(folder)};
  spl_autoload_register(static function (string $class) use ($folder): void {
      require $folder . '/' . strtr($class, '\\\\', '/') . '.php';
  });
  $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS));
  foreach ($files as $file) {
      if ($file->getExtension() === 'php') require_once $file->getRealPath();
  }
  echo count(get_declared_classes()) > 0 ? 'loaded' : '';`

for (const name of ['author-and-book', 'cinema', 'every-shape']) {
  test(`golden ${name}: every class can be loaded`, async (t) => {
    t.is(await runPhp(loadAll(join(golden, name, 'expected', 'php'))), 'loaded')
  })
}

/** Settings of the generator, as lines of \`orm.yaml\`. */
const settings: Readonly<Record<string, string>> = {
  'return types in docblocks': 'nativeReturnTypes: false',
  'no generic methods': 'addGenericAccessors: false\naddGenericMutators: false',
  'no generic accessors': 'addGenericAccessors: false',
  'no hooks': 'addHooks: false',
  'no saving': 'addSaveMethod: false',
  'other names': 'classPrefix: My\nnamespaceMap: Tables',
  'enum classes': 'enumClasses: true',
  'collection classes': 'generateCollections: true',
  'no comments': 'addClassLevelComment: false',
  'cascades in PHP': 'emulateForeignKeyConstraints: true',
}

for (const [title, lines] of Object.entries(settings)) {
  test(`${title}: every class can be loaded`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'orm-model-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    for (const [name, database] of Object.entries({ cinema: 'cinema', 'every-shape': 'league' })) {
      const yaml = [
        `orm:\n  database:\n    connections:\n      ${database}: { adapter: sqlite, dsn: "sqlite::memory:" }`,
        `  generator:\n    objectModel:\n${lines.replace(/^/gm, '      ')}\n`,
      ].join('\n')
      const config = await loadConfig({ files: memoryFiles({ 'orm.yaml': yaml }) })
      const contents = await readFile(join(golden, name, 'schema.xml'))
      const classes = join(folder, name, 'classes')
      await writeFiles(await buildModel([{ path: 'schema.xml', contents }], { config }), classes)
      t.is(await runPhp(loadAll(classes)), 'loaded')
    }
  })
}

test('a stub may have methods of its own in place of those that settings leave out', async (t) => {
  const config = '  generator:\n    objectModel:\n      addGenericAccessors: false\n      addHooks: false\n'
  const project = await createProject(t, { schema: cinema, database: 'sqlite', config })
  await project.build()
  await project.write(
    'generated-classes/Cinema/Film.php',
    `<?php
namespace Cinema;
class Film extends Base\\Film
{
    public function toArray(): string { return 'mine'; }
    public function preSave(): bool { $this->setMinutes(7); return true; }
}`,
  )
  const output = await project.php(`
    $film = new Cinema\\Film();
    echo $film->fromArray(['Title' => 'x'])->getTitle(), ' ', json_encode($film), ' ', $film->toArray(), ' ';
    $director = new Cinema\\Director();
    echo json_encode($director), ' ';
    try { $director->toArray(); } catch (Orm\\Runtime\\Exception\\BadMethodCallException $e) { echo 'no method'; }`)
  t.is(output, 'x "mine" mine {} no method')
})

test('stubs of old, without return types, work on classes that have them in docblocks', async (t) => {
  const config = '  generator:\n    objectModel:\n      nativeReturnTypes: false\n'
  const project = await createProject(t, { schema: cinema, database: 'sqlite', config })
  await project.build()
  await project.write(
    'generated-classes/Cinema/Film.php',
    `<?php
namespace Cinema;
class Film extends Base\\Film
{
    public function preSave(?\\Orm\\Runtime\\Connection\\ConnectionInterface $con = null) { $this->setMinutes(7); return true; }
    public function getTitle() { return strtoupper(parent::getTitle()); }
    public function setTitle($v) { return parent::setTitle($v . '!'); }
    public function addNotice($notice) { return parent::addNotice($notice); }
}`,
  )
  t.is(
    await project.php(`
      (new Cinema\\Film())->setTitle('dune')->addNotice(new Cinema\\Notice())->save();
      Cinema\\Map\\FilmTableMap::clearInstancePool();
      $film = Cinema\\FilmQuery::create()->findOne();
      echo $film->getTitle(), $film->getMinutes();`),
    'DUNE!7',
  )
})

test('fromArray() accepts column names if every key is one, and refuses one that it would ignore', async (t) => {
  const project = await createProject(t, { schema: cinema, database: 'sqlite' })
  await project.build()
  t.is(
    await project.php(`
      $film = (new Cinema\\Film())->fromArray(['title' => 'dune', 'director_id' => 3]);
      echo $film->getTitle(), $film->getDirectorId(), ' ';
      echo (new Cinema\\Film())->fromJSON('{"title":"alien"}')->getTitle(), ' ';
      $rows = new Orm\\Runtime\\Collection\\ObjectCollection([], Cinema\\Film::class);
      $rows->fromArray([['title' => 'tron']]);
      echo $rows[0]->getTitle(), ' ';
      echo $film->fromArray(['Title' => 'heat', 'title' => 'lost', 'token' => 'x'])->getTitle(), ' ';
      foreach ([['title' => 'x', 'DirectorId' => 4], ['title' => 'x', 'token' => 'y']] as $mixed) {
          try {
              $film->fromArray($mixed);
          } catch (Orm\\Runtime\\Exception\\InvalidArgumentException $failure) {
              echo substr($failure->getMessage(), 0, 34), $film->getTitle(), ' ';
          }
      }
      echo $film->fromArray(['title' => 'x', 'DirectorId' => 4], Cinema\\Map\\FilmTableMap::TYPE_FIELDNAME)->getTitle();`),
    'dune3 alien tron heat The key "title" is a column name, heat The key "title" is a column name, heat x',
  )
})

test('the configured key type is that of generic access', async (t) => {
  const config = '  generator:\n    objectModel: { defaultKeyType: fieldName }\n'
  const project = await createProject(t, { schema: cinema, database: 'sqlite', config })
  await project.build()
  t.is(
    await project.php(`
      $film = (new Cinema\\Film())->fromArray(['title' => 'dune', 'director_id' => 3]);
      echo $film->getByName('director_id'), json_encode(array_keys($film->toArray())[1]);
      echo Cinema\\FilmQuery::create()->filterByTitle('dune')->findOneOrCreate()->getTitle();`),
    '3"title"dune',
  )
})

test('a collection class per model has methods for its relations and is what finders return', async (t) => {
  const config = '  generator:\n    objectModel: { generateCollections: true }\n'
  const project = await createProject(t, { schema: cinema, database: 'sqlite', config })
  await project.build()
  await project.write(
    'generated-classes/Cinema/FilmCollection.php',
    `<?php
namespace Cinema;
class FilmCollection extends Base\\FilmCollection
{
    public function minutes(): int { return array_sum($this->getColumnValues('Minutes')); }
}`,
  )
  await project.build()
  t.is(
    await project.php(`
      use Cinema\\{Director, DirectorQuery, Film, FilmCollection, FilmQuery, Notice, Viewer};
      $lang = (new Director())->setName('Lang');
      (new Film())->setTitle('M')->setMinutes(99)->setProducer($lang)->addNotice(new Notice())
        ->addViewer((new Viewer())->setNick('Ada'))->save();
      (new Film())->setTitle('Metropolis')->setMinutes(153)->setProducer($lang)->save();
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
      $films = FilmQuery::create()->find();
      $short = fn (object $object): string => substr(strrchr($object::class, '\\\\'), 1);
      echo $short($films), $films->minutes(), ' ', $short($films->populateProducer()), ' ';
      echo $films->populateProducer()->getFirst()->getName(), ' ', $short($films->populateNotice()), ' ';
      echo $films->populateViewer()->getFirst()->getNick(), ' ', $short($films->populateViewer()), ' ';
      echo $short(DirectorQuery::create()->findOne()->getProducedFilms()), ' ';
      echo $short((new FilmCollection())->populateProducer()), ' ', (new FilmCollection())->getModel(), ' ';
      echo $short(FilmQuery::create()->filterByTitle('none')->find()->populateNotice());`),
    'FilmCollection252 DirectorCollection Lang NoticeCollection Ada ViewerCollection FilmCollection DirectorCollection Film NoticeCollection',
  )
})

test('a relation of three tables has methods for every side, which repeat no object', async (t) => {
  const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
  const to = (table: string) =>
    `<column name="${table}_id" type="INTEGER" primaryKey="true"/>
     <foreign-key foreignTable="${table}"><reference local="${table}_id" foreign="id"/></foreign-key>`
  const schema = `<database name="club" namespace="Club" defaultIdMethod="native">
    <table name="team">${id}</table>
    <table name="member">${id}<column name="name" type="VARCHAR" size="9"/></table>
    <table name="event">${id}<column name="members" type="INTEGER" defaultValue="7"/></table>
    <table name="takes_part" isCrossRef="true">${to('team')}${to('member')}${to('event')}</table>
  </database>`
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.build()
  t.is(
    await project.php(`
      use Club\\{Event, Member, Team};
      $team = new Team();
      $ada = (new Member())->setName('Ada');
      $bob = (new Member())->setName('Bob');
      [$first, $second] = [new Event(), new Event()];
      $team->addMember($ada, $first)->addMember($ada, $second)->addEvent($second, $bob)->save();
      echo $team->getMembers()->count(), $team->countMembers(), ' ', $team->getEvents()->count(), $team->countEvents(), ' ';
      echo $team->countMembers($first), $team->countEvents($ada), $team->countEvents($bob), ' ';
      echo $second->countTeams(), $second->getMembers(), $ada->countTeams(), $ada->countEvents($team), ' ';
      echo implode(', ', $team->createMembersQuery($second)->orderByName()->find()->getColumnValues('Name')), ' ';
      echo (new Team())->countEvents();`),
    '22 22 121 1712 Ada, Bob 0',
  )
})

test('fromArray() notes keys that no column has, or refuses them', async (t) => {
  const work = `
    class Lines {
      public array $all = [];
      public function __call(string $level, array $arguments): void { $this->all[] = "$level: $arguments[0]"; }
    }
    Orm\\Runtime\\Orm::getServiceContainer()->setLogger('defaultLogger', $lines = new Lines());
    $film = (new Cinema\\Film())->setTitle('M')->addNotice(new Cinema\\Notice());
    $again = (new Cinema\\Film())->fromArray($film->toArray('phpName', true, [], true));
    try {
      (new Cinema\\Film())->fromArray(['Title' => 'M', 'Minuts' => 99, 'submit' => '1']);
      (new Cinema\\Film())->fromArray(['title' => 'M', 'minuts' => 99], 'fieldName');
    } catch (Orm\\Runtime\\Exception\\InvalidArgumentException $refusal) {
      echo $refusal->getMessage();
    }
    echo implode("\\n", $lines->all);`
  const refusal = 'fromArray() of Cinema\\Film: no column has the key "Minuts" (did you mean "Minutes"?), "submit"'
  const noting = await createProject(t, { schema: cinema, database: 'sqlite' })
  await noting.build()
  t.is(
    await noting.php(work),
    `notice: ${refusal}\nnotice: ${refusal.replace(/"Minuts.*/, '"minuts" (did you mean "minutes"?)')}`,
  )
  const config = '  generator:\n    objectModel: { refuseUnknownKeys: true }\n'
  const refusing = await createProject(t, { schema: cinema, database: 'sqlite', config })
  await refusing.build()
  t.is(await refusing.php(work), refusal)
})

test('backed enums and immutable dates, from setter to database and back', async (t) => {
  const config =
    '  generator:\n    dateTime: { dateTimeClass: DateTimeImmutable }\n    objectModel: { enumClasses: true }\n'
  const project = await createProject(t, { schema: cinema, database: 'sqlite', config })
  await project.build()
  t.is(
    await project.php(`
      use Cinema\\FilmState;
      (new Cinema\\Film())->setTitle('dune')->setState(FilmState::OUT)->setOpened('2021-09-15')->save();
      Cinema\\Map\\FilmTableMap::clearInstancePool();
      $film = Cinema\\FilmQuery::create()->filterByState([FilmState::OUT, 'gone'])->findOne();
      echo get_class($film->getOpened()), ' ', $film->getState()->name, ' ', $film->toArray()['State'];`),
    'DateTimeImmutable OUT out',
  )
})

test('default formats of getters are for those who call them, not for keys, copies and exports', async (t) => {
  const schema = `<database name="diary" namespace="Diary">
    <table name="day">
      <column name="day" type="DATE" primaryKey="true"/>
      <column name="woke" type="TIME"/>
    </table>
    <table name="entry">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="day" type="DATE" required="true"/>
      <foreign-key foreignTable="day" phpName="OfDay" onDelete="cascade">
        <reference local="day" foreign="day"/>
      </foreign-key>
    </table>
  </database>`
  const config = '  generator:\n    dateTime: { defaultDateFormat: d/m/Y, defaultTimeFormat: H.i }\n'
  const project = await createProject(t, { schema, database: 'sqlite', config })
  await project.build()
  t.is(
    await project.php(`
      use Diary\\{Day, DayQuery, Entry, EntryQuery};
      $day = (new Day())->setDay('2020-05-06')->setWoke('07:08:09')->addEntry(new Entry());
      echo $day->save();
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
      $day = EntryQuery::create()->findOne()->getOfDay();
      echo $day->equals($day->copy()) && $day === DayQuery::create()->findPk('2020-05-06') ? ' same' : ' other';
      echo ' ', $day->getDay(), ' ', $day->getWoke(), ' ', $day->getEntries()->count(), ' ';
      echo $day->setWoke('08:09:10')->save(), EntryQuery::create()->filterByOfDay($day)->count(), ' ';
      echo implode(' ', $day->toArray()), ' ', $day->copy()->getWoke('H:i:s'), ' ';
      echo DayQuery::create()->prune($day)->count();
      $day->setDay('2021-01-02')->delete();
      echo DayQuery::create()->count();`),
    '2 same 06/05/2020 07.08 1 11 2020-05-06 08:09:10.000000 08:09:10 00',
  )
})

test('columns of every kind can be lazy', async (t) => {
  const schema = `<database name="shelf" namespace="Shelf">
    <table name="box">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="size" type="ENUM" valueSet="small, large" lazyLoad="true" primaryString="true"/>
      <column name="colors" type="SET" valueSet="red, blue" lazyLoad="true" required="true" defaultValue="red"/>
      <column name="labels" type="ARRAY" lazyLoad="true"/>
      <column name="content" type="JSON" lazyLoad="true"/>
      <column name="packed" type="DATE" lazyLoad="true"/>
    </table>
  </database>`
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.build()
  t.is(
    await project.php(`
      use Shelf\\{Box, BoxQuery};
      (new Box())->setSize('large')->setLabels(['a'])->setContent(['b' => 1])->setPacked('2020-01-02')->save();
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
      $box = BoxQuery::create()->findOne()->addColor('blue')->addLabel('c');
      echo $box, ' ', $box->save(), json_encode($box->toArray());`),
    'large 1{"Id":1,"Size":"large","Colors":["red","blue"],"Labels":["a","c"],"Content":{"b":1},"Packed":"2020-01-02"}',
  )
})

test('a lazy column that is not loaded can be set to null or to its default, and a lazy foreign key finds its parent', async (t) => {
  const schema = `<database name="shelf" namespace="Shelf" defaultIdMethod="native">
    <table name="owner"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
    <table name="box">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="label" type="VARCHAR" size="20" lazyLoad="true" primaryString="true"/>
      <column name="size" type="INTEGER" lazyLoad="true" defaultValue="3"/>
      <column name="owner_id" type="INTEGER" lazyLoad="true"/>
      <foreign-key foreignTable="owner"><reference local="owner_id" foreign="id"/></foreign-key>
    </table>
  </database>`
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.build()
  t.is(
    await project.php(`
      use Shelf\\{Box, BoxQuery, Owner};
      (new Box())->setLabel('a')->setSize(4)->setOwner(new Owner())->save();
      $load = static function (): Box {
        Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
        return BoxQuery::create()->findOne();
      };
      echo $load(), $load()->getOwner()->getId(), BoxQuery::create()->joinWithOwner()->findOne()->getOwner()->getId();
      echo $load()->setLabel(null)->save(), $load()->setSize(3)->save(), $load()->setOwner(null)->save();
      echo json_encode($load()->toArray());`),
    'a11111{"Id":1,"Label":null,"Size":3,"OwnerId":null}',
  )
})

test('onDelete in PHP deletes and detaches as the database would', async (t) => {
  const config = '  generator:\n    objectModel: { emulateForeignKeyConstraints: true }\n'
  const schema = cinema.replaceAll('<foreign-key ', '<foreign-key skipSql="true" ')
  const project = await createProject(t, { schema, database: 'sqlite', config })
  await project.build()
  t.is(
    await project.php(`
      use Cinema\\{Director, DirectorQuery, Film, FilmQuery, Notice, NoticeQuery};
      $director = (new Director())->setName('d');
      (new Film())->setTitle('a')->setDirectorRelatedByDirectorId($director)->addNotice(new Notice())->save();
      (new Film())->setTitle('b')->setProducer($director)->save();
      DirectorQuery::create()->filterByName('d')->delete();
      echo NoticeQuery::create()->count(), FilmQuery::create()->count();
      echo json_encode(FilmQuery::create()->findOne()->getProducerId());`),
    '01null',
  )
})

test('a row without the value that others could refer to has no related rows, for getters, filters and cascades in PHP', async (t) => {
  const schema = `<database name="geo" namespace="Geo">
    <table name="country">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="code" type="VARCHAR" size="2"/>
      <unique><unique-column name="code"/></unique>
    </table>
    <table name="town">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="country_code" type="VARCHAR" size="2"/>
      <foreign-key foreignTable="country" onDelete="cascade">
        <reference local="country_code" foreign="code"/>
      </foreign-key>
    </table>
  </database>`
  const config = '  generator:\n    objectModel: { emulateForeignKeyConstraints: true }\n'
  const project = await createProject(t, { schema, database: 'sqlite', config })
  await project.build()
  t.is(
    await project.php(`
      use Geo\\{Country, CountryQuery, Town, TownQuery};
      (new Town())->save();
      $country = new Country();
      $country->save();
      echo count($country->getTowns()), $country->countTowns(TownQuery::create());
      echo TownQuery::create()->filterByCountry($country)->delete();
      echo TownQuery::create()->filterByCountry($country, '<>')->count();
      echo TownQuery::create()->filterByCountry(CountryQuery::create()->find())->delete();
      $country->delete();
      echo CountryQuery::create()->count(), TownQuery::create()->count();`),
    '0001001',
  )
})

test('rows of a view on SQLite are found by a key without a type, however the view is described', async (t) => {
  for (const key of ['autoIncrement="true"', '']) {
    const schema = `<database name="shop" namespace="Shop">
      <table name="total" skipSql="true" readOnly="true">
        <column name="id" type="INTEGER" primaryKey="true" ${key}/>
        <column name="amount" type="INTEGER"/>
      </table>
    </database>`
    const project = await createProject(t, { schema, database: 'sqlite' })
    await project.build()
    t.is(
      await project.php(`
        use Shop\\TotalQuery;
        $con = Orm\\Runtime\\Orm::getWriteConnection('shop');
        $con->exec('CREATE VIEW total AS SELECT 1 + 1 AS id, 5 + 2 AS amount');
        $queries = [
          fn () => TotalQuery::create()->findPk(2),
          fn () => TotalQuery::create()->findPk('2'),
          fn () => TotalQuery::create()->filterById(2)->findOne(),
          fn () => TotalQuery::create()->filterById([2, 3])->filterByAmount(7)->findOne(),
          fn () => TotalQuery::create()->findPks([2, 3])->getFirst(),
        ];
        foreach ([...$queries, ...$queries] as $query) {
          Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
          echo $query()?->getAmount() ?? '-';
        }`),
      '7777777777',
      key,
    )
  }
})

test('--check tells outdated classes, --dry-run what would be done, and both write nothing', async (t) => {
  const project = await createProject(t, { schema: cinema, database: 'sqlite' })
  t.is((await project.orm('model:build', '--check')).code, 5)
  t.deepEqual(await phpFiles(project), [])
  t.regex(
    (await project.orm('model:build', '--dry-run', '-v')).stdout,
    /created generated-classes\/Cinema\/Base\/Film\.php/,
  )
  t.deepEqual(await phpFiles(project), [])
  t.is((await project.orm('model:build')).code, 0)
  t.is((await project.orm('model:build', '--check')).code, 0)
  await appendFile(join(project.folder, 'generated-classes/Cinema/Film.php'), '// mine\n')
  t.is((await project.orm('model:build', '--check')).code, 0, 'a stub is never outdated')
  await writeFile(
    join(project.folder, 'schema.xml'),
    cinema.replace(/ {2}<table name="film_sheet">[\s\S]*?<\/table>\n/, ''),
  )
  const { code, stdout } = await project.orm('model:build', '--check')
  t.is(code, 5)
  t.regex(stdout, /removed generated-classes\/Cinema\/Base\/FilmSheet\.php/)
  t.true((await phpFiles(project)).includes('Cinema/Base/FilmSheet.php'))
  await project.orm('model:build')
  t.false((await phpFiles(project)).includes('Cinema/Base/FilmSheet.php'))
  t.true((await phpFiles(project)).includes('Cinema/FilmSheet.php'), 'the stub may hold code')
})

const phpFiles = async ({ folder }: Project): Promise<string[]> =>
  (await readdir(join(folder, 'generated-classes'), { recursive: true }).catch(() => [])).filter((name) =>
    name.endsWith('.php'),
  )

const people = `<database name="staff" defaultIdMethod="native"><table name="person">
  <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  <column name="kind" type="ENUM" valueSet="boss,worker" inheritance="single">
    <inheritance key="boss" class="Boss" extends="Person"/><inheritance key="worker" class="Worker" extends="Person"/>
  </column></table></database>`

testOnEachDatabase(
  'the class of a row follows an ENUM class key, as a position and as a word',
  people,
  async (t, project) => {
    const code = `(new Boss())->save(); (new Worker())->save(); Map\\PersonTableMap::clearInstancePool();
    foreach (PersonQuery::create()->orderById()->find() as $person) { echo $person::class, $person->getKind(), ' '; }
    echo BossQuery::create()->count();
    foreach ([0, '1', 'worker', null] as $key) { echo ' ', Map\\PersonTableMap::getOMClass([1, $key], 0); }`
    t.is(await project.php(code), 'Bossboss Workerworker 1 Boss Worker Worker Person')
  },
)
