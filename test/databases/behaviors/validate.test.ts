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
  })
}
