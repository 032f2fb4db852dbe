import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const behavior = (name: string, parameters: Readonly<Record<string, string>> = {}, id = '') =>
  `<behavior name="${name}" ${id && `id="${id}"`}>${Object.entries(parameters)
    .map(([key, value]) => `<parameter name="${key}" value="${value}"/>`)
    .join('')}</behavior>`

const table = (name: string, ...parts: readonly string[]) => `<table name="${name}">${parts.join('')}</table>`
const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const title = '<column name="title" type="VARCHAR" size="100" primaryString="true"/>'
const text = (name: string) => `<column name="${name}" type="VARCHAR" size="100"/>`
const number = (name: string) => `<column name="${name}" type="INTEGER"/>`
const key = (to: string, local: string, foreign = 'id', attributes = '') =>
  `<foreign-key foreignTable="${to}" ${attributes}><reference local="${local}" foreign="${foreign}"/></foreign-key>`
/** Versions of the texts of a table, which versions of its rows do not contain. */
const versionedTexts = (name: string) => table(`${name}_i18n`, behavior('versionable'))
const database = (...parts: readonly string[]) =>
  `<database name="d" defaultIdMethod="native">${parts.join('\n')}</database>`

const clear = `$clear = static fn () => Orm\\Runtime\\ActiveQuery\\InstancePools::clear();`

scenariosOnEachDatabase(
  database(
    behavior('timestampable'),
    behavior('versionable'),
    behavior('archivable'),
    behavior('auto_add_pk'),
    behavior('i18n', { default_locale: 'de_DE' }),
    table('plain', text('title')),
    table(
      'named',
      id,
      title,
      behavior('timestampable', { create_column: 'made' }),
      behavior('archivable', { archive_table: 'old_named', archive_on_insert: 'true' }),
      behavior('versionable', { version_table: 'named_history' }),
      behavior('i18n', { i18n_columns: 'title' }),
    ),
  ),
  {
    'C6: a key that auto_add_pk adds is in the archive, without ids of its own': [
      `(new Plain())->setTitle('a')->save(); $row = (new Plain())->setTitle('b'); $row->save(); $row->delete(); $old = PlainArchiveQuery::create()->findOne(); echo $old->getId(), $old->getTitle(), $old->getVersion();`,
      '2b1',
    ],
    'C7, C8: at database level translations are archived, archives and versions are not': [
      `$row = (new Named())->setTitle('x'); $row->save(); NamedI18nQuery::create()->filterByLocale('de_DE')->delete(); echo NamedI18nArchiveQuery::create()->count(), OldNamedQuery::create()->count();
      foreach (['OldNamedArchive', 'NamedVersionArchive', 'NamedI18nVersionArchive', 'PlainVersionArchive', 'PlainVersionVersion'] as $class) { echo (int) class_exists($class); }`,
      '1100000',
    ],
    'C1, C10: archives and versions have the dates of the row, also where timestampable is for all tables': [
      `$row = (new Plain())->setTitle('a'); $row->save(); $row->archive(); $date = $row->getUpdatedAt('U.u'); usleep(2000); $row->archive(); echo (int) ($row->getArchive()->getUpdatedAt('U.u') === $date);
      $con->exec('UPDATE plain SET created_at = NULL, updated_at = NULL'); PlainArchiveQuery::create()->deleteAll(); $row->reload(); $row->archive(); $clear(); $old = PlainArchiveQuery::create()->findOne(); echo json_encode([$old->getCreatedAt(), $old->getUpdatedAt()]);
      $version = $row->setVersion(9)->addVersion(); echo json_encode([$version->getCreatedAt(), $version->getUpdatedAt()]);`,
      '1[null,null][null,null]',
    ],
    'behaviors of the database, and those of a table instead': [
      `$row = (new Named())->setTitle('x'); $row->save(); $row->setTitle('y')->setUpdatedAt('2001-02-03')->save(); echo $row->getMade('Y') === date('Y') ? 'made ' : 'no ', $row->getLocale(), method_exists($row, 'getCreatedAt') ? ' two' : ' one', count($row->getAllVersions());`,
      'made de_DE one2',
    ],
  },
  clear,
)

const all = [
  behavior('timestampable'),
  behavior('sluggable'),
  behavior('i18n', { i18n_columns: 'body' }),
  behavior('versionable', { log_comment: 'Yes', log_created_at: '1' }),
  behavior('archivable', { archive_on_update: 'TRUE' }),
  behavior('sortable'),
]

