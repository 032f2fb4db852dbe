import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const title = '<column name="title" type="VARCHAR" size="100" primaryString="true"/>'
const parameter = (name: string, value: string) => `<parameter name="${name}" value="${value}"/>`
const table = (name: string, behavior: string, parameters = '') =>
  `<table name="${name}">${id}${title}<behavior name="${behavior}">${parameters}</behavior></table>`

const schema = `<database name="d" defaultIdMethod="native">
  ${table('dated', 'timestampable')}
  ${table('slugged', 'sluggable')}
  ${table('translated', 'i18n', parameter('i18n_columns', 'title'))}
  ${table('versioned', 'versionable')}
  ${table('parted', 'aggregate_column', parameter('name', 'nb') + parameter('foreign_table', 'part') + parameter('expression', 'COUNT(id)'))}
  <table name="part">${id}${title}<column name="parted_id" type="INTEGER"/>
    <foreign-key foreignTable="parted"><reference local="parted_id" foreign="id"/></foreign-key></table>
  ${table('delegating', 'delegate', parameter('to', 'detail'))}
  <table name="detail"><column name="pages" type="INTEGER"/></table>
  ${table('node', 'nested_set')}
  ${table('item', 'sortable')}
  <table name="base">${id}${title}</table>
  <table name="inherited"><column name="body" type="VARCHAR" size="100"/>
    <behavior name="concrete_inheritance">${parameter('extends', 'base')}</behavior></table>
</database>`

/** Saves an object and tells how many rows that wrote, and what was sent to the database. */
const prelude = `
  $log = new class { public array $lines = [];
    public function __call($name, $args) { $this->lines[] = preg_replace('/^.*(Begin transaction|INSERT|UPDATE|SELECT).*$/s', '$1', $args[1] ?? $args[0]); } };
  $con->setLogger($log); $con->setLogMethods(['beginTransaction', 'exec', 'query', 'execute']);
  $save = static function (object $object) use ($con, $log): string {
      $log->lines = []; $con->useDebug(true); $rows = $object->save(); $con->useDebug(false);
      return $rows . ' ' . implode(',', array_unique($log->lines));
  };
  $again = static function (object $object): object {
      $object->save(); Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
      return ($object::class . 'Query')::create()->findPk($object->getId());
  };`

const unchanged = (code: string): readonly [string, string] => [
  `${code} echo $save($row), '|', substr($save($row->setTitle('b')), 0, 1);`,
  '0 |1',
]

scenariosOnEachDatabase(
  schema,
  {
    'timestampable: saving an unchanged object does nothing': unchanged(`$row = $again((new Dated())->setTitle('a'));`),
    'sluggable: saving an unchanged object does nothing': unchanged(`$row = $again((new Slugged())->setTitle('a'));`),
    'i18n: saving an unchanged object does nothing, also with its translations': unchanged(
      `$row = $again((new Translated())->setTitle('a')); $row->getTitle();`,
    ),
    'aggregate_column: saving an unchanged row does nothing': unchanged(
      `$owner = (new Parted())->setTitle('o'); $row = $again((new Part())->setTitle('a')->setParted($owner)); $row->getParted();`,
    ),
    'aggregate_column: saving an unchanged owner does nothing, also with its rows': unchanged(
      `$row = $again((new Parted())->setTitle('a')->addPart(new Part())); $row->getParts();`,
    ),
    'nested_set: saving an unchanged object does nothing': unchanged(
      `$row = $again((new Node())->setTitle('a')->makeRoot());`,
    ),
    'sortable: saving an unchanged object does nothing': unchanged(`$row = $again((new Item())->setTitle('a'));`),
    'delegate: saving an unchanged object does nothing, also with its delegate': [
      `$row = $again((new Delegating())->setTitle('a')->setPages(3)); $row->getPages();
      echo $save($row), '|'; $row->setPages(4); echo substr($save($row), 0, 1);`,
      '0 |1',
    ],
    'concrete_inheritance: saving an unchanged object does nothing': [
      `$row = $again((new Inherited())->setTitle('a'));
      echo $save($row), '|', $save($row->setTitle('b')) === '0 ' ? 'nothing' : BaseQuery::create()->findOne()->getTitle();`,
      '0 |b',
    ],
    'versionable: saving an unchanged object does nothing unless a version is asked for': [
      `$row = $again((new Versioned())->setTitle('a')); echo $save($row), '|';
      $row->enforceVersioning()->save(); echo $row->getVersion(), '|'; $row->getVersionedVersions(); echo $save($row);`,
      '0 |2|0',
    ],
    'sluggable: a row without slug gets one from a save without change': [
      `$row = $again((new Slugged())->setTitle('a')); SluggedQuery::create()->update(['Slug' => null]);
      $row = SluggedQuery::create()->findOne(); $row->save(); echo $row->getSlug();`,
      'a',
    ],
  },
  prelude,
)
