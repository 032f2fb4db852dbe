import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { createProject, type Project, testOnEachDatabase } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = `<database name="default" namespace="Bookstore" defaultIdMethod="native">
  <table name="author">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="varchar" size="40" required="true"/>
    <column name="mentor_id" type="integer"/>
    <foreign-key foreignTable="author" phpName="Mentor" refPhpName="Student"><reference local="mentor_id" foreign="id"/></foreign-key>
    <unique><unique-column name="name"/></unique>
  </table>
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" size="80" required="true"/>
    <column name="author_id" type="integer" required="true"/>
    <column name="price" type="decimal" size="8" scale="2"/>
    <column name="weight" type="float"/>
    <column name="published" type="date"/>
    <column name="printed_at" type="timestamp"/>
    <column name="sold_out" type="boolean" defaultValue="false" required="true"/>
    <column name="style" type="enum" valueSet="novel, essay"/>
    <column name="tags" type="array"/>
    <column name="cover" type="blob"/>
    <column name="facts" type="json"/>
    <column name="code" type="uuid"/>
    <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
  <table name="category">
    <column name="slug" type="varchar" size="20" primaryKey="true"/>
  </table>
  <table name="book_category" isCrossRef="true">
    <column name="book_id" type="integer" primaryKey="true"/>
    <column name="category_slug" type="varchar" size="20" primaryKey="true"/>
    <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="category"><reference local="category_slug" foreign="slug"/></foreign-key>
  </table>
</database>`

const files = {
  'seeds/01-library.yaml': `# The cross table comes first: the schema says in which order rows are written.
book_category:
  - { book: emma, category: classics }
  - { book: emma, category: romance }
book:
  key: [author, title]
  rows:
    emma:
      title: Emma
      author: austen
      price: 12.50
      weight: 0.3
      published: 1815-12-23
      printed_at: 2026-01-31T08:15
      sold_out: true
      style: novel
      tags: [love, "irony, mostly"]
      cover: AP8Q
      facts: { pages: 474, film: [1996, 2020], note: "it's \\\\ ü" }
      code: 6F9619FF-8B86-D011-B42D-00C04FC964FF
    notes: { title: "Notes; -- '?", author: { name: Woolf }, price: null }
author:
  austen: { name: "Jane Austen", mentor: woolf }
  woolf: { name: Woolf }
`,
  'seeds/02-category.csv': 'slug\r\nclassics\r\n"romance"\r\n',
  'seeds/demo/book.json': '{ "book": [{ "title": "Persuasion", "author": "austen" }] }',
}

async function write(project: Project, all: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(project.folder, name)), { recursive: true })
    await writeFile(join(project.folder, name), text)
  }
}

/** Everything in the tables, as the models read it. */
const content = (project: Project): Promise<string> =>
  project.php(`use Bookstore\\AuthorQuery; use Bookstore\\BookQuery; use Bookstore\\BookCategoryQuery;
    $rows = [];
    foreach (BookQuery::create()->orderById()->find() as $book) {
        $row = $book->toArray();
        $row['Cover'] = $book->getCover() === null ? null : bin2hex(stream_get_contents($book->getCover()));
        $row['Author'] = $book->getAuthor()->getName();
        $rows[] = $row;
    }
    $mentor = AuthorQuery::create()->findOneByName('Jane Austen')->getMentor()->getName();
    $links = BookCategoryQuery::create()->orderByCategorySlug()->find()->toKeyValue('CategorySlug', 'BookId');
    echo json_encode(['books' => $rows, 'authors' => AuthorQuery::create()->count(), 'mentor' => $mentor, 'links' => $links]);`)

testOnEachDatabase('seeds that are written twice leave the database as it is', schema, async (t, project) => {
  await write(project, files)
  const first = await project.orm('seed')
  t.deepEqual([first.code, first.stderr], [0, ''])
  t.regex(first.stdout, /book_category on connection "default": 2 rows inserted/)
  const before = await content(project)
  const { books, authors, mentor, links } = JSON.parse(before)
  t.is(authors, 2)
  t.is(mentor, 'Woolf')
  t.deepEqual(links, { classics: books[0].Id, romance: books[0].Id })
  const { Id, AuthorId, PrintedAt, Facts, ...emma } = books[0]
  t.deepEqual(emma, {
    Title: 'Emma',
    Price: '12.50',
    Weight: 0.3,
    Published: '1815-12-23',
    SoldOut: true,
    Style: 'novel',
    Tags: ['love', 'irony, mostly'],
    Cover: '00ff10',
    Code: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
    Author: 'Jane Austen',
  })
  t.regex(PrintedAt, /^2026-01-31[ T]08:15:00/)
  t.deepEqual(Facts, { pages: 474, film: [1996, 2020], note: "it's \\ ü" })
  t.is(books[1].Title, "Notes; -- '?")
  const second = await project.orm('seed', '--format=json')
  for (const { inserted, updated } of JSON.parse(second.stdout).seeded) t.deepEqual([inserted, updated], [0, 0])
  t.is(await content(project), before)
})

