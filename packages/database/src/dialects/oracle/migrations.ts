import { literal } from '../../session/literal.js'
import type { MigrationRules } from '../../session/session.js'

export const migrations: MigrationRules = {
  literal,
  session: /^ALTER\s+SESSION\b/i,
  // https://docs.oracle.com/en/database/oracle/oracle-database/23/arpls/DBMS_LOCK.html: mode 6 is exclusive, and result 4 means
  // that this session already holds the lock.
  lock: (table) => ({
    take: `SELECT CASE WHEN DBMS_LOCK.REQUEST(${lockId(table)}, 6, 0) IN (0, 4) THEN 1 ELSE 0 END AS "taken" FROM dual`,
    release: `SELECT DBMS_LOCK.RELEASE(${lockId(table)}) AS "released" FROM dual`,
  }),
  timeouts: (lock) => [[`ALTER SESSION SET ddl_lock_timeout = ${lock}`]],
  hasStatementTimeout: false,
  isDoneAlready: ({ code }) =>
    ['ORA-00904', 'ORA-00942', 'ORA-00955', 'ORA-01418', 'ORA-01430', 'ORA-02289', 'ORA-02443'].includes(code ?? ''),
  isThere: ({ code }) =>
    ['ORA-00955', 'ORA-01408', 'ORA-01430', 'ORA-02260', 'ORA-02264', 'ORA-02275'].includes(code ?? ''),
  tableOptions: '',
}

const lockId = (table: string): string => `DBMS_UTILITY.GET_HASH_VALUE(${literal(`orm:${table}`)}, 0, 1073741823)`
