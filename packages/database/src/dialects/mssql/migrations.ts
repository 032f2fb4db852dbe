import { literal } from '../../session/literal.js'
import type { MigrationRules } from '../../session/session.js'

export const migrations: MigrationRules = {
  literal: (text) => `N${literal(text)}`,
  begin: 'BEGIN TRANSACTION',
  beginStatement: 'BEGIN TRANSACTION',
  refusesTransaction: ({ code }) => code === '574' || code === '226',
  session: /^(?:SET|USE)\b/i,
  // https://learn.microsoft.com/en-us/sql/relational-databases/system-stored-procedures/sp-getapplock-transact-sql
  lock: (table) => ({
    take:
      `DECLARE @taken INT; EXEC @taken = sp_getapplock @Resource = ${resource(table)}, @LockMode = 'Exclusive', ` +
      `@LockOwner = 'Session', @LockTimeout = 0; SELECT CASE WHEN @taken >= 0 THEN 1 ELSE 0 END AS taken`,
    release: `EXEC sp_releaseapplock @Resource = ${resource(table)}, @LockOwner = 'Session'`,
  }),
  timeouts: (lock) => [[`SET LOCK_TIMEOUT ${lock * 1000}`]],
  hasStatementTimeout: false,
  isDoneAlready: ({ code }) => ['1913', '2705', '2714', '3701', '3728', '4924'].includes(code ?? ''),
  isThere: ({ code }) => ['1779', '1913', '2705', '2714'].includes(code ?? ''),
  tableOptions: '',
}

const resource = (table: string): string => literal(`orm:${table}`)
