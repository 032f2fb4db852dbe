// A database that speaks the language of another one, except for a few words.
import { dialects } from 'orm-core/dialect'

const { pgsql } = dialects

export default {
  ...pgsql,
  name: 'cockroach',
  aliases: [],
  words: ['cockroachdb', 'crdb'],
  pdoDrivers: ['pgsql'],
  // It commits each change of a table itself.
  header: () => [],
  footer: () => [],
  createTable: (table, script) =>
    pgsql.createTable(table, script).map((statement) => statement.replace(/ BYTEA\b/g, ' BYTES')),
}
