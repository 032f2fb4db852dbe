import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const title = '<column name="title" type="VARCHAR" size="100" primaryString="true"/>'
const behavior = (name: string, parameters: Readonly<Record<string, string>> = {}) =>
  `<behavior name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<parameter name="${key}" value="${value}"/>`)
    .join('')}</behavior>`

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="book">
      ${id}${title}
      <column name="kind" type="ENUM" valueSet="a,b"/>
      <column name="tags" type="ARRAY"/>
      ${behavior('versionable')}${behavior('archivable', { archive_on_update: 'true' })}${behavior('timestampable')}
      ${behavior('sluggable')}${behavior('sortable')}${behavior('output_group')}
    </table>
    <table name="page">${id}${title}${behavior('i18n', { i18n_columns: 'title' })}</table>
    <table name="content">${id}${title}</table>
    <table name="article"><column name="body" type="VARCHAR" size="100"/>${behavior('concrete_inheritance', { extends: 'content', copy_data_to_child: 'title' })}</table>
    <table name="person">${id}${title}${behavior('delegate', { to: 'profile' })}</table>
    <table name="profile"><column name="about" type="VARCHAR" size="100"/></table>
    <table name="tree">${id}${title}${behavior('nested_set')}</table>
    <table name="shelf">
      ${id}<behavior name="aggregate_column"><parameter name="name" value="nb"/><parameter name="foreign_table" value="note"/><parameter name="expression" value="COUNT(id)"/></behavior>
    </table>
    <table name="note">${id}<column name="shelf_id" type="INTEGER"/><foreign-key foreignTable="shelf"><reference local="shelf_id" foreign="id"/></foreign-key></table>
  </database>`

const clear = `$clear = static fn () => Orm\\Runtime\\ActiveQuery\\InstancePools::clear();`

/** What behaviors do by themselves must not depend on which methods the classes have. */
const scenarios = (has: string): Parameters<typeof scenariosOnEachDatabase>[1] => ({
  'B15.3, B15.5: versions': [
    `foreach (['fromArray', 'toArray'] as $name) { echo in_array($name, get_class_methods(Book::class), true) ? 'y' : 'n'; }
    $book = (new Book())->setTitle('a')->setKind('b')->setTags(['x']); $book->save(); $book->setTitle('c')->setKind('a')->setTags([])->save();
    echo ' ', json_encode($book->compareVersion(1)['Title']), json_encode($book->compareVersions(1, 2)['Kind']), ' '; $book->toVersion(1)->save(); echo $book->getTitle(), $book->getKind(), implode($book->getTags()), $book->getVersion();`,
    `${has} {"2":"c","1":"a"}{"1":"b","2":"a"} abx3`,
  ],
  'B4.2, B4.3, B4.12: archives': [
    `$book = (new Book())->setTitle('a')->setKind('b')->setTags(['x']); $book->save(); $book->archive(); BookQuery::create()->update(['Title' => 'c', 'Kind' => 'a'], $con, true); $clear(); $book = BookQuery::create()->findOne();
    echo $book->getTitle(), $book->getKind(), $book->getVersion(), $book->getArchive()->getTitle(); BookQuery::create()->updateWithoutArchive(['Title' => 'd'], $con, true); echo $book->getTitle(), $book->getArchive()->getTitle(), ' ';
    $book->setTitle('e')->restoreFromArchive(); echo $book->getTitle(); $old = $book->getArchive(); $book->delete(); $back = (new Book())->populateFromArchive($old); $back->save(); echo $back->getTitle(), implode($back->getTags()), $back->getSlug();`,
    'ca2cdc ccxc',
  ],
  'B9.7: translations': [
    `$page = (new Page())->setTitle('a'); $page->setLocale('fr_FR')->setTitle('b')->save(); $clear(); $page = PageQuery::create()->joinWithI18n('fr_FR')->findOne(); echo $page->getTitle(), $page->setLocale('en_US')->getTitle(), $page->copy(true)->getTranslation()->getTitle(); PageI18nQuery::create()->filterByLocale('fr_FR')->update(['Title' => 'z'], $con, true); $clear(); echo PageQuery::create()->findOne()->setLocale('fr_FR')->getTitle();`,
    'baaz',
  ],
  'B6.4, B6.6, B6.7: parents': [
    `$article = (new Article())->setBody('b'); $article->setTitle('a')->save(); $article->setTitle('c')->save(); echo ContentQuery::create()->findOne()->getTitle(), $article->getSyncParent()->getTitle(); $parent = (new Content())->setTitle('p'); $article->syncParentToChild($parent); echo $article->getTitle(); ArticleQuery::create()->update(['Title' => 'u'], $con, true); $clear(); echo ContentQuery::create()->findOne()->getTitle(), get_class(ContentQuery::create()->findOne()->getChildObject());`,
    'ccpuArticle',
  ],
  'B8.2: delegates': [
    `$person = (new Person())->setTitle('a'); $person->setAbout('b'); $person->save(); $clear(); echo PersonQuery::create()->filterByAbout('b')->findOne()->getAbout();`,
    'b',
  ],
  'B10.17: trees': [
    `$root = (new Tree())->setTitle('r'); $root->makeRoot()->save(); $node = (new Tree())->setTitle('n'); $node->insertAsLastChildOf($root)->save(); TreeQuery::create()->filterByTitle('n')->update(['Title' => 'm'], $con, true); echo $node->getTitle(), $node->getParent()->getTitle(); $node->delete(); echo $root->getRightValue();`,
    'mr2',
  ],
  'B1.4: aggregates': [
    `$shelf = new Shelf(); $shelf->save(); $note = (new Note())->setShelf($shelf); $note->save(); echo $shelf->getNb(); NoteQuery::create()->update(['ShelfId' => null], $con, true); $shelf->reload(); echo $shelf->getNb();`,
    '10',
  ],
  'objects that a query makes, and rows as arrays': [
    `$made = BookQuery::create()->filterByTitle('t')->filterByKind('b')->findOneOrCreate(); echo (int) $made->isNew(), $made->getTitle(), $made->getKind(), ' '; $made->save(); $clear();
    foreach ([Orm\\Runtime\\ActiveQuery\\ModelCriteria::FORMAT_ARRAY, Orm\\Runtime\\ActiveQuery\\ModelCriteria::FORMAT_ON_DEMAND] as $format) { foreach (BookQuery::create()->setFormatter($format)->find() as $row) { echo is_array($row) ? $row['Title'] : $row->getTitle(); } }
    echo BookQuery::create()->findOne()->toOutputGroup('none')['Title'], json_encode(BookQuery::create()->select(['Title', 'Slug'])->find()->getData());`,
    '1tb ttt[{"Title":"t","Slug":"t"}]',
  ],
})

const settings: Readonly<Record<string, readonly [lines: string, has: string]>> = {
  'no generic mutators': ['addGenericMutators: false', 'ny'],
  'no generic accessors': ['addGenericAccessors: false', 'yn'],
  'no generic methods': ['addGenericAccessors: false\n      addGenericMutators: false', 'nn'],
}

for (const [title, [lines, has]] of Object.entries(settings)) {
  const named = Object.entries(scenarios(has)).map(([rule, scenario]) => [`${title}: ${rule}`, scenario] as const)
  scenariosOnEachDatabase(schema, Object.fromEntries(named), clear, `  generator:\n    objectModel:\n      ${lines}\n`)
}
