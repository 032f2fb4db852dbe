import { type CatalogQuery, triggerLeftOut } from '../catalog-reader.js'

// https://www.postgresql.org/docs/current/catalogs.html. Columns that only newer servers have are read as JSON.

/** Reports what no schema can express, one notice each. */
export async function tellOfLosses(
  query: CatalogQuery['query'],
  sequences: string,
  notice: (text: string) => void,
): Promise<void> {
  const losses = await query(
    `${ours} ${[...ofTables, ...ofColumns, ...ofParts, ...ofSequences(sequences), ...ofTypes, ...ofDatabase].join(' UNION ALL ')}
     ORDER BY 1, 2, 3`,
  )
  for (const { table, name, text } of losses) {
    if (text === 'trigger') notice(triggerLeftOut(table, name))
    else if (table === null) notice(String(text))
    else notice(`${table}${name === null ? '' : `.${name}`}: ${text}`)
  }
}

/**
 * Relations, separate from partitions. Each list is materialized once: searching it for every row would take minutes with
 * thousands of objects.
 */
const ours = `WITH RECURSIVE member AS MATERIALIZED (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
  place AS MATERIALIZED (SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'),
  relation AS MATERIALIZED (SELECT c.* FROM pg_class c WHERE c.relnamespace IN (SELECT oid FROM place)
    AND c.oid NOT IN (SELECT objid FROM member WHERE classid = 'pg_class'::regclass)),
  whole AS MATERIALIZED (SELECT c.* FROM relation c WHERE c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition),
  part AS MATERIALIZED (SELECT c.oid, c.relname, c.reltablespace, p.oid AS parent, p.relname AS table FROM relation c
    JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class p ON p.oid = i.inhparent
    WHERE c.relispartition AND c.relkind IN ('r', 'p')),
  remark AS MATERIALIZED (SELECT classoid, objoid, description FROM pg_description WHERE objsubid = 0 AND objoid >= 2200),
  used(id) AS (SELECT a.atttypid FROM pg_attribute a JOIN relation c ON c.oid = a.attrelid WHERE c.relkind IN ('r', 'p') AND a.attnum > 0
    UNION SELECT x.id FROM used u JOIN pg_type t ON t.oid = u.id CROSS JOIN LATERAL (VALUES (t.typelem), (t.typbasetype)) AS x(id)
      WHERE x.id <> 0)`

/** Returns the condition for catalog objects that do not belong to an extension. The server uses ids below 16384 for its own. */
const created = (catalog: string, alias: string): string =>
  `${alias}.oid >= 16384 AND ${alias}.oid NOT IN (SELECT objid FROM member WHERE classid = '${catalog}'::regclass)`

/** Returns a join that provides the comment of an object as `k`. */
const remarkOf = (catalog: string, id: string): string =>
  `LEFT JOIN remark k ON k.objoid = ${id} AND k.classoid = '${catalog}'::regclass`

/** Returns a join with a column `text` and one row for each expression that is not NULL. */
const eachOf = (expressions: readonly string[]): string =>
  `CROSS JOIN LATERAL (VALUES ${expressions.map((each) => `(${each})`).join(', ')}) AS l(text)`

const when = (condition: string, text: string): string => `CASE WHEN ${condition} THEN ${text} END`

