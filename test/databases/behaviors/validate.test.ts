import { existsSync } from 'node:fs'
import { scenariosOnEachDatabase } from '../../support/scenarios.js'

/** Where Debian's php-symfony-validator is. */
const symfony = '/usr/share/php/Symfony/Component/Validator/autoload.php'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="isbn" type="VARCHAR" size="50"/>
      <column name="sold_on" type="DATE"/>
      <behavior name="validate">
        <parameter name="rule1" value="{column: isbn, validator: Unique, options: {message: taken}}"/>
        <parameter name="rule2" value="{column: sold_on, validator: Date}"/>
      </behavior>
    </table>
    <table name="member">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="e_mail" type="VARCHAR" size="50"/>
      <column name="nick" type="VARCHAR" size="50"/>
      <unique><unique-column name="e_mail"/></unique>
      <behavior name="soft_delete"/>
      <behavior name="validate">
        <parameter name="rule1" value="{column: e_mail, validator: Unique, options: {message: taken}}"/>
        <parameter name="rule2" value="{column: nick, validator: Unique, options: {message: nick}}"/>
      </behavior>
    </table>
    <table name="page">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="Title" type="VARCHAR" size="50"/>
      <column name="code" type="VARCHAR" size="50" phpName="Key"/>
      <column name="tags" type="ARRAY"/>
      <behavior name="validate">
        <parameter name="rule1" value="{column: title, validator: NotBlank, options: {message: blank}}"/>
        <parameter name="rule2" value="{column: Title, validator: Unique, options: {message: taken}}"/>
        <parameter name="rule3" value="{column: CODE, validator: Unique, options: {message: taken}}"/>
        <parameter name="rule4" value="{column: tags, validator: Count, options: {min: 1, minMessage: none}}"/>
        <parameter name="rule5" value="{column: permalink, validator: Length, options: {max: 20, maxMessage: long}}"/>
      </behavior>
      <behavior name="i18n"><parameter name="i18n_columns" value="title, permalink"/></behavior>
      <behavior name="sluggable"><parameter name="slug_column" value="permalink"/><parameter name="slug_pattern" value="{title}"/><parameter name="permanent" value="true"/></behavior>
    </table>
  </database>`

if (existsSync(symfony)) {
  scenariosOnEachDatabase(schema, {
    'B14.3: Unique asks the database, and the own row does not count': [
      `require ${JSON.stringify(symfony)};
      $shown = static fn (Book $book): string => $book->validate() ? 'valid ' : 'invalid ' . $book->getValidationFailures()[0]->getMessage() . ' ';
      $book = (new Book())->setIsbn('1')->setSoldOn('2020-01-01'); echo $shown($book); $book->save();
      echo $shown($book), $shown((new Book())->setIsbn('1')), $shown(new Book()); $other = (new Book())->setIsbn('2'); $other->save(); echo $shown($other->setIsbn('1'));
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); echo $shown(BookQuery::create()->findOneByIsbn('1'));`,
      'valid valid invalid taken valid invalid taken valid',
    ],
    'B14.3: Unique counts hidden rows where the column is a unique key, as the database does': [
      `require ${JSON.stringify(symfony)};
      $shown = static fn (Member $member): string => $member->validate() ? 'valid ' : 'invalid ' . $member->getValidationFailures()[0]->getMessage() . ' ';
      $member = (new Member())->setEMail('a')->setNick('n'); $member->save(); $member->delete();
      echo $shown((new Member())->setEMail('a')), $shown((new Member())->setEMail('b')->setNick('n')), $shown($member);`,
      'invalid taken valid valid',
    ],
    'B14.1, B14.2, B9.17, C13, C20: rules of a form, some of them translated, whatever the capital letters of their columns':
      [
        `require ${JSON.stringify(symfony)};
      $shown = static function (Page $page): string { $text = $page->validate() ? 'valid' : ''; foreach ($page->getValidationFailures() as $failure) { $text .= $failure->getPropertyPath() . ' ' . $failure->getMessage() . ','; } return $text . ' '; };
      $page = new Page(); $page->setTitle(''); $page->fromArray(['Key' => 'k', 'Tags' => []]); echo $shown($page); $page->fromArray(['Tags' => ['a']]); $page->setTitle('Hello'); echo $shown($page); $page->save(); echo $shown($page);
      $page->setLocale('fr_FR')->setTitle(''); echo $shown($page); $page->setTitle('Bonjour')->save(); echo $page->getPermalink(), ' ', $page->setLocale('en_US')->getPermalink(), ' ';
      $second = (new Page())->setTitle('Hello')->setKey('k')->setTags(['b']); echo $shown($second); $second->setTitle('Other')->setKey('l')->setPermalink(str_repeat('x', 30)); echo $shown($second); $second->setPermalink('hello')->save(); echo $second->getPermalink(), ' ';
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); $page = PageQuery::create()->joinWithI18n('fr_FR')->findOneByKey('k'); echo $shown($page), $shown($page->setTitle('Other')), $page->getTranslation('en_US')->getTitle();`,
        'tags none,Title blank, valid valid Title blank, bonjour hello code taken,Title taken, permalink long, hello-1 valid Title taken, Hello',
      ],
  })
}