testOnEachDatabase(
  'seeds update rows that differ, add those of an environment, and reset',
  schema,
  async (t, project) => {
    await write(project, files)
    const seeded = async (...args: string[]): Promise<Record<string, [number, number, number]>> => {
      const { code, stdout, stderr } = await project.orm('seed', '--format=json', ...args)
      t.is(code, 0, stderr + stdout)
      return Object.fromEntries(
        JSON.parse(stdout).seeded.map((each: Record<string, number>) => [
          each.table,
          [each.inserted, each.updated, each.unchanged],
        ]),
      )
    }
    t.deepEqual((await seeded('--dry-run')).book, [2, 0, 0])
    t.deepEqual((await seeded()).book, [2, 0, 0])
    await write(project, { 'seeds/01-library.yaml': files['seeds/01-library.yaml'].replace('12.50', '12.51') })
    t.deepEqual((await seeded('--env=demo')).book, [1, 1, 1])
    // Letters of another case are another text, whatever the collation says.
    await write(project, { 'seeds/03-case.yaml': 'author: { key: id, rows: [{ id: 1000, name: AUSTEN }] }' })
    t.deepEqual((await seeded()).author, [1, 0, 2])
    await write(project, { 'seeds/03-case.yaml': 'author: { key: id, rows: [{ id: 1000, name: Austen }] }' })
    t.deepEqual((await seeded()).author, [0, 1, 2])
    // The next key is a free one.
    t.is(await project.php(`echo (new Bookstore\\Author())->setName('New')->save();`), '1')
    const refused = await project.orm('seed', '--reset')
    t.is(refused.code, 1)
    t.regex(refused.stderr, /ORM-D010.*author on "default" \(4 rows\)/)
    t.deepEqual((await seeded('--reset', '--yes')).book, [2, 0, 0])
    t.is(
      await project.php('echo Bookstore\\BookQuery::create()->count(), Bookstore\\AuthorQuery::create()->count();'),
      '23',
    )
  },
)

testOnEachDatabase('a statement that the server rejects rolls all seeds back', schema, async (t, project) => {
  await write(project, {
    'seeds/a.yaml': 'author: [{ name: A }]\nbook: { key: title, rows: [{ title: X, author_id: 77 }] }',
  })
  const { code, stderr } = await project.orm('seed')
  t.is(code, 1)
  t.regex(stderr, /^seeds\/a\.yaml:2:\d+ ORM-D002 connection "default": .*; the statement was: INSERT INTO book …/)
  t.is(await project.php('echo Bookstore\\AuthorQuery::create()->count();'), '0')
})

testOnEachDatabase('PHP seeds run after the files, in one transaction', schema, async (t, project) => {
  const bootstrap = `<?php require '${root}/packages/runtime/autoload.php';
    spl_autoload_register(static function (string $class): void {
        $file = getcwd() . '/generated-classes/' . strtr($class, '\\\\', '/') . '.php';
        is_file($file) && require $file;
    });`
  await write(project, {
    ...files,
    'bootstrap.php': bootstrap,
    'seeds/book.php': `<?php return static function (): void {
        $woolf = Bookstore\\AuthorQuery::create()->findOneByName('Woolf');
        $query = Bookstore\\BookQuery::create()->filterByAuthor($woolf)->filterByTitle('Orlando');
        $query->findOneOrCreate()->save();
        echo "one book\\n";
    };`,
    'seeds/demo/zzz.php':
      '<?php (new Bookstore\\Author())->setName("Gone")->save(); throw new LogicException("no more");',
  })
  const seed = (...args: string[]) => project.orm('seed', '--bootstrap=bootstrap.php', ...args)
  for (const _ of [1, 2]) {
    const { code, stdout, stderr } = await seed()
    t.deepEqual([code, stderr], [0, ''])
    t.regex(stdout, /one book\n1 PHP seed run\n$/)
  }
  const failed = await seed('--env=demo')
  t.is(failed.code, 1)
  t.regex(failed.stderr, /^ORM-D056 .*seeds\/demo\/zzz\.php: LogicException: no more/)
  const counted = 'echo Bookstore\\BookQuery::create()->count(), Bookstore\\AuthorQuery::create()->count();'
  t.is(await project.php(counted), '42')
  t.regex((await project.orm('seed')).stderr, /vendor\/autoload\.php does not exist/)
})

test('all problems of all files are reported, without values', async (t) => {
  const project = await createProject(t, { schema, database: databases[0]! })
  await write(project, {
    'seeds/a.yaml': `auhtor: []
book:
  - { titel: X }
  - { title: "${'secret'.repeat(20)}", author: nobody, published: 23.12.1815, style: comic, cover: "%", sold_out: maybe }
author: { a: { name: A, mentor: b }, b: { name: B, mentor: nobody } }
category: [{ slug: x }, { slug: x }]
book_category: [{ book: { title: nowhere }, category: x, category_slug: y }]
`,
    'seeds/b.csv': 'a,b\n1,2,3\n"open',
  })
  const { code, stderr } = await project.orm('seed')
  t.is(code, 1)
  const problems = stderr.split('\n').filter((line) => line.startsWith('seeds/'))
  t.deepEqual(
    problems.map((line) => /^seeds\/(\w.*?):(\d+):\d+ ORM-(D\d+)/.exec(line)!.slice(1).join(' ')),
    [
      ...['a.yaml 1 D051', 'a.yaml 2 D053', 'a.yaml 3 D052', 'a.yaml 3 D051', 'a.yaml 4 D052'],
      ...['a.yaml 4 D054', 'a.yaml 4 D052', 'a.yaml 4 D052', 'a.yaml 4 D052', 'a.yaml 4 D052', 'a.yaml 5 D054'],
      ...['a.yaml 6 D053', 'a.yaml 7 D052', 'b.csv 3 D050'],
    ],
    stderr,
  )
  t.regex(problems[0]!, /the schema has no table "auhtor" \(did you mean "author"\?/)
  t.false(stderr.includes('secret'))
})
