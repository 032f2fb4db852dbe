import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

const stubs = join(root, 'test', 'databases', 'application')
const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const text = (name: string, more = '') => `<column name="${name}" type="VARCHAR" size="100" ${more}/>`
const key = (table: string) =>
  `<column name="${table}_id" type="INTEGER"/><foreign-key foreignTable="${table}" onDelete="cascade"><reference local="${table}_id" foreign="id"/></foreign-key>`
const behavior = (name: string, parameters: Readonly<Record<string, string>> = {}) =>
  `<behavior name="${name}">${Object.entries(parameters)
    .map(([parameter, value]) => `<parameter name="${parameter}" value="${value}"/>`)
    .join('')}</behavior>`

const schema = `
<database name="app" namespace="App" defaultIdMethod="native">
  <table name="account">${id}${text('email')}${text('password')}<column name="active" type="BOOLEAN"/>${behavior('timestampable')}</table>
  <table name="role">${id}${text('name')}</table>
  <table name="account_role" isCrossRef="true">
    <column name="account_id" type="INTEGER" primaryKey="true"/><column name="role_id" type="INTEGER" primaryKey="true"/>
    <foreign-key foreignTable="account"><reference local="account_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="role"><reference local="role_id" foreign="id"/></foreign-key>
  </table>
  <table name="address">${id}${key('account')}${text('street')}${text('city')}</table>
  <table name="category">${id}${text('name')}${behavior('nested_set')}</table>
  <table name="product">${id}${key('category')}${text('title')}<column name="price" type="FLOAT"/>${behavior('versionable')}</table>
  <table name="article">${id}${key('account')}${text('title', 'primaryString="true"')}<column name="body" type="LONGVARCHAR"/>
    ${behavior('sluggable')}${behavior('aggregate_column', { name: 'nb_comments', foreign_table: 'comment', expression: 'COUNT(id)' })}</table>
  <table name="comment">${id}${key('article')}${text('text')}<column name="approved" type="BOOLEAN"/></table>
  <table name="purchase">${id}${key('account')}<column name="total" type="FLOAT"/><column name="state" type="ENUM" valueSet="open,paid"/></table>
  <table name="purchase_line">${id}${key('purchase')}${key('product')}<column name="quantity" type="INTEGER"/><column name="price" type="FLOAT"/></table>
  <table name="review">${id}${key('product')}<column name="stars" type="INTEGER"/></table>
  <table name="setting"><column name="name" type="VARCHAR" size="50" primaryKey="true"/>${text('value')}</table>
  <table name="stock">${id}${key('product')}<column name="amount" type="INTEGER"/>${behavior('sortable', { use_scope: 'true', scope_column: 'product_id' })}</table>
  <table name="tag">${id}${text('name')}</table>
  <table name="page">${id}${text('title')}${behavior('i18n', { i18n_columns: 'title' })}</table>
</database>`

