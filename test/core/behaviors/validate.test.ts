import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { buildModel, loadConfig, OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { oneConnection } from '../../support/one-connection.js'
import { root } from '../../support/root.mjs'

const runtime = join(root, 'packages/runtime/autoload.php')

/** Where Debian's php-symfony-validator is. */
const symfony = '/usr/share/php/Symfony/Component/Validator/autoload.php'
const withSymfony = existsSync(symfony) ? test : test.skip

const directory = mkdtempSync(join(tmpdir(), 'orm-validate-'))
const both = join(directory, 'autoload.php')
writeFileSync(both, `<?php require ${JSON.stringify(runtime)}; require ${JSON.stringify(symfony)};`)
test.after.always(() => rmSync(directory, { recursive: true }))

const rule = (text: string, index: number) =>
  `<parameter name="rule${index + 1}" value="${text.replaceAll('"', '&quot;')}"/>`

const schema = (rules: readonly string[], more = '', tables = '') => `
  <database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="50"/>
      <behavior name="validate"><parameter name="name" value="{column: name, validator: NotBlank}"/></behavior>
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="50"/>
      <column name="isbn" type="VARCHAR" size="50"/>
      <column name="sold_on" type="DATE"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
      <behavior name="validate">${rules.map(rule).join('')}</behavior>
      ${more}
    </table>
    <table name="cover">
      <column name="book_id" type="INTEGER" primaryKey="true"/>
      <column name="colour" type="VARCHAR" size="50"/>
      <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>
      <behavior name="validate"><parameter name="c" value="{column: colour, validator: NotNull}"/></behavior>
    </table>
    ${tables}
  </database>`

const usual = [
  '{column: title, validator: NotBlank, options: {message: "Say it\'s name"}}',
  '{column: title, validator: Length, options: {min: 2, max: 5}}',
]

const shown = `
  $shown = static function ($object): string {
      $text = $object->validate() ? 'valid' : 'invalid';
      foreach ($object->getValidationFailures() as $failure) {
          $text .= ' ' . $failure->getPropertyPath() . ': ' . $failure->getMessage();
      }
      return $text . "\\n";
  };`

const run = async (code: string, xml = schema(usual)) =>
  (await runPhp(await buildSchema(xml), shown + code, { autoload: both })).trim()

withSymfony('B14.1, B14.7: rules are checked by Symfony, with their options', async (t) => {
  t.is(
    await run(`
      $book = new Book();
      var_dump($book->getValidationFailures());
      echo $shown($book), $shown($book->setTitle('x')), $shown($book->setTitle('Emma'));
    `),
    `NULL
invalid title: Say it's name
invalid title: This value is too short. It should have 2 characters or more.
valid`,
  )
})

withSymfony('B14.2: parents, the object and its children are checked, one-to-one children too', async (t) => {
  t.is(
    await run(`
      $book = (new Book())->setTitle('Emma')->setAuthor(new Author());
      $book->setCover(new Cover());
      echo $shown($book);
      echo $shown($book->getAuthor());
      $book->getAuthor()->setName('Jane'); $book->getCover()->setColour('red');
      echo $shown($book);
      $book->setTitle('');
      echo $shown($book->getAuthor());
    `),
    `invalid name: This value should not be blank. colour: This value should not be null.
invalid name: This value should not be blank. colour: This value should not be null.
valid
invalid title: Say it's name title: This value is too short. It should have 2 characters or more.`,
  )
})

const clubs = `
  <table name="club">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/><column name="name" type="VARCHAR" size="50"/>
    <behavior name="validate"><parameter name="name" value="{column: name, validator: NotNull}"/></behavior>
  </table>
  <table name="member">
    <column name="author_id" type="INTEGER" primaryKey="true"/><column name="club_id" type="INTEGER" primaryKey="true"/>
    <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="club"><reference local="club_id" foreign="id"/></foreign-key>
    <behavior name="validate"><parameter name="id" value="{column: club_id, validator: Type, options: {type: int}}"/></behavior>
  </table>`

withSymfony('B14.2: an object is checked once, however many ways lead to it', async (t) => {
  t.is(
    await run(
      `
      $clubs = []; for ($i = 0; $i < 9; ++$i) { $clubs[] = (new Club())->setName($i === 8 ? null : "c$i"); }
      $authors = []; for ($i = 0; $i < 9; ++$i) { $authors[$i] = (new Author())->setName("a$i"); foreach ($clubs as $club) { (new Member())->setAuthor($authors[$i])->setClub($club); } }
      echo $shown($authors[0]), $shown($clubs[8]->setName('c'));
    `,
      schema(usual, '', clubs),
    ),
    'invalid name: This value should not be null.\nvalid',
  )
})

withSymfony('B14.3: the own row does not count for Unique after its key has changed', async (t) => {
  t.is(
    await run(
      `
      (new Shelf())->setCode('a')->setPlace(1)->setName('x')->save(); $shelf = (new Shelf())->setCode('b')->setPlace(1)->setName('y'); $shelf->save();
      echo $shown($shelf->setCode('c')), $shown($shelf->setName('x')), $shown($shelf->setName('z'));
    `,
      schema(
        usual,
        '',
        `<table name="shelf">
          <column name="code" type="VARCHAR" size="5" primaryKey="true"/><column name="place" type="INTEGER" primaryKey="true"/>
          <column name="name" type="VARCHAR" size="50"/>
          <behavior name="validate"><parameter name="name" value="{column: name, validator: Unique, options: {message: taken}}"/></behavior>
        </table>`,
      ),
    ),
    'valid\ninvalid name: taken\nvalid',
  )
})

withSymfony('B14.3, B14.8: Unique asks the database, Date takes objects', async (t) => {
  const xml = schema([
    '{column: isbn, validator: Unique, options: {message: taken}}',
    '{column: sold_on, validator: Date}',
    '{column: title, validator: Regex, options: {pattern: "/^\\d+$/", message: digits}}',
  ])
  t.is(
    await run(
      `
      $book = (new Book())->setIsbn('1')->setSoldOn('2020-01-01')->setTitle('12');
      echo $shown($book);
      $book->save();
      echo $shown($book), $shown((new Book())->setIsbn('1')), $shown(new Book());
      $other = (new Book())->setIsbn('2'); $other->save();
      echo $shown($other->setIsbn('1')), $shown($other->setIsbn('2')->setTitle('a'));
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
      echo $shown(BookQuery::create()->findOneByIsbn('1'));
    `,
      xml,
    ),
    'valid\nvalid\ninvalid isbn: taken\nvalid\ninvalid isbn: taken\ninvalid title: digits\nvalid',
  )
})

withSymfony('B14.4: save() does not validate, preSave() can', async (t) => {
  t.is(
    await run(`
      class Strict extends Book { public function preSave(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): bool { return $this->validate(); } }
      echo (new Book())->save(), (new Strict())->save();
    `),
    '10',
  )
})

withSymfony('B9.17, C13: i18n takes the rules of its columns along, and both objects are checked', async (t) => {
  const xml = schema(usual, '<behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>')
  t.is(
    await run(
      `
      echo $shown(new Book());
      echo $shown((new Book())->setTitle('x')), $shown((new Book())->setTitle('xy'));
      echo $shown(new BookI18n());
    `,
      xml,
    ),
    `valid
invalid title: This value is too short. It should have 2 characters or more.
valid
invalid title: Say it's name`,
  )
})

withSymfony('C14: concrete_inheritance merges the rules of parent and child, each is checked once', async (t) => {
  const child = `
    <table name="novel">
      <column name="plot" type="VARCHAR" size="50"/>
      <behavior name="concrete_inheritance"><parameter name="extends" value="book"/></behavior>
      <behavior name="validate"><parameter name="rule1" value="{column: plot, validator: NotNull}"/></behavior>
    </table>`
  t.is(
    await run(
      `echo $shown(new Novel()), json_encode(array_keys(Map\\NovelTableMap::getTableMap()->getBehaviors()['validate']));`,
      schema(usual, '', child),
    ),
    `invalid plot: This value should not be null. title: Say it's name
["rule1","rule2","rule3"]`,
  )
})

test('B14.6: without Symfony, validate() says what to install', async (t) => {
  const built = await buildSchema(schema(usual))
  t.is(
    await runPhp(
      built,
      `try { (new Book())->setTitle('x')->validate(); } catch (Orm\\Runtime\\Exception\\OrmException $e) { echo $e->getMessage(); }`,
      { autoload: runtime },
    ),
    "validate() needs Symfony's validator: composer require symfony/validator",
  )
})

test('B14.5: rules that cannot be checked are refused', async (t) => {
  const refused = async (...rules: string[]) =>
    (await t.throwsAsync(buildSchema(schema(rules)), { instanceOf: OrmError }))!.message
  t.regex(await refused(), /no rules/)
  t.regex(await refused('{validator: NotNull}'), /names no column/)
  t.regex(await refused('{column: title}'), /names no validator/)
  t.regex(await refused('{column: titel, validator: NotNull}'), /"titel", which table "book" does not have/)
  t.regex(await refused('{column: title, validator: Notnull}'), /no constraint "Notnull".*did you mean "NotNull"\?/s)
  t.regex(await refused('{column: title, validator: NotNull, options: 3}'), /options are not a map/)
  t.regex(await refused('just a text'), /not a YAML map/)
  await t.notThrowsAsync(buildSchema(schema(['{column: title, validator: App\\MyConstraint}'])))
  await t.notThrowsAsync(buildSchema(schema(['{column: title, validator: "True"}'])))
})

test('B14.9: options are checked by constraint', async (t) => {
  const refused = async (rule: string) =>
    (await t.throwsAsync(buildSchema(schema([rule])), { instanceOf: OrmError }))!.message
  t.regex(
    await refused('{column: title, validator: Length, options: {min: 1, maxMesage: Too long}}'),
    /schema\.xml:\d+:\d+.*rule "rule1": constraint "Length" has no option "maxMesage".*did you mean "maxMessage"\?/s,
  )
  t.regex(
    await refused('{column: title, validator: NotNull, options: {between: 3}}'),
    /"NotNull" has no option "between".*it has: message, groups, payload; --allow-unknown-constraints accepts any option/s,
  )
  t.regex(await refused('{column: isbn, validator: Unique, options: {fields: [isbn]}}'), /no option "fields"/)
  t.regex(await refused('{column: title, validator: "True", options: {mesage: No}}'), /did you mean "message"\?/)
  const full = 'Symfony\\Component\\Validator\\Constraints\\Length'
  t.regex(await refused(`{column: title, validator: ${full}, options: {maximum: 3}}`), /no option "maximum"/)
  await t.notThrowsAsync(
    buildSchema(
      schema([
        '{column: title, validator: Length, options: {max: 3, groups: [a], payload: {b: c}}}',
        '{column: title, validator: NotNull, options: }',
        '{column: title, validator: App\\MyConstraint, options: {any: 1}}',
      ]),
    ),
  )
  const inputs = [
    { path: 'schema.xml', contents: schema(['{column: title, validator: NotNull, options: {newer: 1}}']) },
  ]
  const config = await loadConfig({ files: oneConnection })
  await t.notThrowsAsync(buildModel(inputs, { config, allowUnknownConstraints: true }))
})

withSymfony('B14.9: every option of the constraints of the Symfony that is installed is known', async (t) => {
  const listed = await runPhp(
    await buildSchema(schema(usual)),
    `foreach (glob(dirname(${JSON.stringify(symfony)}) . '/Constraints/*.php') as $file) {
      $class = 'Symfony\\Component\\Validator\\Constraints\\\\' . basename($file, '.php');
      if (preg_match('/(Validator|Trait)$/', $class) || !is_subclass_of($class, Symfony\\Component\\Validator\\Constraint::class)) { continue; }
      $reflection = new ReflectionClass($class);
      if ($reflection->isAbstract()) { continue; }
      foreach ($reflection->getConstructor()->getParameters() as $parameter) {
        if ($parameter->getName() !== 'options') { echo $class, ' ', $parameter->getName(), "\n"; }
      }
    }`,
    { autoload: both },
  )
  const options = listed.trim().split('\n')
  t.true(options.length > 100)
  const rules = options.map((line) => line.split(' ') as [string, string])
  const texts = rules.map(([name, option]) => `{column: title, validator: ${name}, options: {${option}: 1}}`)
  await t.notThrowsAsync(buildSchema(schema(texts)))
})

test('B14: a constraint that is not known is refused, unless --allow-unknown-constraints says otherwise', async (t) => {
  const rule = '{column: title, validator: Brandnew}'
  const refusal = await t.throwsAsync(buildSchema(schema([rule])))
  t.regex(refusal!.message, /there is no constraint "Brandnew".*--allow-unknown-constraints takes any name/s)
  const inputs = [{ path: 'schema.xml', contents: schema([rule]) }]
  const config = await loadConfig({ files: oneConnection })
  const configured = { ...config, generator: { ...config.generator, allowUnknownConstraints: true } }
  for (const options of [{ config, allowUnknownConstraints: true }, { config: configured }]) {
    const base = (await buildModel(inputs, options)).find(({ path }) => path.endsWith('Base/Book.php'))!
    t.regex(String(base.contents), /use Symfony\\Component\\Validator\\Constraints\\Brandnew as BrandnewConstraint;/)
  }
  const odd = [{ path: 'schema.xml', contents: schema([rule.replace('Brandnew', 'not a name')]) }]
  await t.throwsAsync(buildModel(odd, { config, allowUnknownConstraints: true }), { message: /there is no constraint/ })
})
