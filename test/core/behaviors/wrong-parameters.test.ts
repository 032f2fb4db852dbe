import test from 'ava'
import { buildModel, loadConfig, OrmError } from 'orm-core'
import { buildSchema } from 'orm-core/behavior'
import { memoryFiles } from '../../support/memory-files.js'

const behavior = (name: string, parameters: Readonly<Record<string, string>> = {}, more = '') =>
  `<behavior name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<parameter name="${key}" value="${value}"/>`)
    .join('')}${more}</behavior>`

const list = (name: string, ...items: readonly Readonly<Record<string, string>>[]) =>
  `<parameter-list name="${name}">${items
    .map(
      (item) =>
        `<parameter-list-item>${Object.entries(item)
          .map(([key, value]) => `<parameter name="${key}" value="${value}"/>`)
          .join('')}</parameter-list-item>`,
    )
    .join('')}</parameter-list>`

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const title = '<column name="title" type="VARCHAR" size="50" primaryString="true"/>'

const schema = (
  behaviors: string,
  columns = id + title,
  attributes = '',
) => `<database name="d" defaultIdMethod="native">
<table name="book"${attributes}>${columns}
${behaviors}
</table>
<table name="content">${id}<column name="body" type="VARCHAR" size="50"/></table>
<table name="profile">${id}<column name="about" type="VARCHAR" size="50"/></table>
<table name="review">${id}<column name="book_id" type="INTEGER"/><foreign-key foreignTable="book" phpName="Reviewed"><reference local="book_id" foreign="id"/></foreign-key></table>
</database>`

/** The errors of a build, without the place in front where none is expected. */
async function errorsOf(xml: string): Promise<string[]> {
  try {
    await buildSchema(xml)
    return []
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.message.split('\n').filter((line) => !/ORM-W|^ {2}note: /.test(line))
  }
}

const count = { name: 'nb', foreign_table: 'review', expression: 'COUNT(id)' }
const b001 = (name: string, text: string) => `ORM-B001 table "book", behavior "${name}": ${text}`

const refused: Readonly<Record<string, readonly [behaviors: string, place: string, message: string]>> = {
  'a column that does not exist, for i18n': [
    behavior('i18n', { i18n_columns: 'titel' }),
    '3:61',
    b001('i18n', 'table "book" has no column "titel" to translate (did you mean "title"?)'),
  ],
  'a default locale that the column does not hold': [
    behavior('i18n', { i18n_columns: 'title', default_locale: 'sr_Latn_RS' }),
    '3:109',
    b001('i18n', 'locale "sr_Latn_RS" is longer than locale_length, which is 5 (set locale_length to 10 or more)'),
  ],
  'an alias of the locale that is no name': [
    behavior('i18n', { i18n_columns: 'title', locale_alias: 'a b' }),
    '3:107',
    b001('i18n', '"a b" is not a valid PHP name'),
  ],
  'a foreign table that does not exist': [
    behavior('aggregate_column', { ...count, foreign_table: 'revue' }),
    '3:109',
    b001('aggregate_column', 'the foreign table "revue" does not exist (did you mean "review"?)'),
  ],
  'a foreign table that does not refer to the table': [
    behavior('aggregate_column', { ...count, foreign_table: 'profile' }),
    '3:109',
    b001(
      'aggregate_column',
      'table "profile" has no foreign key to "book" (declare a <foreign-key foreignTable="book">)',
    ),
  ],
  'a foreign key that does not exist': [
    behavior('aggregate_column', { ...count, foreign_key: 'Review' }),
    '3:203',
    b001('aggregate_column', 'table "review" has no foreign key "Review" to "book" (it has: Reviewed)'),
  ],
  'a foreign table in another SQL schema': [
    behavior('aggregate_column', { ...count, foreign_schema: 'elsewhere' }),
    '3:206',
    b001(
      'aggregate_column',
      'the foreign table "review" does not exist in the SQL schema "elsewhere" (it is in no SQL schema: remove foreign_schema)',
    ),
  ],
  'a table of translations without a name': [
    behavior('i18n', { i18n_columns: 'title', i18n_table: '' }),
    '3:105',
    b001('i18n', 'parameter "i18n_table" must be a table name, not ""'),
  ],
  'a translated column for the key': [
    behavior('i18n', { i18n_columns: 'title', i18n_pk_column: 'Title' }),
    '3:109',
    b001('i18n', 'column "title" cannot hold both the key of the main row and a translated text (name another column)'),
  ],
  'a translated column for the locale': [
    behavior('i18n', { i18n_columns: 'title', locale_column: 'title' }),
    '3:108',
    b001('i18n', 'column "title" cannot hold both the locale and a translated text (name another column)'),
  ],
  'the column of the key for the locale': [
    behavior('i18n', { i18n_columns: 'title', locale_column: 'id' }),
    '3:108',
    b001('i18n', 'column "id" cannot hold both the locale and the key of the main row (name another column)'),
  ],
  'an archive class that PHP does not allow': [
    behavior('archivable', { archive_class: 'Old Book' }),
    '3:68',
    b001('archivable', 'parameter "archive_class" must be a PHP class, not "Old Book"'),
  ],
  'a parent in another SQL schema': [
    behavior('concrete_inheritance', { extends: 'content', schema: 'elsewhere' }),
    '3:114',
    b001(
      'concrete_inheritance',
      'table "book" extends the table "content", which is not in the SQL schema "elsewhere"',
    ),
  ],
  'a number for the class of the child': [
    behavior('concrete_inheritance', { extends: 'content', descendant_column: 'id' }),
    '3:125',
    b001(
      'concrete_inheritance',
      'column "id" is INTEGER, which cannot hold the name of a class (use VARCHAR, or name another column)',
    ),
  ],
  'an unknown parameter of a behavior with one': [
    behavior('event_dispatcher', { nonsense: '1' }),
    '3:52',
    'ORM-S703 behavior "event_dispatcher" has no parameter "nonsense" (it has: query_events)',
  ],
  'a text that is needed and empty': [
    behavior('aggregate_column', { ...count, expression: '' }),
    '3:154',
    'ORM-B002 table "book": behavior "aggregate_column" needs the parameter "expression" (SQL over that table: COUNT(id))',
  ],
  'an aggregate that is more than an expression': [
    behavior('aggregate_column', { ...count, expression: 'COUNT(*) FROM review; DROP TABLE book; --' }),
    '3:154',
    b001(
      'aggregate_column',
      'parameter "expression" must be one SQL expression, not "COUNT(*) FROM review; DROP TABLE book; --"',
    ),
  ],
  'a condition that is more than an expression': [
    behavior('aggregate_column', { ...count, condition: '1 = 1) UNION SELECT (1' }),
    '3:201',
    b001('aggregate_column', 'parameter "condition" must be one SQL expression, not "1 = 1) UNION SELECT (1"'),
  ],
  'a list that is needed and empty': [
    behavior('aggregate_multiple_columns', { foreign_table: 'review' }, list('columns')),
    '3:93',
    'ORM-B002 table "book": behavior "aggregate_multiple_columns" needs the parameter "columns" (the columns, and SQL over that table)',
  ],
  'an item without a name': [
    behavior('aggregate_multiple_columns', { foreign_table: 'review' }, list('columns', { expression: 'COUNT(id)' })),
    '3:93',
    'ORM-B002 table "book": parameter "columns" of behavior "aggregate_multiple_columns": item 1 needs the parameter "column_name"',
  ],
  'the second item without an expression': [
    behavior(
      'aggregate_multiple_columns',
      { foreign_table: 'review' },
      list('columns', { column_name: 'a', expression: 'COUNT(id)' }, { column_name: 'b', expression: ' ' }),
    ),
    '3:93',
    'ORM-B002 table "book": parameter "columns" of behavior "aggregate_multiple_columns": item 2 needs the parameter "expression"',
  ],
  'an item with a parameter that does not exist': [
    behavior('archivable', {}, list('foreign_keys', { localColumn: 'id', foreignColum: 'id' })),
    '3:29',
    'ORM-B002 table "book": parameter "foreign_keys" of behavior "archivable": item 1 has no parameter "foreignColum"; did you mean "foreignColumn"?',
  ],
  'one column for two aggregates': [
    behavior(
      'aggregate_multiple_columns',
      { foreign_table: 'review' },
      list('columns', { column_name: 'nb', expression: 'COUNT(id)' }, { column_name: 'NB', expression: 'MAX(id)' }),
    ),
    '3:93',
    b001('aggregate_multiple_columns', 'column "NB" holds two aggregates (give each a column of its own)'),
  ],
  'archive_class and archive_table': [
    behavior('archivable', { archive_table: 'x', archive_class: 'Y' }),
    '3:111',
    b001('archivable', 'archive_class and archive_table exclude each other (remove one of them)'),
  ],
  'the table as its own archive': [
    behavior('archivable', { archive_table: 'book' }),
    '3:1',
    b001('archivable', '"book" is the name of the table itself (name another table)'),
  ],
  'the table as that of its own versions': [
    behavior('versionable', { version_table: 'BOOK' }),
    '3:1',
    b001('versionable', '"BOOK" is the name of the table itself (name another table)'),
  ],
  'a column of text for the number of the version': [
    behavior('versionable', { version_column: 'title' }),
    '2:93',
    b001(
      'versionable',
      'column "title" is VARCHAR, which cannot hold the number of a version (use TINYINT, SMALLINT, INTEGER, BIGINT)',
    ),
  ],
  'a boolean that is none': [
    behavior('archivable', { log_archived_at: 'maybe' }),
    '3:70',
    'ORM-B002 table "book": parameter "log_archived_at" of behavior "archivable" must be a boolean, not "maybe"',
  ],
  'a boolean of versions that is none': [
    behavior('versionable', { query_versions: 'update' }),
    '3:70',
    'ORM-B002 table "book": parameter "query_versions" of behavior "versionable" must be a boolean, not "update"',
  ],
  'a parent that does not exist': [
    behavior('concrete_inheritance', { extends: 'contents' }),
    '3:72',
    b001(
      'concrete_inheritance',
      'table "book" extends the table "contents", which does not exist (did you mean "content"?)',
    ),
  ],
  'a column that the parent does not have': [
    behavior('concrete_inheritance', { extends: 'content', copy_data_to_child: 'body, bod' }),
    '3:126',
    b001(
      'concrete_inheritance',
      'parameter "copy_data_to_child": table "content" has no column "bod" (did you mean "body"?)',
    ),
  ],
  'a delegate that does not exist': [
    behavior('delegate', { to: 'profil' }),
    '3:55',
    b001('delegate', 'table "book" delegates to the table "profil", which does not exist (did you mean "profile"?)'),
  ],
  'the table as its own delegate': [
    behavior('delegate', { to: 'profile, book' }),
    '3:55',
    b001('delegate', 'table "book" delegates to itself'),
  ],
  'no delegate': [
    behavior('delegate', { to: ' , ' }),
    '3:55',
    'ORM-B002 table "book": behavior "delegate" needs the parameter "to" (the tables that calls are passed to)',
  ],
  'a scope that does not exist': [
    behavior('sluggable', { scope_column: 'tittle' }),
    '3:66',
    b001('sluggable', 'the scope column "tittle" does not exist (did you mean "title"?)'),
  ],
  'a pattern without delimiters': [
    behavior('sluggable', { replace_pattern: '\\W+' }),
    '3:69',
    b001('sluggable', '"\\W+" is not a regular expression of PHP (with delimiters: /\\W+/)'),
  ],
  'one column for both dates': [
    behavior('timestampable', { create_column: 'at', update_column: 'at' }),
    '3:115',
    b001(
      'timestampable',
      'column "at" cannot hold both dates (disable_created_at or disable_updated_at removes one of them)',
    ),
  ],
  'a rule with a key that does not exist': [
    behavior('validate', { rule1: '{column: title, validator: Length, option: {min: 3}}' }),
    '3:58',
    b001('validate', 'rule "rule1" has the unknown key "option" (did you mean "options"?)'),
  ],
  'a parameter that does not exist': [
    behavior('query_cache', { lifetme: '1' }),
    '3:47',
    'ORM-S703 behavior "query_cache" has no parameter "lifetme" (did you mean "lifetime"?)',
  ],
  'a parameter that is like no other': [
    behavior('query_cache', { nonsense: '1' }),
    '3:47',
    'ORM-S703 behavior "query_cache" has no parameter "nonsense" (it has: backend, lifetime)',
  ],
  'a behavior twice': [
    `${behavior('sluggable')}\n${behavior('sluggable')}`,
    '4:17',
    'ORM-S704 table "book" already has behavior "sluggable" (remove one of them)',
  ],
  'a behavior twice that needs an id then': [
    `${behavior('aggregate_column', count)}\n${behavior('aggregate_column', { ...count, name: 'more' })}`,
    '4:17',
    'ORM-S704 table "book" already has behavior "aggregate_column" (give one of them another id)',
  ],
}

for (const [title, [behaviors, place, message]] of Object.entries(refused)) {
  test(`one diagnostic with its place and a hint: ${title}`, async (t) => {
    t.deepEqual(await errorsOf(schema(behaviors)), [`schema.xml:${place} ${message}`])
  })
}

test('parameters that are missing are told, all of them and once', async (t) => {
  t.deepEqual(
    await errorsOf(schema(`${behavior('aggregate_column')}\n${behavior('delegate')}\n${behavior('validate')}`)),
    [
      'schema.xml:3:1 ORM-B002 table "book": behavior "aggregate_column" needs the parameter "name" (column for the aggregate)',
      'schema.xml:3:1 ORM-B002 table "book": behavior "aggregate_column" needs the parameter "foreign_table" (the table with the rows)',
      'schema.xml:3:1 ORM-B002 table "book": behavior "aggregate_column" needs the parameter "expression" (SQL over that table: COUNT(id))',
      'schema.xml:4:1 ORM-B002 table "book": behavior "delegate" needs the parameter "to" (the tables that calls are passed to)',
      'schema.xml:5:1 ORM-B001 table "book", behavior "validate": it has no rules (a rule is <parameter name="rule1" value="{column: title, validator: NotBlank}"/>)',
    ],
  )
})

test('several problems of one behavior are told in one run', async (t) => {
  const rules = { rule1: '{column: titel, validator: NotBlank}', rule2: '{column: title, validator: NotBlak}' }
  t.deepEqual(
    await errorsOf(
      schema(`${behavior('validate', rules)}\n${behavior('i18n', { i18n_columns: 'titel, summary, id' })}`),
    ),
    [
      'schema.xml:2:20 ORM-B001 table "book", behavior "i18n": column "id" is in the primary key and cannot move',
      'schema.xml:3:58 ORM-B001 table "book", behavior "validate": rule "rule1" is for column "titel", which table "book" does not have (did you mean "title"?)',
      'schema.xml:3:128 ORM-B001 table "book", behavior "validate": rule "rule2": there is no constraint "NotBlak" (did you mean "NotBlank"?)',
      'schema.xml:4:61 ORM-B001 table "book", behavior "i18n": table "book" has no column "titel" to translate (did you mean "title"?)',
      'schema.xml:4:61 ORM-B001 table "book", behavior "i18n": table "book" has no column "summary" to translate',
    ],
  )
})

test('parameters may name columns that any other behavior adds, in any order', async (t) => {
  const rule = (column: string) => ({ rule1: `{column: ${column}, validator: NotBlank}` })
  const added = {
    slug: behavior('sluggable'),
    version_comment: behavior('versionable', { log_comment: 'true' }),
    created_at: behavior('timestampable'),
  }
  for (const [column, adds] of Object.entries(added)) {
    t.deepEqual(await errorsOf(schema(behavior('validate', rule(column)) + adds)), [])
    t.deepEqual(await errorsOf(schema(adds + behavior('validate', rule(column)))), [])
  }
  const child = (more: object) =>
    `<table name="novel">${behavior('concrete_inheritance', { extends: 'book', copy_data_to_child: 'slug', ...more })}</table></database>`
  const inherited = (more = {}) => errorsOf(schema(behavior('sluggable')).replace('</database>', child(more)))
  t.deepEqual(await inherited(), [])
  t.deepEqual(await inherited({ exclude_behaviors: 'sluggable' }), [
    'schema.xml:8:143 ORM-B001 table "novel", behavior "concrete_inheritance": parameter "copy_data_to_child": table "novel" has no column "slug"',
  ])
})

test('C23: names of columns and relations that would replace what a behavior needs are refused', async (t) => {
  const column = (name: string) => `${id}${title}<column name="${name}" type="INTEGER"/>`
  const told = (member: string, name: string, by: string) => [
    `ORM-B003 table "book": ${member} comes from column "${name}" and from behavior "${by}" (set the phpName of a column or relation, or remove a behavior)`,
  ]
  const cases = {
    archive: ['archivable', 'method "getArchive"'],
    all_versions: ['versionable', 'method "getAllVersions"'],
    tree_place: ['nested_set', 'method "getTreePlace"'],
    untranslated: ['i18n', 'property "untranslated"'],
    list_key: ['sortable', 'method "getListKey"'],
  } as const
  for (const [name, [by, member]] of Object.entries(cases)) {
    const errors = await errorsOf(schema(behavior(by), column(name)))
    t.deepEqual(
      errors.map((line) => line.replace(/^schema\.xml:3:1 /, '')),
      told(member, name, by),
    )
  }
  t.regex(
    (await errorsOf(schema(behavior('concrete_inheritance', { extends: 'content' }), column('child_object')))).join(),
    /^schema\.xml:3:1 ORM-B001 .* the method getChildObject\(\) of a column or relation is also a method of the parent/,
  )
  t.regex(
    (await errorsOf(schema(behavior('archivable'), column('archived_at')))).join(),
    /column "archived_at" is INTEGER, which cannot hold a date \(use TIMESTAMP, DATETIME, DATE, or name another/,
  )
})

test('declared archives and version tables without the key of the main table are refused', async (t) => {
  const beside = (name: string, columns: string) => `<table name="${name}">${columns}</table></database>`
  const x = '<column name="x" type="INTEGER" primaryKey="true"/>'
  const cases = [
    ['archivable', beside('book_archive', x), 'table "book_archive" has no column', '"id"'],
    ['versionable', beside('book_version', x), 'table "book_version" has no column', '"id", "version"'],
    ['versionable', beside('book_version', id), 'table "book_version" has no column', '"version"'],
  ] as const
  for (const [name, table, message, missing] of cases) {
    const hint = `(declare ${missing}, or remove the table from the schema, so that the behavior adds it)`
    t.deepEqual(await errorsOf(schema(behavior(name)).replace('</database>', table)), [
      `schema.xml:8:1 ${b001(name, `${message} ${missing}`)} ${hint}`,
    ])
  }
})

test('behaviors that need a primary key say how to get one', async (t) => {
  const columns = '<column name="n" type="INTEGER"/>'
  for (const name of ['archivable', 'versionable', 'sortable', 'nested_set']) {
    const lonely = `<database name="d"><table name="book">${columns}${behavior(name)}</table></database>`
    const [message, ...more] = await errorsOf(lonely)
    t.regex(message!, /^schema\.xml:1:20 ORM-B001 .* needs? a primary key \(.*auto_add_pk\)$/)
    t.deepEqual(more, [])
  }
})

test('versions of a row whose texts have none are refused, and a warning in lenient projects', async (t) => {
  const pair = (name: string, i18n: Readonly<Record<string, string>> = {}) =>
    schema(behavior('i18n', { i18n_columns: 'title', ...i18n }) + behavior(name))
  const message = (texts: string) =>
    `versions of the row do not contain the texts of behavior "i18n", which are in table "${texts}" (add <table name="${texts}"><behavior name="versionable"/></table>, so that each translation has its own versions)`
  const orm = { database: { connections: { d: { adapter: 'sqlite', dsn: 'sqlite::memory:' } } } }
  const lenient = await loadConfig({ files: memoryFiles({ 'orm.json': JSON.stringify({ orm }) }), lenient: true })
  for (const [texts, i18n] of [
    ['book_i18n', {}],
    ['Book_texts', { i18n_table: '%PHPNAME%_texts' }],
  ] as const) {
    const xml = pair('versionable', i18n)
    const [found, ...others] = await errorsOf(xml)
    t.is(found?.replace(/^\S+ /, ''), `ORM-B009 table "book", behavior "versionable": ${message(texts)}`)
    t.deepEqual(others, [])
    const warnings: string[] = []
    await buildModel([{ path: 'schema.xml', contents: xml }], {
      config: lenient,
      files: memoryFiles({}),
      onWarning: ({ code }) => warnings.push(code),
    })
    t.deepEqual(warnings, ['ORM-B009'])
    const withTexts = (more: string) => xml.replace('</database>', `<table name="${texts}">${more}</table></database>`)
    t.is((await errorsOf(withTexts(behavior('timestampable')))).length, 1)
    t.deepEqual(await errorsOf(withTexts(behavior('versionable'))), [])
    // At database level, the translations get versions like all tables.
    t.deepEqual(await errorsOf(pair('timestampable', i18n).replace('<table', `${behavior('versionable')}<table`)), [])
  }
})

test('a behavior that is excluded but not there is a warning', async (t) => {
  const { warnings } = await buildSchema(
    schema(behavior('concrete_inheritance', { extends: 'content', exclude_behaviors: 'sortabel' })),
  )
  t.deepEqual(
    warnings.map(({ message }) => message),
    [
      'table "book", behavior "concrete_inheritance": exclude_behaviors names "sortabel", which table "content" does not have',
    ],
  )
})

test('a parameter that is written as an attribute is a warning that says how to write it', async (t) => {
  const { warnings } = await buildSchema(schema('<behavior name="sluggable" permanent="true"/>'))
  t.deepEqual(
    warnings.map(({ code, message, hint }) => [code, message, hint]),
    [['ORM-W105', '<behavior> has no attribute "permanent"', 'a parameter is <parameter name="permanent" value="…"/>']],
  )
})

test('one mistake is one message: behaviors do not miss what could not be read', async (t) => {
  const codes = async (xml: string) => (await errorsOf(xml)).map((line) => line.split(' ').slice(0, 2).join(' '))
  const rule = '{column: title, validator: NotBlank}'
  const noId = '<colunm name="id" type="INTEGER" primaryKey="true"/>'
  const wrongId = '<column name="id" type="INTEGER" primaryKey="ture"/>'
  const wrong: readonly (readonly [xml: string, found: string])[] = [
    [schema(behavior('sortable'), noId + title), 'schema.xml:2:21 ORM-S106'],
    [schema(behavior('i18n', { i18n_columns: 'title' }), wrongId + title), 'schema.xml:2:65 ORM-S104'],
    [schema(behavior('delegate', { too: 'profile' })), 'schema.xml:3:44 ORM-S703'],
    [schema(behavior('delegate', { target: 'profile' })), 'schema.xml:3:44 ORM-S703'],
    [schema(behavior('delegate', {}, '<paramter name="to" value="profile"/>')), 'schema.xml:3:28 ORM-S106'],
    [schema(behavior('delegate', {}, '<parameter value="profile"/>')), 'schema.xml:3:27 ORM-S107'],
    [schema(behavior('delegate', {}, '<parameter name="to"/>')), 'schema.xml:3:27 ORM-S107'],
    [schema(behavior('validate', {}, `<parameter name="rule1" valeu="${rule}"/>`)), 'schema.xml:3:51 ORM-S102'],
    [schema(behavior('validate', {}, '<parameter name="rule1"/>')), 'schema.xml:3:27 ORM-S107'],
    [schema(`<behavior/>${behavior('sortable')}`, title), 'schema.xml:3:1 ORM-S107'],
    [schema(behavior('auto_add_kp') + behavior('sortable'), title), 'schema.xml:3:17 ORM-S701'],
    [
      schema(behavior('sortable'), title).replace('<table', '<behavior name="company_keys"/><table'),
      'schema.xml:2:17 ORM-S701',
    ],
  ]
  for (const store of ['name="config_stroe" id="dates"', 'name="config_store"', 'id="dates"']) {
    const [first, ...others] = await codes(
      schema('<behavior name="config_load" ref="dates"/>').replace(
        '<table',
        `<behavior ${store} behavior="timestampable"/><table`,
      ),
    )
    t.regex(first!, /^schema\.xml:2:\d+ ORM-S(?:701|107)$/)
    t.deepEqual(others, [])
  }
  const items = '<parameter-list-item><parameter value="nb"/><parameter name="expression" value="COUNT(id)"/>'
  const several = `<parameter-list name="columns">${items}</parameter-list-item></parameter-list>`
  t.deepEqual(await codes(schema(behavior('aggregate_multiple_columns', { foreign_table: 'review' }, several))), [
    'schema.xml:3:145 ORM-S107',
  ])
  for (const [xml, found] of wrong) t.deepEqual(await codes(xml), [found])
  const elsewhere = schema(behavior('versionable')).replace('name="d"', 'name="d" namespace="a.b"')
  t.deepEqual(await codes(elsewhere), ['schema.xml:1:31 ORM-S808'])
  const child = `</table><table name="novel">${behavior('concrete_inheritance', { extends: 'book' })}`
  t.deepEqual(await codes(schema(child.replace('"book"', '"boko"'))), ['schema.xml:3:100 ORM-B001'])
  const key = '<foreign-key foreignTable="review"></foreign-key>'
  t.deepEqual(await codes(schema(key + child)), ['schema.xml:3:1 ORM-S504'])
  const far = key.replace('><', '><reference local="nb" foreign="iid"/><')
  const nb = '<column name="nb" type="INTEGER"/>'
  t.deepEqual(await codes(schema(far + child, id + title + nb)), ['schema.xml:3:67 ORM-S503'])
  const typed = '<column name="review_id" type="INTEGR"/>'
  const reference = '<reference local="review_id" foreign="id"/>'
  t.deepEqual(await codes(schema(key.replace('><', `>${reference}<`) + child, id + title + typed)), [
    'schema.xml:2:192 ORM-S302',
  ])
  t.deepEqual(await codes(schema(far.replace('review', 'reviwe') + child, id + title + nb)), [
    'schema.xml:3:28 ORM-S501',
  ])
  const before = schema(far, id + title + nb).replace('<table', `${child.replace('</table>', '')}</table><table`)
  t.deepEqual(await codes(before), ['schema.xml:3:67 ORM-S503'])
  const position = id + title + '<column name="nr" type="INTEGR"/>'
  t.deepEqual(await codes(schema(behavior('sortable', { rank_column: 'nr' }), position)), ['schema.xml:2:185 ORM-S302'])
  t.deepEqual(await codes(schema('', id + title.replace('title', 'ti-tle'), ' phpNamingMethod="claen"')), [
    'schema.xml:2:37 ORM-S103',
  ])
  const noKey = id.replace('primaryKey="true"', '')
  t.deepEqual(
    await codes(schema(behavior('sortable') + behavior('versionable') + behavior('archivable'), noKey + title)),
    ['schema.xml:2:1 ORM-B001'],
  )
  const translated = behavior('i18n', { i18n_columns: 'title' })
  t.deepEqual(await codes(schema(translated, id + title + title)), ['schema.xml:2:175 ORM-S206'])
  t.deepEqual(await codes(schema(translated, id + id + title)), ['schema.xml:2:107 ORM-S206'])
  const counted = (reference: string) =>
    schema(behavior('aggregate_column', count)).replace('<reference local="book_id" foreign="id"/>', reference)
  t.deepEqual(await codes(counted('')), ['schema.xml:7:134 ORM-S504'])
  t.deepEqual(await codes(counted('<reference local="book_id"/>')), ['schema.xml:7:186 ORM-S505'])
  t.deepEqual(await codes(counted('<reference foreign="id"/>')), ['schema.xml:7:186 ORM-S107'])
  const aggregated = schema(behavior('aggregate_column', count))
  t.deepEqual(await codes(aggregated.replace('foreignTable="book"', 'foreignTable="boko"')), [
    'schema.xml:7:161 ORM-S501',
  ])
  t.deepEqual(await codes(aggregated.replace('foreignTable="book"', '')), ['schema.xml:7:134 ORM-S107'])
  t.deepEqual(await codes(aggregated.replace('foreignTable="book"', 'foreignTable="profile"')), [
    'schema.xml:3:109 ORM-B001',
  ])
  const up =
    '<column name="up" type="INTEGER"/><foreign-key foreignTable="boko"><reference local="up" foreign="id"/></foreign-key>'
  const tree = behavior('sluggable', { slug_pattern: '{Title}', tree: 'true', parent_column: 'up' })
  t.deepEqual(await codes(schema(tree, id + title + up)), ['schema.xml:2:222 ORM-S501'])
})

test('several mistakes are as many messages, also in one table, foreign key or list', async (t) => {
  const codes = async (xml: string) => (await errorsOf(xml)).map((line) => line.split(' ').slice(0, 2).join(' '))
  const items = list('columns', { column_name: 'nb' }, { column_name: 'a b', expression: 'SUM(id)', expr: 'x' })
  const [first, second, third, ...others] = await errorsOf(
    schema(behavior('aggregate_multiple_columns', { foreign_table: 'review' }, items)),
  )
  t.regex(first!, /item 1 needs the parameter "expression"$/)
  t.regex(second!, /item 2 has no parameter "expr"; there are column_name, expression$/)
  t.regex(third!, /item 2: parameter "column_name" must be a column name, not "a b"$/)
  t.deepEqual(others, [])

  const key = '<foreign-key foreignTable="reviwe"><reference local="reviewid" foreign="id"/></foreign-key>'
  t.deepEqual(await codes(schema(key)), ['schema.xml:3:28 ORM-S501', 'schema.xml:3:54 ORM-S502'])

  const noTarget = '<foreign-key><reference local="id" foreign="id"/></foreign-key>'
  const index = '<index><index-column name="titel"/></index>'
  t.deepEqual(await codes(schema(noTarget + index)), ['schema.xml:3:1 ORM-S107', 'schema.xml:3:91 ORM-S410'])

  const wrongName = '<column name="-5" type="INTEGER"/>'
  t.deepEqual(await codes(schema(behavior('archivable', { archive_tabel: 'old' }), id + title + wrongName)), [
    'schema.xml:2:175 ORM-S801',
    'schema.xml:3:46 ORM-S703',
  ])

  const log = '<table name="log"><column name="x" type="INTEGER" primaryKey="true"/></table></database>'
  const both = behavior('archivable', { archive_table: 'log' }) + behavior('versionable', { version_table: 'log' })
  t.deepEqual(await codes(schema(both).replace('</database>', log)), [
    'schema.xml:8:1 ORM-B001',
    'schema.xml:8:1 ORM-B001',
  ])
})
