import test from 'ava'
import { buildSchema } from 'orm-core/behavior'

const schema = (column: string, behavior: string) => `<database name="d" defaultIdMethod="native"><table name="book">
  <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${column}${behavior}</table></database>`

test('B20.2: soft_delete adds a nullable TIMESTAMP, and takes a declared date or number', async (t) => {
  const use = '<behavior name="soft_delete"/>'
  t.regex((await buildSchema(schema('', use))).sql.pgsql, /"?deleted_at"? TIMESTAMP,?\n/)
  const seconds = await buildSchema(schema('<column name="deleted_at" type="BIGINT"/>', use))
  t.regex(seconds.sql.mysql, /`deleted_at` BIGINT/)
  t.regex(seconds.php['Base/Book.php']!, /setDeletedAt\(Clock::now\(\)->getTimestamp\(\)\)/)
  await t.throwsAsync(buildSchema(schema('<column name="deleted_at" type="VARCHAR"/>', use)), {
    message: /ORM-B001 .*column "deleted_at" is VARCHAR/,
  })
  await t.throwsAsync(buildSchema(schema('<column name="deleted_at" type="DATE" required="true"/>', use)), {
    message: /ORM-B001 .*column "deleted_at" is required/,
  })
})

test('B21.1: blameable adds nullable INTEGER columns, or those that the parameters say', async (t) => {
  const { sql } = await buildSchema(schema('', '<behavior name="blameable"/>'))
  t.regex(sql.mysql, /`created_by` INTEGER,\n\s*`updated_by` INTEGER,/)
  const named = await buildSchema(
    schema(
      '<column name="maker" type="VARCHAR" size="9"/>',
      `<behavior name="blameable"><parameter name="create_column" value="maker"/><parameter name="type" value="VARCHAR"/>
        <parameter name="size" value="30"/></behavior>`,
    ),
  )
  t.regex(named.sql.mysql, /`maker` VARCHAR\(9\),\n\s*`updated_by` VARCHAR\(30\),/)
  const both = '<behavior name="blameable"><parameter name="update_column" value="created_by"/></behavior>'
  await t.throwsAsync(buildSchema(schema('', both)), { message: /column "created_by" cannot hold both users/ })
})
