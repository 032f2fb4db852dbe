import { foreignKeyText, type ReadTable } from './catalog.js'

const actions: Readonly<Record<string, string>> = {
  a: 'NO ACTION',
  r: 'RESTRICT',
  c: 'CASCADE',
  n: 'SET NULL',
  d: 'SET DEFAULT',
}

// https://www.postgresql.org/docs/current/catalogs.html
export const readTable: ReadTable = async (ask, table) => {
  const oid = `'"${table}"'::regclass`
  const names = (relation: string, keys: string) =>
    `(SELECT string_agg(attname, ',' ORDER BY n) FROM unnest(${keys}) WITH ORDINALITY AS k (num, n)
      JOIN pg_attribute ON attrelid = ${relation} AND attnum = num)`
  const columns = await ask(`SELECT attname, format_type(atttypid, atttypmod) AS type, attnotnull,
    pg_get_expr(adbin, adrelid) AS value, col_description(attrelid, attnum) AS comment
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid = ${oid} AND attnum > 0 AND NOT attisdropped ORDER BY attnum`)
  const constraints = await ask(`SELECT contype, conname, ${names('conrelid', 'conkey')} AS local,
    ${names('confrelid', 'confkey')} AS foreign_columns, confrelid::regclass AS target, confupdtype, confdeltype,
    condeferrable, condeferred FROM pg_constraint WHERE conrelid = ${oid} ORDER BY conname`)
  const indexes = await ask(`SELECT relname, ${names('indrelid', 'indkey')} AS columns
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = ${oid} AND NOT indisunique ORDER BY relname`)
  const [comment] = await ask(`SELECT obj_description(${oid}, 'pg_class') AS text`)
  const ofType = (type: string) => constraints.filter(({ contype }) => contype === type)
  return {
    columns: columns.map(({ attname, type, attnotnull, value, comment: text }) => ({
      name: String(attname),
      type: String(type),
      required: attnotnull === 't',
      default: value as string | null,
      comment: String(text ?? ''),
    })),
    primaryKey: ofType('p').flatMap(({ local }) => String(local).split(',')),
    uniques: ofType('u').map(({ conname, local }) => `${conname} (${local})`),
    indexes: indexes.map(({ relname, columns: list }) => `${relname} (${list})`),
    foreignKeys: ofType('f').map((key) =>
      foreignKeyText(
        String(key.conname),
        String(key.local).split(','),
        String(key.target),
        String(key.foreign_columns).split(','),
        actions[String(key.confupdtype)]!,
        actions[String(key.confdeltype)]!,
        `${key.condeferrable === 't' ? ' deferrable' : ''}${key.condeferred === 't' ? ' deferred' : ''}`,
      ),
    ),
    comment: String(comment!.text ?? ''),
  }
}
