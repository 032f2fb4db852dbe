import { matching } from '../forms.js'
import { unquotedName } from '../sql-names.js'
import { statementForms } from '../statement-forms.js'
import { reservedWords } from './reserved-words.js'

export const forms = statementForms({
  nameQuotes: '`',
  // Whether letters that differ only in case are equal depends on the server.
  nameKey: unquotedName,
  reservedWords,
  functions: 'CURDATE CURTIME JSON_ARRAY JSON_OBJECT NOW UTC_TIMESTAMP UUID UUID_TO_BIN',
  forms: { utf8: matching(/'?utf8(?:mb[34])?'?/iy) },
  // These engines store the rows themselves; others forward them to existing tables, named by options such as UNION.
  grammar: `
  statement = control | SET (FOREIGN_KEY_CHECKS | UNIQUE_CHECKS) '=' ('0' | '1') | SET NAMES utf8 | drop | index | add | insert | view
    | create {table_option} | DROP SEQUENCE IF EXISTS table | CREATE SEQUENCE table {(START WITH | INCREMENT BY) number}
  element = [UNIQUE | FULLTEXT | SPATIAL] (INDEX | KEY) name '(' sized {',' sized} ')' [USING (BTREE | HASH)] | constraint | column
  sized = name ['(' number ')'] [ASC | DESC]
  table_option = (ENGINE | TYPE) '=' engine | (CHARACTER SET | COLLATE | COMMENT) '=' string
    | (CONNECTION | (DATA | INDEX) DIRECTORY) '=' string | UNION '=' columns | INSERT_METHOD '=' (NO | FIRST | LAST)
    | (AUTO_INCREMENT | AVG_ROW_LENGTH | CHECKSUM | DELAY_KEY_WRITE | KEY_BLOCK_SIZE | MAX_ROWS | MIN_ROWS) '=' (number | string)
    | PACK_KEYS '=' ('0' | '1' | DEFAULT) | ROW_FORMAT '=' word
  engine = INNODB | MYISAM | ARIA | MEMORY | HEAP | ARCHIVE | CSV | ROCKSDB | TOKUDB | NDB | NDBCLUSTER
`,
})
