import { join } from 'node:path'
import test from 'ava'
import { buildSchema, defineBehavior, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const autoload = join(root, 'packages/runtime/autoload.php')

const schema = (tables: string): string =>
  `<database name="shop" namespace="Shop" defaultIdMethod="native">${tables}</database>`

const table = (attributes: string, inside = ''): string =>
  `<table ${attributes}><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${inside}</table>`

const author = table('name="author"', '<column name="name" type="VARCHAR"/>')

const key = (column: string, phpName: string): string =>
  `<column name="${column}" type="INTEGER"/><foreign-key foreignTable="author" phpName="${phpName}">
     <reference local="${column}" foreign="id"/></foreign-key>`

/** The heads of methods, without those that filter, use and find. */
const headsOf = (text: string): string[] =>
  [...text.matchAll(/function ((?:orderBy|groupBy|\w*[jJ]oin)\w*\(.*?\))/g)].map(([, head]) => head!)

test('columns and relations have methods of their own, without native return types', async (t) => {
  const { php } = await buildSchema(schema(author + table('name="book"', key('author_id', 'Author'))))
  const text = php['Shop/Base/BookQuery.php']!
  t.deepEqual(headsOf(text), [
    'joinAuthor(?string $relationAlias = null, ?string $joinType = Criteria::LEFT_JOIN)',
    'orderById(string $order = Criteria::ASC)',
    'groupById()',
    'orderByAuthorId(string $order = Criteria::ASC)',
    'groupByAuthorId()',
    'joinWithAuthor(?string $joinType = null)',
    'leftJoinWithAuthor()',
    'rightJoinWithAuthor()',
    'innerJoinWithAuthor()',
    'leftJoinAuthor(?string $relationAlias = null)',
    'rightJoinAuthor(?string $relationAlias = null)',
    'innerJoinAuthor(?string $relationAlias = null)',
  ])
  t.notRegex(text, /@method static|: static/)
  t.regex(text, /@method ChildBook\|null findOneByAuthorId/)
})

test('a name that something else has is left to it', async (t) => {
  const columns = '<column name="class" type="VARCHAR"/><column name="depth" phpName="Level" type="INTEGER"/>'
  const relations = key('a_id', 'Author') + key('b_id', 'WithAuthor')
  const tree = '<behavior name="nested_set"><parameter name="level_column" value="depth"/></behavior>'
  const built = await buildSchema(schema(author + table('name="book"', columns + relations + tree)))
  const heads = headsOf(built.php['Shop/Base/BookQuery.php']!)
  t.false(heads.some((head) => /^(?:groupByClass|orderByLevel)\(/.test(head)))
  t.true(heads.includes('orderByClass(string $order = Criteria::ASC)'))
  t.deepEqual(
    heads.filter((head) => /^(?:j|leftJ)oinWithAuthor\(/.test(head)),
    ['joinWithAuthor(?string $relationAlias = null, ?string $joinType = Criteria::LEFT_JOIN)', 'leftJoinWithAuthor()'],
  )
  const code = String.raw`
    use Shop\BookQuery;
    echo implode(' ', [
        BookQuery::create()->groupByClass('Book')->getGroupByColumns()[0],
        BookQuery::create()->orderByLevel(true)->getOrderByColumns()[0],
        BookQuery::create()->leftJoinWithAuthor()->getJoin('Author')->getJoinType(),
        BookQuery::create()->joinWithAuthor()->hasJoin('WithAuthor') ? 'WithAuthor' : 'Author',
    ]);`
  t.is(await runPhp(built, code, { autoload }), 'book.id book.depth DESC LEFT JOIN WithAuthor')
})

test('a table of concrete_inheritance takes the methods of its parent, whatever the class of the user did to them', async (t) => {
  const parent = table('name="content"', '<column name="title" type="VARCHAR"/>')
  const child = '<behavior name="concrete_inheritance"><parameter name="extends" value="content"/></behavior>'
  const built = await buildSchema(
    schema(`${parent}<table name="article"><column name="body" type="VARCHAR"/>${child}</table>`),
  )
  t.deepEqual(headsOf(built.php['Shop/Base/ArticleQuery.php']!).slice(0, 2), [
    'joinContent(?string $relationAlias = null, ?string $joinType = Criteria::INNER_JOIN)',
    'orderByBody(string $order = Criteria::ASC)',
  ])
  const stub = `<?php
namespace Shop;
class ContentQuery extends Base\\ContentQuery
{
    public function orderByTitle($order = null) { return $this->addAscendingOrderByColumn('mine'); }
}
`
  const changed = { ...built, php: { ...built.php, 'Shop/ContentQuery.php': stub } }
  const code = 'echo Shop\\ArticleQuery::create()->orderByTitle()->orderByBody()->getOrderByColumns()[0];'
  t.is(await runPhp(changed, code, { autoload }), 'mine ASC')
})

test('behind classes and traits of the user __call answers, as nobody knows their methods', async (t) => {
  const own = defineBehavior({ name: 'own', query: { traits: () => ['Acme\\OwnTrait'] } })
  for (const [attributes, inside] of [
    ['baseQueryClass="Acme\\OwnQuery"', ''],
    ['', '<behavior name="own"/>'],
  ] as const) {
    const text = schema(author + table(`name="book" ${attributes}`, key('author_id', 'Author') + inside))
    const { php } = await buildSchema(text, { behaviors: [own] })
    const query = php['Shop/Base/BookQuery.php']!
    t.deepEqual(headsOf(query), ['joinAuthor(?string $relationAlias = null, ?string $joinType = Criteria::LEFT_JOIN)'])
    t.regex(query, /@method static orderByAuthorId\(string \$order = Criteria::ASC\)/)
    t.regex(query, /@method static leftJoinAuthor\(\?string \$relationAlias = null\)/)
  }
})
