import test from 'ava'
import { type DialectName, dialects } from 'orm-core'

/** Expressions as people and catalogs write them; a pair where they are written in another form. */
const expressions: Readonly<
  Record<DialectName | 'all', readonly (string | readonly [text: string, written: string])[]>
> = {
  all: [
    '1',
    '-1.50',
    '.5',
    '+7',
    '1e-5',
    '0x1F',
    "'it''s; -- /* fine */'",
    'NULL',
    'TRUE',
    'CURRENT_TIMESTAMP',
    'CURRENT_TIMESTAMP(6)',
    'lower(hex(f(16)))',
    '(1 + 2) * 3',
    "coalesce(a, 'b') || 'c'",
    "CASE WHEN 1 > 0 THEN 'a' ELSE (CASE WHEN 1 THEN 2 END) END",
    '1 = 1 AND NOT 2 = 3 OR x IS NOT NULL',
    "'a' NOT LIKE 'b%' AND 1 IN (1, 2) AND 3 BETWEEN 2 AND 4",
    "CAST('2020-01-01' AS DATE)",
    'SUM(price) FILTER (WHERE price > 1) / COUNT(DISTINCT id)',
    'NOT EXISTS (SELECT 1 FROM x WHERE x.id = y.id)',
    "DATE '2020-01-01'",
    ['  f ( 1,\n\t2 )\r\n', 'f ( 1, 2 )'],
    ["'two\nlines'", "'two\nlines'"],
  ],
  mysql: [
    "b'01'",
    "x'ab'",
    "_utf8mb4'abc' COLLATE utf8mb4_bin",
    'current_timestamp() + interval 1 day',
    '`a`.`b`()',
    'uuid_to_bin(uuid(), 1)',
    '5 DIV 2 MOD 3',
    'NEXT VALUE FOR `s`',
    "'a\\\\'",
    ["'a\\\\\\'; DROP TABLE canary; -- '", "'a\\\\''; DROP TABLE canary; -- '"],
    ['concat(\'it\\\'s\', "a\\"b")', 'concat(\'it\'\'s\', "a""b")'],
  ],
  pgsql: [
    "'x'::character varying",
    "'x'::character varying(10)::text",
    "ARRAY['a'::text, 'b'::text]",
    "'{}'::text[]",
    "(now() AT TIME ZONE 'utc'::text)",
    "now() AT TIME ZONE 'utc'",
    "now() + '1 day'::interval",
    "now() + INTERVAL '1' DAY TO SECOND(3)",
    "nextval('a_seq'::regclass)",
    "TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00+00'",
    "'2020-01-01 00:00:00'::timestamp(3) without time zone",
    "E'a\\'b; --'",
    "$$it's; --$$",
    '\'a\'::text COLLATE "C"',
    '"Odd Schema"."f"(1)',
    "U&'d\\0061t\\+000061'",
    "'a' OPERATOR(pg_catalog.||) 'b'",
    "('{1,2}'::integer[])[1]",
    '@ -5',
    'a IS DISTINCT FROM b AND a IS NOT DISTINCT FROM 1',
    'a IS NOT TRUE OR b IS UNKNOWN OR c NOTNULL',
    'a AT LOCAL',
    "'{\"a\": 1}'::jsonb @> '{}'::jsonb",
  ],
  sqlite: ["datetime('now', 'localtime')", "X'ab'", '[odd name]', '"text"', "'a' GLOB 'b*'", '1 ISNULL'],
  mssql: [
    '(getdate())',
    "N'x'",
    'CONVERT([date], getdate())',
    'NEXT VALUE FOR [dbo].[s]',
    "getdate() AT TIME ZONE 'UTC'",
    "'x' COLLATE Latin1_General_CI_AS",
  ],
  oracle: ['SYSDATE + 1', 's.NEXTVAL', "q'[it's; --]'", "TO_DATE('2020', 'YYYY')", "SYS_CONTEXT('USERENV', 'OS_USER')"],
}

const types: Readonly<Record<DialectName | 'all', readonly string[]>> = {
  all: ['INTEGER', 'DECIMAL(10, 2)', 'DOUBLE PRECISION', 'VARCHAR(20) COLLATE x', '"odd type"'],
  mysql: [
    'int(10) unsigned zerofill',
    "enum('a','it''s; --')",
    "char(3) character set 'utf8' collate utf8_bin",
    'year(4)',
  ],
  pgsql: [
    'timestamp(3) with time zone',
    'character varying(10)[]',
    'public."my type"',
    'interval year to month',
    'bit varying(3)',
  ],
  sqlite: ['UNSIGNED BIG INT', 'NATIVE CHARACTER(70)', 'any words there are', 'FLOAT(7, 3)'],
  mssql: ['nvarchar(max)', 'sys.hierarchyid', 'national char varying(10)', '[dbo].[Flag]'],
  oracle: ['VARCHAR2(10 CHAR)', 'LONG RAW', 'TIMESTAMP WITH LOCAL TIME ZONE', 'NUMBER(10,-2)'],
}

