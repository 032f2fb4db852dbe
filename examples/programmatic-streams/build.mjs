// The compiler as streams of vinyl files, without any build tool: schemas need not even be on the disk.
import { relative } from 'node:path'
import { Readable } from 'node:stream'
import { loadConfig, modelBuild, OrmError, sqlBuild } from 'orm-core'
import Vinyl from 'vinyl'

const schema = (tables) =>
  new Vinyl({ path: 'schema.xml', contents: Buffer.from(`<database name="shop">${tables}</database>`) })

const files = {
  read: async (path) =>
    path === 'orm.json'
      ? Buffer.from('{"orm":{"database":{"connections":{"shop":{"adapter":"pgsql","dsn":"pgsql:dbname=shop"}}}}}')
      : undefined,
  list: async (directory) => (directory === '.' ? ['orm.json'] : []),
}
const config = await loadConfig({ files })

const item = '<table name="item"><column name="id" type="integer" primaryKey="true" autoIncrement="true"/></table>'
for (const stream of [sqlBuild({ config, files }), modelBuild({ config, files })]) {
  for await (const file of Readable.from([schema(item)]).pipe(stream)) {
    console.log(`${relative('', file.path)}: ${file.orm.kind}`)
  }
}

// Every problem of a run comes in one error.
const wrong = '<table name="item"><column name="id" type="intger" primaryKey="true"/></table>'
try {
  for await (const _ of Readable.from([schema(wrong)]).pipe(sqlBuild({ config, files })));
} catch (error) {
  if (!(error instanceof OrmError)) throw error
  for (const { code, place } of error.diagnostics) console.log(`${code} in line ${place.line}, column ${place.column}`)
}