scenariosOnEachDatabase(
  database(
    table('book', id, title, '<column name="body" type="LONGVARCHAR"/>', ...all),
    versionedTexts('book'),
    table('paper', id, title, behavior('i18n', { i18n_columns: 'title' }), behavior('versionable')),
    versionedTexts('paper'),
    table(
      'page',
      id,
      title,
      behavior('sluggable', { slug_pattern: '{Title}' }),
      behavior('i18n', { i18n_columns: 'title, slug' }),
    ),
    table(
      'leaf',
      id,
      title,
      behavior('sluggable', { slug_pattern: '{Title}' }),
      behavior('i18n', { i18n_columns: 'TITLE' }),
    ),
    table(
      'odd',
      id,
      title,
      '<column name="Created_At" type="TIMESTAMP"/>',
      number('Shelf'),
      behavior('timestampable', { disable_updated_at: 'True', create_column: ' created_at ' }),
      behavior('versionable', { log_comment: 'ON', version_column: 'VERSION' }),
      behavior('sluggable', { permanent: 'YES', slug_column: 'SLUG', scope_column: 'SHELF' }),
      behavior('archivable', { archive_table: 'Old_Odd' }),
      behavior('aggregate_column', { name: 'NB', foreign_table: 'ODD_PART', expression: 'COUNT(id)' }),
    ),
    table('old_odd', '<column name="id" type="INTEGER" primaryKey="true"/>', text('title')),
    table('odd_part', id, number('odd_id'), key('odd', 'odd_id', 'id', 'onDelete="cascade"')),
    table(
      'typed',
      id,
      title,
      '<column name="version" type="BIGINT" required="true" defaultValue="0" phpName="Revision"/>',
      '<column name="slug" type="CHAR" size="40" phpName="Permalink"/>',
      '<column name="created_at" type="BIGINT"/><column name="updated_at" type="DATE"/>',
      behavior('timestampable'),
      behavior('versionable'),
      behavior('sluggable'),
    ),
    table(
      'place',
      '<column name="a" type="INTEGER" primaryKey="true"/><column name="b" type="VARCHAR" size="10" primaryKey="true"/>',
      title,
      behavior('versionable'),
      behavior('archivable', { archive_on_update: 'true' }),
      behavior('sluggable'),
      behavior('timestampable'),
      behavior('aggregate_column', { name: 'nb', foreign_table: 'visit', expression: 'COUNT(id)' }),
    ),
    table(
      'visit',
      id,
      number('pa'),
      '<column name="pb" type="VARCHAR" size="10"/>',
      '<foreign-key foreignTable="place"><reference local="pa" foreign="a"/><reference local="pb" foreign="b"/></foreign-key>',
      behavior('versionable'),
    ),
    table(
      'node',
      id,
      title,
      number('parent_id'),
      key('node', 'parent_id', 'id', 'phpName="Parent" refPhpName="Child"'),
      behavior('versionable'),
      behavior('archivable', { inherit_foreign_key_relations: 'true' }),
      behavior('i18n', { i18n_columns: 'title' }),
      behavior('aggregate_column', { name: 'nb', foreign_table: 'node', expression: 'COUNT(id)' }),
      behavior('timestampable'),
    ),
    versionedTexts('node'),
    table('content', id, title, '<column name="body" type="LONGVARCHAR"/>', ...all),
    versionedTexts('content'),
    table('article', number('n'), behavior('concrete_inheritance', { extends: 'content' })),
    versionedTexts('article'),
    table(
      'pet',
      id,
      title,
      '<column name="kind" type="VARCHAR" size="20" inheritance="single"><inheritance key="cat" class="Cat"/><inheritance key="dog" class="Dog" extends="Cat"/></column>',
      behavior('versionable'),
      behavior('archivable'),
      behavior('sluggable'),
    ),
    table(
      'upload',
      '<column name="id" type="UUID" primaryKey="true"/>',
      title,
      '<column name="data" type="BLOB" lazyLoad="true"/><column name="tags" type="ARRAY"/><column name="kind" type="ENUM" valueSet="a,b"/>',
      '<column name="ok" type="BOOLEAN"/><column name="day" type="DATE"/><column name="amount" type="DECIMAL" size="10" scale="2"/>',
      '<column name="parts" type="SET" valueSet="x,y,z"/>',
      behavior('versionable'),
      behavior('archivable', { archive_on_update: 'true' }),
      behavior('aggregate_column', { name: 'nb', foreign_table: 'chunk', expression: 'COUNT(id)' }),
    ),
    table('chunk', id, '<column name="upload_id" type="UUID"/>', key('upload', 'upload_id')),
    table(
      'sum_of',
      id,
      title,
      behavior('aggregate_column', { name: 'total', foreign_table: 'part', expression: 'SUM(n)' }),
      behavior('versionable'),
      behavior('archivable'),
    ),
    table(
      'part',
      id,
      number('n'),
      number('sum_id'),
      key('sum_of', 'sum_id', 'id', 'onDelete="cascade"'),
      behavior('versionable'),
      behavior('archivable', { archive_on_update: 'true' }),
      behavior('sortable', { use_scope: 'true', scope_column: 'sum_id' }),
    ),
    table(
      'owner',
      id,
      title,
      '<column name="nb" type="INTEGER" defaultValue="0"/>',
      behavior('aggregate_column', { name: 'nb', foreign_table: 'note', expression: 'COUNT(id)' }),
    ),
    table('special_owner', behavior('concrete_inheritance', { extends: 'owner' })),
    table('note', id, number('owner_id'), key('owner', 'owner_id', 'id', 'onDelete="cascade"')),
    table('step_list', id, title),
    table('step', number('n'), behavior('concrete_inheritance', { extends: 'step_list' }), behavior('sortable')),
    table('tree', id, title, behavior('nested_set'), behavior('archivable')),
    table('wood', id, title, behavior('nested_set')),
    table('special_wood', behavior('concrete_inheritance', { extends: 'wood' })),
    table(
      'plain_wood',
      number('n'),
      behavior('concrete_inheritance', { extends: 'wood', exclude_behaviors: 'nested_set' }),
    ),
    table(
      'plain_list',
      id,
      title,
      behavior('sortable'),
      behavior('timestampable', { touch_on_query_update: 'true' }),
      behavior('archivable', { archive_on_update: 'true' }),
    ),
    table(
      'plain_row',
      number('n'),
      behavior('concrete_inheritance', {
        extends: 'plain_list',
        copy_data_to_parent: 'false',
        exclude_behaviors: 'sortable, timestampable, archivable',
      }),
    ),
    `<table name="beast" abstract="true">${id}${title}<column name="kind" type="VARCHAR" size="20" inheritance="single"><inheritance key="fox" class="Fox"/><inheritance key="wolf" class="Wolf" extends="Fox"/></column>${[
      behavior('versionable'),
      behavior('archivable'),
      behavior('sortable'),
      behavior('sluggable', { slug_pattern: '{Title}' }),
    ].join('')}</table>`,
  ),
  {
    'six behaviors on one table': [
      `$x = (new Book())->setTitle('Hello')->setBody('b'); $x->save(); $x->setTitle('World')->setBody('c')->setVersionComment('why')->save(); $y = (new Book())->setTitle('World'); $y->save();
      echo $x->getSlug(), ' ', $y->getSlug(), ' ', $x->getVersion(), $y->getRank(), ' ', $x->getArchive()->getTitle(), $x->getArchive()->getSlug(), ' ', count($x->getAllVersions()), ' ';
      $x->toVersion(1)->save(); echo $x->getTitle(), $x->getSlug(), $x->getVersion(), ' '; $x->delete(); echo BookArchiveQuery::create()->count(), BookVersionQuery::create()->count(), BookI18nQuery::create()->count();`,
      'world world-1 22 Worldworld 2 Hellohello3 110',
    ],
    'C5: the archive has the place in a tree, and what comes back from there has none': [
      `$root = (new Tree())->setTitle('r'); $root->makeRoot()->save(); $a = (new Tree())->setTitle('a'); $a->insertAsLastChildOf($root)->save(); $a->delete(); $old = TreeArchiveQuery::create()->findOne(); echo $old->getTreeLeft(), $old->getTreeRight(), $old->getTreeLevel(), ' ';
      $back = (new Tree())->populateFromArchive($old); echo $back->getTitle(), (int) $back->isInTree(); $back->insertAsLastChildOf($root)->save(); $root->reload(); echo $root->getRightValue();`,
      '231 a04',
    ],
    'C16: places in a tree are those of one table': [
      `$wood = (new Wood())->setTitle('w'); $wood->makeRoot()->save(); $special = new SpecialWood(); $special->setTitle('s')->makeRoot()->save(); $parent = WoodQuery::create()->findOneByTitle('s'); echo $special->getLeftValue(), $special->getRightValue(), (int) $parent->isInTree(), (int) $wood->isInTree();`,
      '1201',
    ],
    'C15: a child has places of which its parent knows nothing': [
      `$a = (new Step())->setN(1); $a->setTitle('a')->save(); $b = (new Step())->setN(2); $b->setTitle('b')->save(); $clear(); [$a, $b] = StepQuery::create()->orderByN()->find()->getData(); $b->moveToTop(); echo $a->getRank(), $b->getRank(); $clear();
      echo implode(',', array_map(static fn (Step $step): string => $step->getTitle() . $step->getRank(), StepQuery::create()->orderByRank()->find()->getData())), ' ', get_class(StepListQuery::create()->findOneByTitle('b')->getChildObject()), StepListQuery::create()->count();`,
      '21b1,a2 Step2',
    ],
    'C15, C16: a query on rows of a child runs no hooks of behaviors that it does not have': [
      `$root = (new Wood())->setTitle('r'); $root->makeRoot()->save(); $wood = (new PlainWood())->setN(1); $wood->setTitle('p')->save(); (new PlainWood())->setN(2)->save();
      $wood->delete(); PlainWoodQuery::create()->filterByN(2)->delete(); echo PlainWoodQuery::create()->count(), WoodQuery::create()->filterByTitle('p')->count(), (int) WoodQuery::isValid($root), ' ';
      $first = (new PlainList())->setTitle('a'); $first->save(); $row = (new PlainRow())->setN(1); $row->setTitle('p')->save(); PlainRowQuery::create('x')->filterByN(1)->update(['N' => 2]); echo PlainRowQuery::create()->findOne()->getN();
      $row->reload(); echo $row->getN(), $row->setN(3)->save(); PlainRowQuery::create()->filterByN(3)->delete(); echo PlainRowQuery::create()->count(), PlainListQuery::create()->count(), PlainListArchiveQuery::create()->count();`,
      '001 221010',
    ],
    'behaviors of an abstract table are those of its classes': [
      `$fox = (new Fox())->setTitle('a'); $fox->save(); $wolf = (new Wolf())->setTitle('a'); $wolf->save(); $wolf->setTitle('b')->save(); echo $wolf->getVersion(), $wolf->toVersion(1)->getSlug(), ' ', $fox->getNext() === $wolf ? 'next ' : '';
      $fox->delete(); WolfQuery::create()->filterById($wolf->getId())->delete(); echo BeastArchiveQuery::create()->count(), BeastVersionQuery::create()->count();`,
      '2a-1 next 20',
    ],
    'B4.5: a class of one table whose archive() is its own is asked for each of its rows': [
      `class Dog extends Cat { public function archive(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null) { echo 'archived '; return parent::archive($con); } }
      $dog = (new Dog())->setTitle('d'); $dog->save(); (new Cat())->setTitle('c')->save(); $dog->delete(); PetQuery::create()->deleteAll(); echo PetArchiveQuery::create()->count();`,
      'archived 2',
    ],
    'C9: translations have versions of their own': [
      `$paper = (new Paper())->setTitle('t'); $paper->save(); $paper->setTitle('u')->save(); echo $paper->getTranslation()->getVersion(), count($paper->getTranslation()->getAllVersions()), PaperI18nVersionQuery::create()->count();`,
      '222',
    ],
    'C20: a slug is translated where its sources are; else it stays in the main table': [
      `$x = (new Page())->setTitle('Hello'); $x->setLocale('fr_FR')->setTitle('Bonjour'); $x->save(); $y = (new Page())->setTitle('Hello'); $y->save(); echo $x->setLocale('en_US')->getSlug(), ' ', $x->setLocale('fr_FR')->getSlug(), ' ', $y->getSlug(), ' ';
      $leaf = (new Leaf())->setTitle('Green'); $leaf->save(); echo $leaf->getSlug(), method_exists(LeafI18n::class, 'getSlug') ? ' two' : ' one';`,
      'hello bonjour hello-1 green one',
    ],
    'parameters in any spelling, and columns and tables that differ in capital letters': [
      `$x = (new Odd())->setTitle('Hello')->setShelf(1); $x->save(); (new OddPart())->setOdd($x)->save(); echo $x->getNb(), $x->getCreatedAt('Y') === date('Y') ? 'now' : 'old', $x->getVersion(), $x->getSlug(), ' ';
      $y = (new Odd())->setTitle('Hello')->setShelf(2); $y->save(); $y->setShelf(1)->save(); echo $y->getSlug(), ' '; $x->setTitle('x')->save(); echo $x->getSlug(), $x->getVersion(), ' ', json_encode($x->compareVersions(1, 2)['Title']), ' '; $x->toVersion(1)->save(); $x->delete(); echo OldOddQuery::create()->findOne()->getTitle();`,
      '1now1hello hello-1 hello2 {"1":"Hello","2":"x"} Hello',
    ],
    'columns that are declared with other types and other names in PHP': [
      `$x = (new Typed())->setTitle('Hello'); $x->save(); $x->setTitle('Z')->save(); echo $x->getVersion(), $x->getRevision(), rtrim($x->getSlug()), rtrim($x->getPermalink()), $x->getLastVersionNumber(), ' ', TypedQuery::create()->filterByVersion(2)->filterBySlug('z')->count(), TypedQuery::create()->recentlyCreated()->recentlyUpdated()->count();`,
      '22zz2 11',
    ],
    'keys of two columns': [
      `$p = (new Place())->setA(1)->setB('x')->setTitle('T'); $p->save(); $q = (new Place())->setA(1)->setB('y')->setTitle('T'); $q->save(); $v = (new Visit())->setPlace($p); $v->save(); echo $p->getNb(), $q->getNb() ?? '-', ' '; $v->setPlace($q)->save(); echo $p->getNb(), $q->getNb(), ' ';
      VisitQuery::create()->update(['Pa' => 1, 'Pb' => 'x']); echo $p->getNb(), $q->getNb(), ' ', $p->getVersion(), $q->getSlug(), ' '; $p->setTitle('U')->save(); echo $p->getVersion(), $p->getSlug(), count($p->getAllVersions()), $p->getArchive()->getTitle(), ' '; $v->delete(); $p->delete(); echo PlaceArchiveQuery::create()->count(), PlaceVersionQuery::create()->count(), ' '; PlaceQuery::create()->deleteAll(); echo PlaceArchiveQuery::create()->count();`,
      '1- 01 10 1t-1 2u2U 11 2',
    ],
    'rows that refer to rows of their own table': [
      `$r = new Node(); $r->setTitle('r')->save(); $c = (new Node())->setTitle('c')->setParent($r); $c->save(); echo $r->getNb(), $r->getVersion(), $c->getVersion(), ' '; $c->setParent(null)->save(); echo $r->getNb(), $c->getVersion(), ' '; $c->setParent($r)->save(); $c->toVersion(1); echo $c->getParent()->getId(), ' '; $c->delete(); echo $r->getNb(), NodeArchiveQuery::create()->count();`,
      '111 02 1 01',
    ],
    'concrete_inheritance over a table with translations, versions, slugs, ranks and an archive': [
      `$a = (new Article())->setTitle('t')->setBody('b')->setN(1); $a->save(); $a->setBody('c')->setTitle('u')->save(); $content = static fn () => ContentQuery::create()->findOne(); echo $a->getVersion(), $content()->getVersion(), $a->getRank(), $a->getBody(), $content()->getTitle(), $content()->getSlug(), count($a->getAllVersions()), ' ';
      $a->toVersion(1)->save(); echo $a->getTitle(), $content()->getTitle(), ' '; $a->delete(); echo ContentQuery::create()->count(), ArticleQuery::create()->count(), ArticleArchiveQuery::create()->count(), ContentArchiveQuery::create()->count(), ArticleVersionQuery::create()->count(), ContentVersionQuery::create()->count();`,
      '221cuu2 tt 001100',
    ],
    'classes of one table': [
      `$x = (new Cat())->setTitle('t'); $x->save(); $y = new Dog(); $y->setTitle('t')->save(); echo $x->getSlug(), ' ', $y->getSlug(), $y->getVersion(), ' '; $y->setTitle('z')->save(); echo $y->getVersion(), count($y->getAllVersions()); $y->toVersion(1)->save(); echo $y->getTitle(); $y->delete(); echo PetArchiveQuery::create()->findOne()->getKind(), get_class($x->archive());`,
      't t-11 22tdogPetArchive',
    ],
    'values of all kinds come back from versions and archives': [
      `$show = static fn ($row): string => (stream_get_contents($row->getData()) === "\\0bin" ? 'bin' : 'lost') . implode($row->getTags()) . $row->getKind() . json_encode($row->getOk()) . $row->getDay('Y') . (float) $row->getAmount() . implode($row->getParts()) . ' ';
      $f = (new Upload())->setId('8e1b2a9c-6f0d-4b51-9c3e-5f2a7d1c0b44')->setTitle('t')->setData("\\0bin")->setTags(['a', 'b'])->setKind('b')->setOk(true)->setDay('2020-01-02')->setAmount('1.50')->setParts(['x', 'z']); $f->save();
      $clear(); $f = UploadQuery::create()->findOne(); $f->setTitle('v')->save(); $f->setData('other')->setTags(['c'])->setKind('a')->setOk(false)->setAmount('2.00')->setParts(['y'])->save(); $f->toVersion(2)->save(); $clear(); $f = UploadQuery::create()->findOne();
      echo $f->getVersion(), $show($f), $show($f->getArchive()); UploadQuery::create()->deleteAll(); echo $show(UploadArchiveQuery::create()->findOne());`,
      '4binabbtrue20201.5xz binabbtrue20201.5xz binabbtrue20201.5xz',
    ],
    'aggregates of rows whose keys are UUIDs': [
      `$a = (new Upload())->setId('8e1b2a9c-6f0d-4b51-9c3e-5f2a7d1c0b44'); $a->save(); $b = (new Upload())->setId('8e1b2a9c-6f0d-4b51-9c3e-5f2a7d1c0b45'); $b->save(); $c = (new Chunk())->setUpload($a); $c->save(); echo $a->getNb(); $c->setUploadId($b->getId())->save(); echo $a->getNb(), $b->getNb(); ChunkQuery::create()->update(['UploadId' => $a->getId()]); echo $a->getNb(), $b->getNb(); ChunkQuery::create()->deleteAll(); echo $a->getNb(); $a->reload(); echo $a->getNb();`,
      '1011000',
    ],
    'rows that count have versions, an archive and places': [
      `$a = new SumOf(); $a->save(); $b = (new Part())->setSumOf($a)->setN(2); $b->save(); (new Part())->setSumOf($a)->setN(3)->save(); echo $a->getTotal(), $a->getVersion(), ' '; $b->setN(5)->save(); echo $a->getTotal(), ' '; PartQuery::create()->filterByN(5)->update(['N' => 1]); echo $a->getTotal(), ' ', PartArchiveQuery::create()->findPk($b->getId())->getN(), ' ';
      $b->delete(); echo $a->getTotal(), PartQuery::create()->findOne()->getRank(), ' '; $a->setTitle('x')->save(); $a->archive(); (new Part())->setSumOf($a)->setN(4)->save(); $a->toVersion(1)->save(); $a->restoreFromArchive()->save(); $a->reload(); echo $a->getTotal(); $a->delete(); echo PartQuery::create()->count();`,
      '51 8 4 1 31 70',
    ],
    'an aggregate of a parent table is not written by its children': [
      `$a = (new SpecialOwner())->setTitle('t'); $a->save(); (new Note())->setOwnerId($a->getId())->save(); $a->setTitle('u')->save(); $owner = OwnerQuery::create()->findOne(); $owner->reload(); echo $owner->getNb(), $owner->getTitle();`,
      '1u',
    ],
  },
  clear,
)