const ofTables: readonly string[] = [
  `SELECT c.relname AS table, t.tgname::text AS name, 'trigger' AS text FROM pg_trigger t JOIN whole c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal`,
  `SELECT c.relname, NULL, 'its inheritance from ' || p.relname || ' is omitted'
     FROM pg_inherits i JOIN whole c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent`,
  `SELECT c.relname, NULL, l.text || ' is omitted' FROM whole c
     LEFT JOIN pg_tablespace s ON s.oid = c.reltablespace LEFT JOIN pg_am m ON m.oid = c.relam AND m.amname <> 'heap'
     LEFT JOIN pg_class t ON t.oid = c.reltoastrelid
     ${eachOf([
       when("c.relpersistence = 'u' AND c.relkind = 'p'", "'UNLOGGED'"),
       when('c.reloftype <> 0', "'OF ' || format_type(c.reloftype, NULL)"),
       "'the option ' || array_to_string(c.reloptions, ', ')",
       "'the option toast.' || array_to_string(t.reloptions, ', toast.')",
       "'TABLESPACE ' || s.spcname",
       "'USING ' || m.amname",
       when('c.relrowsecurity OR c.relforcerowsecurity', "'row level security'"),
       when("c.relreplident <> 'd' AND c.relkind IN ('r', 'p')", "'REPLICA IDENTITY'"),
     ])} WHERE l.text IS NOT NULL`,
  `SELECT c.relname, NULL, l.text || o.conname || ' is omitted'
     FROM pg_constraint o JOIN whole c ON c.oid = o.conrelid LEFT JOIN pg_index i ON i.indexrelid = o.conindid AND o.contype = 'x'
     LEFT JOIN pg_class x ON x.oid = i.indexrelid LEFT JOIN pg_tablespace s ON s.oid = x.reltablespace
     ${remarkOf('pg_constraint', 'o.oid')}
     ${eachOf([
       when("o.condeferrable AND o.contype = 'p'", "'DEFERRABLE of the constraint '"),
       when("NOT o.convalidated AND o.contype IN ('f', 'c')", "'NOT VALID of the constraint '"),
       when("o.connoinherit AND o.contype = 'c'", "'NO INHERIT of the constraint '"),
       when(
         "o.contype = 'f' AND to_jsonb(o) ->> 'confdelsetcols' IS NOT NULL",
         "'the list of columns in ON DELETE of the constraint '",
       ),
       when('i.indnatts > i.indnkeyatts', "'INCLUDE of the constraint '"),
       "'WITH (' || array_to_string(x.reloptions, ', ') || ') of the constraint '",
       "'TABLESPACE ' || s.spcname || ' of the constraint '",
       when('k.objoid IS NOT NULL', "'the comment of the constraint '"),
     ])} WHERE o.conparentid = 0 AND l.text IS NOT NULL`,
  `SELECT c.relname, NULL, 'the primary key ' || o.conname || ' becomes ' || c.relname || '_pkey'
     FROM pg_constraint o JOIN whole c ON c.oid = o.conrelid
     WHERE o.contype = 'p' AND o.conparentid = 0 AND length(c.relname) < 58 AND o.conname <> c.relname || '_pkey'`,
  `SELECT c.relname, NULL, l.text || i.relname || ' is omitted'
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN whole c ON c.oid = x.indrelid
     ${remarkOf('pg_class', 'i.oid')}
     ${eachOf([
       when('k.objoid IS NOT NULL', "'the comment of the index '"),
       when('x.indisclustered', "'CLUSTER ON '"),
     ])} WHERE l.text IS NOT NULL`,
  `SELECT DISTINCT c.relname, NULL, 'a statistics target of the index ' || i.relname || ' is omitted'
     FROM pg_attribute a JOIN pg_index x ON x.indexrelid = a.attrelid JOIN pg_class i ON i.oid = x.indexrelid
     JOIN whole c ON c.oid = x.indrelid WHERE a.attstattarget >= 0`,
  `SELECT c.relname, NULL, 'the rule ' || r.rulename || ' is omitted'
     FROM pg_rewrite r JOIN relation c ON c.oid = r.ev_class WHERE r.rulename <> '_RETURN'`,
  `SELECT c.relname, NULL, 'the policy ' || p.polname || ' is omitted' FROM pg_policy p JOIN relation c ON c.oid = p.polrelid`,
  `SELECT c.relname, NULL, 'the statistics ' || s.stxname || ' are omitted' FROM pg_statistic_ext s JOIN relation c ON c.oid = s.stxrelid`,
  `SELECT c.relname, NULL, 'the privileges of ' || string_agg(DISTINCT coalesce(r.rolname, 'PUBLIC'), ', ') || ' are omitted'
     FROM relation c CROSS JOIN LATERAL aclexplode(c.relacl) x LEFT JOIN pg_roles r ON r.oid = x.grantee
     WHERE x.grantee <> c.relowner GROUP BY c.oid, c.relname`,
  `SELECT NULL, NULL, 'the owner ' || r.rolname || ' is omitted: ' || string_agg(c.relname, ', ' ORDER BY c.relname)
     FROM relation c JOIN pg_roles r ON r.oid = c.relowner
     WHERE r.rolname <> current_user AND (c.relkind IN ('r', 'p', 'v', 'm') OR c.relkind = 'S' AND c.oid NOT IN
       (SELECT objid FROM pg_depend WHERE classid = 'pg_class'::regclass AND deptype IN ('a', 'i'))) GROUP BY r.rolname`,
]