const uses = String.raw`
  use App\{Account, AccountQuery, AccountRoleQuery, Address, AddressQuery, Article, ArticleQuery, Category, CategoryQuery, Comment, CommentQuery, Page, PageQuery, Product, ProductQuery, Purchase, PurchaseLineQuery, PurchaseQuery, Review, ReviewQuery, Role, RoleQuery, Setting, SettingQuery, Stock, StockQuery, Tag, TagQuery};
  $check = static function ($expected, $actual): void { if ($expected !== $actual) { throw new Exception(var_export($expected, true) . ' is expected, not ' . var_export($actual, true)); } };
  $refused = static function (callable $call): string { try { $call(); } catch (Exception $e) { return $e->getMessage(); } return ''; };

  $admin = RoleQuery::create()->filterByName('admin')->findOneOrCreate();
  $check([true, false, true], [$admin->isAdmin(), $admin->isGuest(), $admin->getId() > 0]);
  $account = new Account(' Ann@Example.org ');
  $account->setPassword('secret')->addRole($admin);
  $account->save(null, true, true, ['mail' => false]);
  $check([['notified'], 1, true, true], [$account->getLog(), Account::$saved, $account->getActive(), $account->hasRole('admin')]);
  $check('An account needs an address', $refused(fn () => (new Account())->save()));
  $check('ann@example.org', (string) $account);
  $check(false, array_key_exists('Password', $account->toArray()));
  $check($account, AccountQuery::create()->findOneByLogin('ANN@example.org', 'secret'));
  $check(null, AccountQuery::create()->findOneByLogin('ann@example.org', 'wrong'));
  $check(1, AccountQuery::create()->withRole('admin')->count());
  $check('This role stays', $refused(fn () => $admin->delete()));
  $check('given', (new App\AccountRole())->setRole($admin)->getReason());
  $check('Not all of them', $refused(fn () => AccountRoleQuery::create()->deleteAll()));

  $address = (new Address())->fromArray(['label' => 'work', 'Street' => 'Main 1', 'City' => 'Bonn']);
  $address->setAccount($account)->save();
  $check('work: Main 1, Bonn', $address->getLabel());
  $check(true, $address->equals((new Address())->setStreet('Main 1')->setCity('Bonn')));
  $check([1, 0, 1], [AddressQuery::create()->in('Bonn')->count(), AddressQuery::create()->in('Rome')->count(), AddressQuery::create()->in(null)->find()->count()]);

  $things = (new Category())->setName('Things')->makeRoot();
  $things->save();
  $books = (new Category())->setName('Books')->insertAsLastChildOf($things);
  $books->save();
  $check('Things > Books', $books->getPathText());
  $check([1, true, ['Things', 'Books']], [$books->getLevel(), $things->isRoot(), CategoryQuery::create()->names()]);
  $check($things->getId(), CategoryQuery::create()->findRoot()->getId());

  $product = (new Product())->setTitle('Emma')->setPrice(10)->setCategory($books);
  $product->save();
  $check('7.50 EUR', $product->applyDiscount(25)->getPriceText());
  $product->setTitle('draft')->save();
  $check([1, ['Emma'], 'product ' . $product->getId()], [$product->getVersion(), $versions, $log[0]]);
  $product->setTitle('Emma')->save();
  $check('Emma (copy)', $product->copy()->getTitle());
  $check([$product, $product], [ProductQuery::create()->findPk('Emma'), ProductQuery::create()->cheaperThan(11)->findOne()]);
  $check(0, ProductQuery::create()->prune($product)->count());

  $article = (new Article())->setTitle('Salt & Pepper')->setBody('two words')->setAccount($account);
  $article->save();
  (new Article())->setTitle('Salt & Pepper')->setAccount($account)->save();
  $check(['a-salt-and-pepper', 2], [$article->getSlug(), $article->countWords()]);
  $comment = (new Comment())->setText('<b>yes</b>');
  $article->addComment($comment)->save();
  $check(['yes', false, 1], [$comment->getText(), $comment->getApproved(), $article->getNbComments()]);
  $check(1, $comment->approve());
  $check([$article, 1], [ArticleQuery::create()->findOneBySlug('A-SALT-AND-PEPPER'), ArticleQuery::create()->popular()->count()]);
  $check(2, ArticleQuery::create()->update(['Slug' => 'x', 'Body' => 'new']));
  $kept = (new Comment())->setText('keep')->setArticle($article);
  $kept->save();
  $kept->delete();
  $check([2, 1], [CommentQuery::create()->count(), CommentQuery::create()->approved()->count()]);
  App\Map\CommentTableMap::clearInstancePool();
  $check(2, CommentQuery::create()->find()->count());
  $log = [];
  $comment->delete();
  $check(['comments go', '1 gone', 'comment gone'], $log);

  $purchase = (new Purchase())->setAccount($account);
  $check('Nothing to pay', $refused(fn () => $purchase->setState('paid')));
  $log = [];
  $purchase->addProduct($product, 3)->addProduct($product, 0)->setState('paid');
  $purchase->save();
  $check([['line', 'line'], 40.0, true], [$log, (float) $purchase->getTotal(), $purchase->isPaid()]);
  $check([40.0, 1], [PurchaseQuery::create()->paid()->sum(), PurchaseQuery::create()->ofAccount($account)->count()]);
  $check(2, PurchaseLineQuery::create()->joinWithProduct()->useProductQuery('p')->filterByTitle('Emma')->endUse()->find()->count());

  foreach ([3, 5, 4] as $stars) { (new Review())->setStars($stars)->setProduct($product)->save(); }
  $check('1 to 5', $refused(fn () => (new Review())->setStars(6)));
  $check([4.0, 2, 60], [ReviewQuery::create()->average(), count(ReviewQuery::create()->paginate()->getResults()), ReviewQuery::create()->findOne()->getByName('Percent')]);

  Setting::put('color', ['red', 'blue']);
  $check(['["red","blue"]', 'none', '["red","blue"]'], [Setting::get('color'), Setting::get('size', 'none'), SettingQuery::create()->valueColor()]);
  SettingQuery::create()->findOne()->reload();

  foreach ([4, 0] as $amount) { (new Stock())->setProduct($product)->setAmount($amount)->save(); }
  $stocks = StockQuery::create()->inList($product->getId())->orderByRank()->find();
  $check([1, 2], [$stocks[0]->getRank(), $stocks[1]->getRank()]);
  $stocks[1]->moveUp();
  $check([2, 'Sold out', 1], [$stocks[0]->getRank(), $refused(fn () => $stocks[1]->take()), $stocks[0]->take()]);
  $check(1, StockQuery::create()->available()->count());

  $tag = new Tag();
  $tag->name = 'php';
  $tag->save();
  $check(['php', null, true, 1], [$tag->name, $tag->getVirtualColumn('none'), str_starts_with($tag->hashCode(), 'tag-'), TagQuery::create()->search('h')->orderBy('default')->count()]);

  $page = new Page();
  $page->setLocale('de-DE')->setTitle('Eins')->setLocale('en-US')->setTitle('One')->save();
  $check(['de_DE' => 'Eins', 'en_US' => 'One'], $page->getTitles());
  $check(['Eins', 'Untitled'], [$page->getTranslation('de-DE')->getTitle(), (new Page())->getTitle()]);
  foreach (PageQuery::create()->joinWithI18n('de-DE') as $one) { $check('Eins', $one->getTitle()); }
  $check(true, str_contains($page->exportTo('JSON'), 'Eins'));
  $check([true, true, true], [$counted, $hydrated > 0, $selected > 0]);
  echo 'done';
`

test('an application with thirty stubs written without types works', async (t) => {
  const config = '  generator:\n    objectModel:\n      nativeReturnTypes: false\n'
  const project = await createProject(t, { schema, database: 'sqlite', config })
  await project.build()
  const names = await readdir(stubs)
  t.is(names.length, 30)
  for (const name of names) await copyFile(join(stubs, name), join(project.folder, 'generated-classes', 'App', name))
  t.is(await project.php(uses), 'done')
})
