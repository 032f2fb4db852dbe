import test from 'ava'
import { buildSql, loadConfig, OrmError } from 'orm-core'
import { codeFrame, formatDiagnostic, Source } from 'orm-core/internal'
import { memoryFiles } from '../../support/memory-files.js'

const config = () =>
  loadConfig({
    files: memoryFiles({
      'orm.json': JSON.stringify({
        orm: { database: { connections: { shop: { adapter: 'sqlite', dsn: 'sqlite::memory:' } } } },
      }),
    }),
  })

/** What a terminal shows of a build whose schema names another file. */
async function shown(contents: string): Promise<string> {
  const schema = `<database name="shop"><external-schema filename=".env"/><table name="book">
    <column name="id" type="integer" primaryKey="true"/></table></database>`
  const error = await failure(
    buildSql([{ path: 'schema.xml', contents: schema }], {
      config: await config(),
      files: memoryFiles({ '.env': contents }),
    }),
  )
  return error.diagnostics.map((each) => `${formatDiagnostic(each)}\n${codeFrame(each)}`).join('\n')
}

const failure = async (work: Promise<unknown>): Promise<OrmError> => {
  try {
    await work
  } catch (error) {
    if (error instanceof OrmError) return error
    throw error
  }
  throw new Error('there is no error')
}

test('no text is shown of a file that a schema names and that is not XML', async (t) => {
  for (const contents of [
    'DB_PASSWORD=S3cr3t\n',
    '# settings\nDB_PASSWORD="S3cr3t & more"\n',
    'DB_PASSWORD=x<y\nTOKEN=S3cr3t\n',
    'DB_PASSWORD=x<y TOKEN=S3cr3t>\n',
    'DB_PASSWORD=<S3cr3t>\n',
    'A=</S3cr3t>',
    'A=&S3cr3t;',
    '\n\n  S3cr3t',
    '<?php return ["password" => "S3cr3t"];',
    '<?= "S3cr3t" ?>',
    '<<<S3cr3t',
    '< S3cr3t',
    '<!S3cr3t>',
    '<![CDATA[S3cr3t]]>',
    '{"password": "S3cr3t"}',
    '-----BEGIN S3cr3t KEY-----',
  ]) {
    const text = await shown(contents)
    t.notRegex(text, /S3cr3t/, contents)
    t.regex(
      text,
      /^\.env:\d+:\d+ ORM-S003 not well-formed XML: the file does not start with an XML element\n$/,
      contents,
    )
  }
})

test('a file that begins as XML has code frames', async (t) => {
  for (const start of [
    '<database name="shop">',
    '\ufeff<?xml version="1.0"?>\n<database name="shop">',
    '\n <!-- shop -->\n<database name="shop">',
    '<!DOCTYPE database>\n<database name="shop">',
  ]) {
    t.regex(await shown(`${start}\n<table name="author">\n</database>`), /\| <table name="author">\n +\| \^$/, start)
  }
})

test('SQL, which can be any file that sqldb.map names, has none', (t) => {
  const source = new Source('.env', 'PASSWORD=S3cr3t')
  t.is(codeFrame({ code: 'ORM-D013', severity: 'error', message: '', place: source.placeAt(0), source }), '')
})