for (const vendor of Object.keys(dialects) as DialectName[]) {
  test(`${vendor}: expressions that are one are written as they are, on one line`, (t) => {
    for (const given of [...expressions.all, ...expressions[vendor]]) {
      const [text, written] = typeof given === 'string' ? [given, given] : given
      t.is(dialects[vendor].sqlExpression(text), written, text)
    }
  })

  test(`${vendor}: types that are one are accepted`, (t) => {
    for (const text of [...types.all, ...types[vendor]]) t.true(dialects[vendor].isSqlType(text), text)
  })

  test(`${vendor}: text that some server of the vendor reads as more than one expression is none`, (t) => {
    const texts: Readonly<Record<DialectName, readonly string[]>> = {
      // Without backslashes, the string ends at the second quote.
      mysql: ['"a\\" + f("; DROP TABLE canary; -- "'],
      // With backslashes, it does not end there.
      pgsql: ["'a\\' || '; DROP TABLE canary; --'"],
      sqlite: ['[a]] ; DROP TABLE canary; --]'],
      mssql: ['1\u00a0DROP\u00a0TABLE\u00a0canary', '1\u3000DROP', '1EXEC(1)'],
      oracle: ["q'[a]'; DROP TABLE canary; --]'"],
    }
    for (const text of [
      ...texts[vendor],
      'a IS',
      'a IS NOT',
      'a IS NOT DISTINCT FROM',
      'a AT TIME',
      '1UNIQUE',
      '1CHECK(1)',
      '1.5UNIQUE',
      "1'a'",
      'a\u2028b',
      'a\0b',
      "'a\0b'",
    ])
      t.is(dialects[vendor].sqlExpression(text), undefined, text)
  })
}

const queries: readonly (string | readonly [text: string, written: string])[] = [
  'SELECT 1',
  'with a as (select 1) select * from a',
  'VALUES (1), (2)',
  '(SELECT 1) UNION ALL (SELECT 2)',
  "SELECT ')', ';' FROM a WHERE b IN (SELECT (1) FROM c)",
  'SELECT a.into_date, insert_id, (SELECT 1) AS x FROM a FOR UPDATE',
  'SELECT a FROM b ORDER BY (c)',
  ['SELECT 1;', 'SELECT 1'],
  ['SELECT/* one */1 -- last', 'SELECT 1'],
  ['SELECT /* one */ 1', 'SELECT  1'],
]

const notOneQuery = [
  '',
  ';',
  '-- only a comment',
  'SELECT 1; SELECT 2',
  'SELECT 1; DROP TABLE canary',
  'DROP TABLE canary',
  'INSERT INTO canary VALUES (1)',
  'DELETE FROM canary',
  'SELECT 1 INTO canary',
  'SELECT 1 into canary FROM a',
  'WITH a AS (SELECT 1) DELETE FROM canary',
  'WITH a AS (SELECT 1) INSERT INTO canary SELECT * FROM a',
  'WITH a AS (SELECT 1) update canary SET id = 1',
  'WITH a AS (SELECT 1) MERGE INTO canary USING a ON 1 = 1',
  'SELECT (1',
  'SELECT 1)',
  'SELECT 1) UNION (SELECT 2',
  'SELECT f(1]',
  'SELECT [1)',
  "SELECT 'a",
  'SELECT 1 /* a',
  'UPDATE',
]

for (const vendor of Object.keys(dialects) as DialectName[]) {
  test(`${vendor}: one query is written without comments and terminator`, (t) => {
    for (const given of queries) {
      const [text, written] = typeof given === 'string' ? [given, given] : given
      t.is(dialects[vendor].sqlQuery(text), written, text)
    }
  })

  test(`${vendor}: text that is no query, or more than one, is none`, (t) => {
    for (const text of notOneQuery) t.is(dialects[vendor].sqlQuery(text), undefined, text)
  })
}

test('queries and statements lose the indent that their lines share, but nothing inside of quotes', (t) => {
  const query = "SELECT id,\n      'one\n  two' AS y\n    FROM a"
  for (const vendor of ['mysql', 'pgsql', 'sqlite', 'mssql', 'oracle'] as const)
    t.is(dialects[vendor].sqlQuery(query), "SELECT id,\n  'one\n  two' AS y\nFROM a", vendor)
  t.is(
    dialects.pgsql.sqlStatement('CREATE FUNCTION f() AS $$\n  SELECT 1\n$$\n    LANGUAGE sql'),
    'CREATE FUNCTION f() AS $$\n  SELECT 1\n$$\nLANGUAGE sql',
  )
})

test('sqlite: words that the server does not read as a type are none', (t) => {
  for (const text of ['NOT', 'SELECT', 'INT SELECT', 'INT ON', 'UNIQUE (1)', 'WITH'])
    t.false(dialects.sqlite.isSqlType(text), text)
})

test('a word in front of a string is no column', (t) => {
  const named = (expression: string) => [...dialects.sqlite.sqlOutline(expression).names].sort()
  t.deepEqual(named("X'00ff'"), [])
  t.deepEqual(named("b'101' + N'é' || x"), ['x'])
  t.deepEqual(named("date >= DATE '2030-01-31' AND name LIKE 'a%'"), ['and', 'date', 'name'])
})