scenariosOnEachDatabase(
  database(
    table('Content', id, '<column name="Title" type="VARCHAR" size="50"/>', text('body')),
    table('article', behavior('concrete_inheritance', { extends: 'content', copy_data_to_child: 'TITLE' })),
    table('person', id, behavior('delegate', { to: 'PROFILE' })),
    table('profile', text('about')),
    table('page', id, title, behavior('i18n', { i18n_columns: 'title,see_id', i18n_table: 'PAGE_texts' })),
    table('page_texts', number('see_id'), key('page', 'see_id', 'id', 'phpName="See" refPhpName="Mention"')),
  ),
  {
    'B6.7, B8.5, B9.5: tables may differ in capital letters, and a translated column may refer to the main table': [
      `$a = new Article(); $a->setTitle('x')->setBody('b')->save(); echo ContentQuery::create()->findOne()->getTitle(), (int) method_exists($a, 'syncParentToChild'), ' ';
      $u = new Person(); $u->setAbout('me'); $u->save(); echo ProfileQuery::create()->findOne()->getAbout(), json_encode($u->toArray()), ' ';
      $p = (new Page())->setTitle('t'); $p->save(); $q = (new Page())->setTitle('q'); $q->setSeeId($p->getId())->save(); $q->setLocale('fr_FR')->setTitle('f')->save();
      echo $q->getTitle(), $q->setLocale('en_US')->getSeeId(), PageTextsQuery::create()->count(), $q->getCurrentTranslation()->getSee()->getTitle(), count($p->getMentions()), ' '; $clear();
      foreach (PageQuery::create()->joinWithI18n('en_US')->orderById()->find() as $one) { echo $one->getTitle(); }`,
      'x1 me{"Id":1,"About":"me"} f13t1 tq',
    ],
  },
  clear,
)

