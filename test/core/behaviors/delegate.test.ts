import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const schema = (to = 'profile, team') => `
  <database name="d" defaultIdMethod="native">
    <table name="account">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="login" type="VARCHAR" size="50"/>
      <column name="team_id" type="INTEGER"/>
      <foreign-key foreignTable="team"><reference local="team_id" foreign="id"/></foreign-key>
      <behavior name="delegate"><parameter name="to" value="${to}"/></behavior>
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
    </table>
    <table name="visit">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="account_id" type="INTEGER"/>
      <foreign-key foreignTable="account"><reference local="account_id" foreign="id"/></foreign-key>
    </table>
  </database>`

const run = async (code: string, xml = schema()) => (await runPhp(await buildSchema(xml), code, options)).trim()

test('B8.1: a delegate without a relation gets the key of the main table', async (t) => {
  const { sql } = await buildSchema(schema())
  t.regex(
    sql.sqlite,
    /CREATE TABLE \[profile\]\s*\([^;]*\[id\] INTEGER NOT NULL,\s+PRIMARY KEY \(\[id\]\),\s+FOREIGN KEY \(\[id\]\) REFERENCES \[account\] \(\[id\]\)\s+ON DELETE CASCADE/,
  )
})

test('B8.4: methods of the delegate class, one level deep; others do not exist', async (t) => {
  t.is(
    await run(`
      try { (new Account())->fooBar(); } catch (BadMethodCallException $e) { echo $e->getMessage(), ' '; }
      try { (new Account())->doSaveAll(); } catch (BadMethodCallException) { echo 'no '; }
      echo (new Account())->setEmail('x') instanceof Profile ? 'profile' : 'other';
    `),
    'Account has no method fooBar() no profile',
  )
})

test('B8.8: the docblock names the methods of the delegates', async (t) => {
  const { php } = await buildSchema(schema())
  t.regex(php['Base/Account.php']!, / \* @method \?string getEmail\(\)\n/)
  t.regex(php['Base/Account.php']!, / \* @method ChildProfile setEmail\(/)
})

test('B8.9: what cannot be a delegate is refused', async (t) => {
  const refused = async (to: string, xml = schema(to)) =>
    (await t.throwsAsync(buildSchema(xml), { instanceOf: OrmError }))!.message
  t.regex(await refused('profil'), /"account" delegates to the table "profil"/)
  t.regex(await refused('visit'), /not over the primary key/)
  const withKey = schema('profile').replace('name="email"', 'name="email" primaryKey="true"')
  t.regex(await refused('', withKey), /must have the same primary key as "account"/)
  const withChild = schema('profile').replace(
    '</database>',
    `<table name="guest"><column name="host" type="INTEGER"/><behavior name="concrete_inheritance">
      <parameter name="extends" value="account"/><parameter name="copy_data_to_parent" value="false"/>
    </behavior></table></database>`,
  )
  t.regex(
    await refused('', withChild),
    /"profile" has the keys of table "account", so it cannot be a delegate of "guest" too/,
  )
})