const ofColumns: readonly string[] = [
  `SELECT c.relname, a.attname, 'the collation ' || l.collname || ' is omitted'
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid JOIN pg_collation l ON l.oid = a.attcollation JOIN whole c ON c.oid = a.attrelid
     WHERE a.attcollation <> t.typcollation AND c.relkind IN ('r', 'p')`,
  `SELECT c.relname, a.attname, l.text
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid JOIN whole c ON c.oid = a.attrelid
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum AND c.relkind = 'v'
     ${eachOf([
       when("a.attstorage <> t.typstorage AND c.relkind <> 'v'", "'its storage is omitted'"),
       when("nullif(to_jsonb(a) ->> 'attcompression', '') IS NOT NULL", "'its compression is omitted'"),
       when('a.attstattarget >= 0', "'its statistics target is omitted'"),
       "'its option ' || array_to_string(a.attoptions, ', ') || ' is omitted'",
       "'the default ' || pg_get_expr(d.adbin, d.adrelid) || ' of the view is omitted'",
       `(SELECT 'the privileges of ' || string_agg(DISTINCT coalesce(r.rolname, 'PUBLIC'), ', ') || ' are omitted'
         FROM aclexplode(a.attacl) x LEFT JOIN pg_roles r ON r.oid = x.grantee)`,
     ])} WHERE a.attnum > 0 AND NOT a.attisdropped AND l.text IS NOT NULL`,
]

/** Features of partitions that their tables lack. */
const ofParts: readonly string[] = [
  `SELECT c.table, NULL, 'the index ' || i.relname || ' of the part ' || c.relname || ' is omitted'
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN part c ON c.oid = x.indrelid
     WHERE i.oid NOT IN (SELECT inhrelid FROM pg_inherits)`,
  `SELECT c.table, NULL, 'the constraint ' || o.conname || ' of the part ' || c.relname || ' is omitted'
     FROM pg_constraint o JOIN part c ON c.oid = o.conrelid
     WHERE o.contype IN ('c', 'f') AND o.conparentid = 0 AND o.conislocal AND o.coninhcount = 0`,
  `SELECT c.table, NULL, 'the trigger ' || t.tgname || ' of the part ' || c.relname || ' is omitted'
     FROM pg_trigger t JOIN part c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND coalesce(to_jsonb(t) ->> 'tgparentid', '0') = '0'`,
  `SELECT c.table, NULL, l.text || ' of the part ' || c.relname || ' is omitted'
     FROM part c LEFT JOIN pg_tablespace s ON s.oid = c.reltablespace ${remarkOf('pg_class', 'c.oid')}
     ${eachOf([when('k.objoid IS NOT NULL', "'the comment'"), "'TABLESPACE ' || s.spcname"])}
     WHERE l.text IS NOT NULL`,
  `SELECT c.table, a.attname, l.text || ' of the part ' || c.relname || ' is omitted'
     FROM part c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     JOIN pg_attribute b ON b.attrelid = c.parent AND b.attname = a.attname
     LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     LEFT JOIN pg_attrdef e ON e.adrelid = b.attrelid AND e.adnum = b.attnum
     ${eachOf([
       when('pg_get_expr(d.adbin, d.adrelid) IS DISTINCT FROM pg_get_expr(e.adbin, e.adrelid)', "'the default'"),
       when('a.attnotnull AND NOT b.attnotnull', "'NOT NULL'"),
     ])} WHERE l.text IS NOT NULL`,
]

