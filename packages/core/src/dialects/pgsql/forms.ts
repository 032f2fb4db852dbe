import { asciiLower } from '../../model/index.js'
import { matching } from '../forms.js'
import { unquotedName } from '../sql-names.js'
import { statementForms } from '../statement-forms.js'
import { reservedWords } from './reserved-words.js'

export const forms = statementForms({
  nameQuotes: '"',
  nameKey: (part) => (part.startsWith('"') ? unquotedName(part) : asciiLower(part)),
  reservedWords,
  functions: 'CLOCK_TIMESTAMP GEN_RANDOM_UUID LOWER MD5 NEXTVAL NOW RANDOM STATEMENT_TIMESTAMP UPPER',
  types: `BIGINT BIGSERIAL BIT BOOL BOOLEAN BYTEA CHAR CHARACTER CIDR DATE DATERANGE DECIMAL DOUBLE FLOAT FLOAT4 FLOAT8 INET INT
    INT2 INT4 INT4RANGE INT8 INT8RANGE INTEGER INTERVAL JSON JSONB MACADDR NUMERIC NUMRANGE REAL SERIAL SMALLINT SMALLSERIAL TEXT
    TIME TIMESTAMP TIMESTAMPTZ TIMETZ TSRANGE TSTZRANGE UUID VARBIT VARCHAR XML`,
  forms: {
    utf8: matching(/'?utf-?8'?/iy),
    // System tables are found before the tables of any schema.
    fresh: ({ tokens }, at) => (/^"?pg_/i.test(tokens[at]?.text ?? '') ? -1 : at),
  },
  grammar: `
  statement = control | SET NAMES utf8 | CREATE SCHEMA IF NOT EXISTS name | CREATE SEQUENCE table {(START WITH | INCREMENT BY) number}
    | SET [SESSION | LOCAL] (LOCK_TIMEOUT | STATEMENT_TIMEOUT | CLIENT_MIN_MESSAGES) ('=' | TO) (number | string | word)
    | CREATE EXTENSION IF NOT EXISTS name [WITH SCHEMA name]
    | CREATE TYPE makes:table AS ENUM '(' string {',' string} ')' | DROP TYPE [IF EXISTS] unmakes:table
    | DROP SEQUENCE [IF EXISTS] unlinks:table [CASCADE] | drop [CASCADE] | create | index | add | comment | insert | view
`,
})
