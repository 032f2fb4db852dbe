import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="account">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="login" type="VARCHAR" size="50"/>
      <column name="team_id" type="INTEGER"/>
      <foreign-key foreignTable="team"><reference local="team_id" foreign="id"/></foreign-key>
      <behavior name="delegate"><parameter name="to" value="profile, team"/></behavior>
    </table>
    <table name="profile">
      <column name="email" type="VARCHAR" size="50"/>
      <column name="phone" type="VARCHAR" size="50" default="none"/>
      <column name="note" type="VARCHAR" size="50"/>
      <column name="login" type="VARCHAR" size="50"/>
    </table>
    <table name="team">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="city" type="VARCHAR" size="50"/>
      <column name="note" type="VARCHAR" size="50"/>
      <behavior name="delegate"><parameter name="to" value="league"/></behavior>
    </table>
    <table name="shop">
      <column name="place" type="INTEGER" primaryKey="true"/>
      <column name="code" type="VARCHAR" size="20" primaryKey="true"/>
      <behavior name="delegate"><parameter name="to" value="address"/></behavior>
    </table>
    <table name="kiosk">
      <column name="hours" type="INTEGER"/>
      <behavior name="concrete_inheritance"><parameter name="extends" value="shop"/></behavior>
      <behavior name="delegate"><parameter name="to" value="sign"/></behavior>
    </table>
    <table name="sign"><column name="slogan" type="VARCHAR" size="50"/></table>
    <table name="address"><column name="street" type="VARCHAR" size="50"/></table>
    <table name="trainer">
      <column name="wins" type="INTEGER"/>
      <behavior name="concrete_inheritance"><parameter name="extends" value="person"/></behavior>
    </table>
    <table name="person">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="50"/>
      <behavior name="delegate"><parameter name="to" value="contact"/></behavior>
    </table>
    <table name="contact"><column name="mail" type="VARCHAR" size="50"/></table>
    <table name="player">
      <column name="goals" type="INTEGER"/>
      <behavior name="concrete_inheritance"><parameter name="extends" value="person"/><parameter name="exclude_behaviors" value="delegate"/></behavior>
    </table>
    <table name="league"><column name="country" type="VARCHAR" size="50"/></table>
  </database>`

scenariosOnEachDatabase(schema, {
  'B8.1, B8.2: calls go to the delegates, in their order, and new ones are saved': [
    `$account = (new Account())->setLogin('jane'); $account->setEmail('j@example.org'); $account->setCity('Bath'); $account->setNote('of the profile'); $account->save();
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); $account = AccountQuery::create()->findOne();
    echo $account->getEmail(), ' ', $account->getCity(), ' ', $account->getProfile()->getNote(), ' ', $account->getTeam()->getNote() ?? '-', ' ', ProfileQuery::create()->count(), TeamQuery::create()->count(), ' ';
    $account->delete(); echo ProfileQuery::create()->count();`,
    'j@example.org Bath of the profile - 11 0',
  ],
  'B8.3: what is only read leaves no delegate behind': [
    `$account = (new Account())->setLogin('jane'); echo $account->getPhone(), $account->getEmail() ?? '-'; $account->save(); echo ProfileQuery::create()->count(), TeamQuery::create()->count();`,
    'none-00',
  ],
  'B8.4, C21: one level deep, a delegate of a delegate is not asked': [
    `$account = (new Account())->setLogin('jane'); $account->setCity('Bath'); $account->getTeam()->setCountry('UK'); $account->save(); echo $account->getTeam()->getCountry(), LeagueQuery::create()->count(), ' ';
    try { $account->getCountry(); } catch (BadMethodCallException $e) { echo $e->getMessage(); }`,
    'UK1 Account has no method getCountry()',
  ],
  'B8.10: a delegate follows a row whose key changes, read or not': [
    `$shop = (new Shop())->setPlace(1)->setCode('a'); $shop->setStreet('x'); $shop->save(); $shop->setCode('b')->save(); echo $shop->getStreet(); $shop->setStreet('y'); $shop->save();
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); $shop = ShopQuery::create()->findOne(); $shop->setPlace(2)->save(); echo $shop->getStreet();
    $shop->setCode('c')->setPlace(3); $shop->setStreet('z'); $shop->save(); Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
    echo ShopQuery::create()->findPk([3, 'c'])->getStreet(), AddressQuery::create()->count();`,
    'xyz1',
  ],
  'B8.10: a delegate follows a row whose key changes with that of another row': [
    `$kiosk = (new Kiosk())->setPlace(1)->setCode('a'); $kiosk->setSlogan('x'); $kiosk->save(); $kiosk->setCode('b')->save(); echo $kiosk->getSlogan(); $kiosk->setCode('c'); $kiosk->setSlogan('y'); $kiosk->save();
    $con->beginTransaction(); $kiosk->setPlace(2)->save(); $con->rollBack(); echo implode(',', SignQuery::create()->select(['Place', 'Code', 'Slogan'])->findOne()), ' '; $kiosk->save();
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); echo KioskQuery::create()->findPk([2, 'c'])->getSlogan(), SignQuery::create()->count(), ShopQuery::create()->count();`,
    'x1,c,y y11',
  ],
  'B8.11: a delegate of a parent is that of its children, which may exclude it': [
    `$person = (new Person())->setName('p'); $person->setMail('p@'); $person->save(); $trainer = (new Trainer())->setName('t'); $trainer->setMail('t@'); $trainer->save();
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); $trainer = TrainerQuery::create()->filterByMail('t@')->findOne();
    echo $trainer->getName(), $trainer->toArray()['Mail'], PersonQuery::create()->findPk($trainer->getId())->getMail(), PersonQuery::create()->filterByMail('p@')->count(), ' ';
    $trainer->delete(); echo ContactQuery::create()->count(), ' ';
    $player = (new Player())->setName('x'); $player->save(); echo json_encode(array_keys($player->toArray()));
    try { $player->getMail(); } catch (BadMethodCallException $e) { echo $e->getMessage(); }`,
    'tt@t@1 1 ["Goals","Id","Name"]Player has no method getMail() (did you mean "getId"?)',
  ],
  'B8.5: toArray() and fromArray() have the columns that only one table has': [
    `$account = (new Account())->fromArray(['Login' => 'l', 'Email' => 'e', 'City' => 'c', 'Note' => 'n']); $account->save(); $account->reload();
    echo json_encode(array_diff_key($account->toArray(), ['Id' => 1, 'TeamId' => 1])), $account->getProfile()->getNote() ?? '-';
    $account = (new Account())->fromArray(['login' => 'm', 'email' => 'f', 'city' => 'd']); echo $account->getLogin(), $account->getEmail(), $account->getCity();`,
    '{"Login":"l","Email":"e","Phone":"none","City":"c"}-mfd',
  ],
  'B8.6, B8.7: queries filter and order by columns that only one table has': [
    `foreach (['a' => 'x', 'b' => 'y', 'c' => 'y'] as $login => $phone) {
        $account = (new Account())->setLogin($login); $account->setEmail(strrev("$login@")); $account->setPhone($phone); $account->setCity("c$phone"); $account->save();
    }
    $logins = static fn ($query): string => implode('', $query->select('Login')->find()->getData()) . ' ';
    echo $logins(AccountQuery::create()->filterByPhone('y')->orderByEmail('DESC'));
    echo $logins(AccountQuery::create()->filterByPhone('y')->filterByEmail('@b')->filterByCity('cy'));
    echo $logins(AccountQuery::create()->filterBy('City', 'cx')), $logins(AccountQuery::create()->orderByPhone()->orderByLogin());
    echo method_exists(AccountQuery::class, 'filterByNote') ? 'note' : 'no note';`,
    'cb b a abc no note',
  ],
})