// The limits of an integer type are the defaults of a sequence. The first number is within the limits that a schema implies.
const otherLimits = `CASE WHEN CASE WHEN q.seqincrement > 0
      THEN q.seqmin <> LEAST(1, q.seqstart) OR q.seqmax NOT IN (32767, 2147483647, 9223372036854775807)
      ELSE q.seqmax <> GREATEST(-1, q.seqstart) OR q.seqmin NOT IN (-32768, -2147483648, -9223372036854775808) END
  THEN concat('MINVALUE ', q.seqmin, ' MAXVALUE ', q.seqmax) END`

const ofSequences = (sequences: string): readonly string[] => [
  `SELECT t.relname, a.attname, concat_ws(' ', 'the options of its sequence are omitted:',
       CASE WHEN d.deptype = 'a' THEN concat('START ', q.seqstart, ' INCREMENT ', q.seqincrement) END, ${otherLimits},
       CASE WHEN q.seqcache <> 1 THEN 'CACHE ' || q.seqcache END, CASE WHEN q.seqcycle THEN 'CYCLE' END)
     FROM pg_sequence q JOIN pg_depend d ON d.objid = q.seqrelid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
     JOIN relation t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
     WHERE (q.seqstart <> 1 OR q.seqincrement <> 1) AND d.deptype = 'a' OR q.seqcache <> 1 OR q.seqcycle OR ${otherLimits} IS NOT NULL`,
  `SELECT c.relname, NULL, 'the sequence is omitted' FROM relation c
     WHERE c.relkind = 'S' AND c.oid NOT IN (SELECT id FROM (${sequences}) s)
       AND c.oid NOT IN (SELECT objid FROM pg_depend WHERE classid = 'pg_class'::regclass AND deptype IN ('a', 'i'))
       AND c.oid NOT IN (SELECT refobjid FROM pg_depend WHERE classid = 'pg_attrdef'::regclass AND refclassid = 'pg_class'::regclass)`,
  `SELECT c.relname, NULL, l.text
     FROM (${sequences}) s JOIN relation c ON c.oid = s.id JOIN pg_sequence q ON q.seqrelid = s.id
     ${remarkOf('pg_class', 's.id')}
     ${eachOf([
       when(
         "q.seqtypid <> 'bigint'::regtype OR q.seqmin <> 1 OR q.seqmax <> 9223372036854775807 OR q.seqcache <> 1 OR q.seqcycle",
         `concat_ws(' ', 'the options of the sequence are omitted: AS', format_type(q.seqtypid, NULL), 'MINVALUE', q.seqmin, 'MAXVALUE', q.seqmax,
           'CACHE', q.seqcache, CASE WHEN q.seqcycle THEN 'CYCLE' END)`,
       ),
       when("c.relpersistence = 'u'", "'UNLOGGED is omitted'"),
       when('k.objoid IS NOT NULL', "'the comment of the sequence is omitted'"),
     ])} WHERE l.text IS NOT NULL`,
]

const ofTypes: readonly string[] = [
  // Types of columns are reported with the columns.
  `SELECT t.typname, NULL, l.text FROM pg_type t JOIN place n ON n.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid
     LEFT JOIN used u ON u.id = t.oid ${remarkOf('pg_type', 't.oid')}
     ${eachOf([
       when(
         'u.id IS NULL',
         `CASE t.typtype WHEN 'e' THEN 'the enum is omitted, because no column has it'
           WHEN 'd' THEN 'the domain is omitted, because no column has it' ELSE 'the type is omitted' END`,
       ),
       when("t.typtype = 'e' AND k.objoid IS NOT NULL", "'the comment of the enum is omitted'"),
     ])} WHERE (t.typtype IN ('e', 'd', 'r') OR t.typtype = 'c' AND c.relkind = 'c' OR t.typtype = 'b' AND t.typcategory <> 'A')
       AND l.text IS NOT NULL AND ${created('pg_type', 't')}`,
  `SELECT p.proname, NULL, CASE p.prokind WHEN 'p' THEN 'the procedure' WHEN 'a' THEN 'the aggregate' ELSE 'the function' END || ' is omitted'
     FROM pg_proc p JOIN place n ON n.oid = p.pronamespace
     WHERE ${created('pg_proc', 'p')} AND p.oid NOT IN (SELECT objid FROM pg_depend WHERE classid = 'pg_proc'::regclass AND deptype = 'i')`,
]