scenariosOnEachDatabase(
  database(
    table('site', id, behavior('aggregate_column', { name: 'nb', foreign_table: 'page', expression: 'COUNT(id)' })),
    table(
      'page',
      id,
      title,
      number('site_id'),
      '<column name="kind" type="INTEGER" inheritance="single"><inheritance key="2" class="Folder" extends="Page"/></column>',
      key('site', 'site_id'),
      behavior('nested_set', { use_scope: 'true', scope_column: 'site_id' }),
      behavior('sortable', { use_scope: 'true', scope_column: 'site_id' }),
    ),
  ),
  {
    'C25: what depends on the scope of trees follows a move to another tree, and a rollback': [
      `$rows = static function () use ($con, &$sites): void { foreach ($con->query('SELECT title, site_id, sortable_rank FROM page ORDER BY site_id, sortable_rank')->fetchAll(PDO::FETCH_NUM) as $row) { echo implode('', $row), ' '; } echo $sites[0]->getNb(), $sites[1]->getNb(), ' '; };
      $tree($sites[0], 'rab'); [$root] = $tree($sites[1], 'xy'); $a = PageQuery::create()->findOneByTitle('a'); $b = PageQuery::create()->findOneByTitle('b');
      $con->beginTransaction(); $a->moveToFirstChildOf($root); $con->rollBack(); echo $b->getSiteId(), $b->getRank(), ' '; $rows();
      $sites = SiteQuery::create()->orderById()->find()->getData(); $b = PageQuery::create()->findOneByTitle('b');
      $a->moveToFirstChildOf($root); echo $b->getSiteId(), $b->getRank(), ' '; $rows(); foreach ($sites as $site) { $site->reload(); echo $site->getNb(), count(PageQuery::checkTree($site->getId())); }`,
      '13 r11 a12 b13 x21 y22 32 24 r11 x21 y22 a23 b24 14 1040',
    ],
    'B10.34, B10.43: what is below goes with nodes of one class, of whatever class it is': [
      `$show = static function (): void { echo implode('', PageQuery::create()->orderByTitle()->select(['Title'])->find()->getData()), ' '; };
      [$r] = $tree($sites[0], 'ra'); $folder = (new Folder())->setTitle('f'); $folder->insertAsLastChildOf($r)->save(); foreach (['p', 'q'] as $title) { (new Page())->setTitle($title)->insertAsLastChildOf($folder)->save(); }
      FolderQuery::create()->filterByTitle('f')->delete(); $show(); echo count(PageQuery::checkTree($sites[0]->getId())), ' '; (new Folder())->setTitle('g')->insertAsLastChildOf($r)->save();
      echo FolderQuery::deleteTree($sites[0]->getId()), PageQuery::create()->count();`,
      'ar 0 30',
    ],
  },
  `$sites = [new Site(), new Site()]; foreach ($sites as $site) { $site->save(); }
  $tree = static function (Site $site, string $titles): array {
      $nodes = [];
      foreach (str_split($titles) as $title) { $node = (new Page())->setTitle($title); $nodes === [] ? $node->setSite($site)->makeRoot() : $node->insertAsLastChildOf(end($nodes)); $node->save(); $nodes[] = $node; }

      return $nodes;
  };`,
)