/** Kinds of objects: the catalog, the name column and the word for messages. */
const kinds: readonly (readonly [catalog: string, name: string, text: string])[] = [
  ['pg_operator', 'oprname', 'operator'],
  ['pg_opclass', 'opcname', 'operator class'],
  ['pg_collation', 'collname', 'collation'],
  ['pg_conversion', 'conname', 'conversion'],
  ['pg_ts_config', 'cfgname', 'text search configuration'],
  ['pg_ts_dict', 'dictname', 'text search dictionary'],
  ['pg_ts_parser', 'prsname', 'text search parser'],
  ['pg_ts_template', 'tmplname', 'text search template'],
  ['pg_language', 'lanname', 'language'],
  ['pg_am', 'amname', 'access method'],
  ['pg_foreign_data_wrapper', 'fdwname', 'foreign data wrapper'],
  ['pg_foreign_server', 'srvname', 'foreign server'],
  ['pg_publication', 'pubname', 'publication'],
  ['pg_event_trigger', 'evtname', 'event trigger'],
]

const ofDatabase: readonly string[] = [
  ...kinds.map(
    ([catalog, name, text]) =>
      `SELECT o.${name}, NULL, 'the ${text} is omitted' FROM ${catalog} o WHERE ${created(catalog, 'o')}`,
  ),
  // An operator class creates an operator family of the same name.
  `SELECT f.opfname, NULL, 'the operator family is omitted' FROM pg_opfamily f
     WHERE ${created('pg_opfamily', 'f')} AND f.opfname NOT IN (SELECT opcname FROM pg_opclass)`,
  `SELECT NULL, NULL, concat('the cast from ', format_type(o.castsource, NULL), ' to ', format_type(o.casttarget, NULL), ' is omitted')
     FROM pg_cast o WHERE ${created('pg_cast', 'o')} AND o.oid NOT IN (SELECT objid FROM pg_depend WHERE classid = 'pg_cast'::regclass AND deptype = 'i')`,
  `SELECT NULL, NULL, concat('the transform of ', format_type(o.trftype, NULL), ' is omitted') FROM pg_transform o WHERE ${created('pg_transform', 'o')}`,
  `SELECT s.subname, NULL, 'the subscription is omitted' FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid WHERE d.datname = current_database()`,
  `SELECT u.srvname, NULL, 'the user mapping of ' || u.usename || ' is omitted' FROM pg_user_mappings u`,
  `SELECT NULL, NULL, concat('the default privileges of ', r.rolname, ' are omitted') FROM pg_default_acl a JOIN pg_roles r ON r.oid = a.defaclrole
     GROUP BY r.rolname`,
  `SELECT NULL, NULL, concat('the version ', e.extversion, ' of the extension ', e.extname, ' is omitted') FROM pg_extension e
     JOIN pg_available_extensions v ON v.name = e.extname WHERE v.default_version <> e.extversion AND e.extname <> 'plpgsql'`,
  `SELECT n.nspname, NULL, l.text FROM place n ${remarkOf('pg_namespace', 'n.oid')}
     ${eachOf([
       when('n.nspname <> current_schema()', "'the schema is omitted: create it before its tables'"),
       when("k.description <> 'standard public schema'", "'the comment of the schema is omitted'"),
     ])} WHERE l.text IS NOT NULL AND n.oid NOT IN (SELECT objid FROM member WHERE classid = 'pg_namespace'::regclass)`,
  `SELECT NULL, NULL, 'the comment of the database is omitted' FROM pg_database d
     WHERE d.datname = current_database() AND shobj_description(d.oid, 'pg_database') IS NOT NULL`,
]
