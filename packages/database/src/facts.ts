import { type Adapter, bareName } from 'orm-core/build'
import type { Connected } from './connect.js'
import type { Row } from './session.js'

/** A table of the database. */
export interface TableFact {
  /** The name without its schema, in lower case. */
  readonly bare: string
  /** As a statement may write it. */
  readonly written: string
  readonly hasTriggers: boolean
  /** Whether a new row takes the place of one with the same key. */
  readonly replacesRows: boolean
}

/** What a statement can reach besides the tables that it names. */
export interface Facts {
  readonly tables: readonly TableFact[]
  /** Views, in lower case and without schema: a write to one goes to other tables. */
  readonly views: ReadonlySet<string>
  /** Functions and procedures that somebody wrote, in lower case. */
  readonly routines: ReadonlySet<string>
  /** From a table to those whose foreign keys refer to it, as `written` and in lower case. */
  readonly references: readonly Reference[]
}

export interface Reference {
  readonly parent: string
  readonly child: string
  /** Whether the foreign key changes or removes rows of the child by itself. */
  readonly acts: boolean
}

interface FactQueries {
  /** Columns `written`, `name` and, where a table can replace rows by itself, `replaces`. */
  readonly tables: string
  readonly views: string
  /** Column `name` of the table. */
  readonly triggers: string
  readonly routines?: string
  /** Columns `parent`, `child`, `acts`. */
  readonly references: string
}

/** Databases besides its own that a statement can reach by name. */
const databasesOfMysql =
  "SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME NOT IN ('mysql', 'information_schema', 'performance_schema', 'sys', DATABASE())"

const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const mysqlQueries = (databases: readonly string[]): FactQueries => {
  const own = (column: string) => `${column} IN (${['DATABASE()', ...databases.map(literal)].join(', ')})`
  const quoted = (...columns: string[]) =>
    `CONCAT(${columns.map((column) => `'\`', REPLACE(${column}, '\`', '\`\`'), '\`'`).join(", '.', ")})`
  const written = (schema: string, table: string) =>
    `IF(${schema} = DATABASE(), ${quoted(table)}, ${quoted(schema, table)})`
  return {
    tables: `SELECT ${written('TABLE_SCHEMA', 'TABLE_NAME')} AS written, TABLE_NAME AS name
      FROM information_schema.TABLES WHERE TABLE_TYPE <> 'VIEW' AND TABLE_TYPE <> 'SEQUENCE' AND ${own('TABLE_SCHEMA')}`,
    views: `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_TYPE = 'VIEW' AND ${own('TABLE_SCHEMA')}`,
    triggers: `SELECT DISTINCT EVENT_OBJECT_TABLE AS name FROM information_schema.TRIGGERS WHERE ${own('EVENT_OBJECT_SCHEMA')}`,
    routines: 'SELECT DISTINCT ROUTINE_NAME AS name FROM information_schema.ROUTINES',
    references: `SELECT ${written('UNIQUE_CONSTRAINT_SCHEMA', 'REFERENCED_TABLE_NAME')} AS parent,
        ${written('CONSTRAINT_SCHEMA', 'TABLE_NAME')} AS child,
        DELETE_RULE NOT IN ('NO ACTION', 'RESTRICT') OR UPDATE_RULE NOT IN ('NO ACTION', 'RESTRICT') AS acts
      FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE ${own('CONSTRAINT_SCHEMA')}`,
  }
}

const others: Readonly<Record<Exclude<Adapter, 'mysql'>, FactQueries>> = {
  pgsql: {
    tables: `SELECT format('%I.%I', n.nspname, c.relname) AS written, c.relname AS name
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      ORDER BY 1`,
    views: `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('v', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
    triggers: `SELECT c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
      UNION SELECT c.relname FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class WHERE c.relkind IN ('r', 'p')`,
    routines: `SELECT DISTINCT p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
    references: `SELECT format('%I.%I', f.relnamespace::regnamespace, f.relname) AS parent,
        format('%I.%I', c.relnamespace::regnamespace, c.relname) AS child,
        (o.confdeltype IN ('c', 'n', 'd') OR o.confupdtype IN ('c', 'n', 'd'))::int AS acts
      FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid JOIN pg_class f ON f.oid = o.confrelid
      WHERE o.contype = 'f'`,
  },
  sqlite: {
    tables: `SELECT '"' || replace(name, '"', '""') || '"' AS written, name, sql LIKE '%conflict%replace%' AS replaces
      FROM sqlite_master
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    views: "SELECT name FROM sqlite_master WHERE type = 'view'",
    triggers: "SELECT DISTINCT tbl_name AS name FROM sqlite_master WHERE type = 'trigger'",
    references: `SELECT '"' || replace(f."table", '"', '""') || '"' AS parent, '"' || replace(m.name, '"', '""') || '"' AS child,
        f.on_delete NOT IN ('NO ACTION', 'RESTRICT') OR f.on_update NOT IN ('NO ACTION', 'RESTRICT') AS acts
      FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
  },
  mssql: {
    tables: `SELECT QUOTENAME(SCHEMA_NAME(schema_id)) + '.' + QUOTENAME(name) AS written, name
      FROM sys.tables WHERE is_ms_shipped = 0 ORDER BY 1`,
    views: 'SELECT name FROM sys.views UNION SELECT name FROM sys.synonyms',
    triggers: 'SELECT DISTINCT OBJECT_NAME(parent_id) AS name FROM sys.triggers WHERE parent_id <> 0',
    routines: "SELECT name FROM sys.objects WHERE type IN ('FN', 'IF', 'TF', 'P') AND is_ms_shipped = 0",
    references: `SELECT QUOTENAME(OBJECT_SCHEMA_NAME(referenced_object_id)) + '.' + QUOTENAME(OBJECT_NAME(referenced_object_id)) AS parent,
        QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + '.' + QUOTENAME(OBJECT_NAME(parent_object_id)) AS child,
        CASE WHEN delete_referential_action <> 0 OR update_referential_action <> 0 THEN 1 ELSE 0 END AS acts
      FROM sys.foreign_keys`,
  },
  oracle: {
    tables: `SELECT '"' || table_name || '"' AS "written", table_name AS "name" FROM user_tables ORDER BY table_name`,
    views: 'SELECT view_name AS "name" FROM user_views UNION SELECT synonym_name FROM user_synonyms',
    triggers: 'SELECT DISTINCT table_name AS "name" FROM user_triggers WHERE table_name IS NOT NULL',
    routines: 'SELECT DISTINCT object_name AS "name" FROM user_procedures',
    references: `SELECT '"' || p.table_name || '"' AS "parent", '"' || c.table_name || '"' AS "child",
        CASE WHEN c.delete_rule = 'NO ACTION' THEN 0 ELSE 1 END AS "acts"
      FROM user_constraints c JOIN user_constraints p ON p.constraint_name = c.r_constraint_name WHERE c.constraint_type = 'R'`,
  },
}

/** Reads what is there; `texts` are the statements that may reach other databases of the server. */
export async function readFacts(
  adapter: Adapter,
  { session, driver, unreachable }: Connected,
  texts: readonly string[],
): Promise<Facts> {
  const query = async (sql: string | undefined): Promise<readonly Row[]> => {
    if (sql === undefined) return []
    try {
      return await session.execute(sql)
    } catch (error) {
      throw unreachable(driver.problemOf(error))
    }
  }
  const queries = adapter === 'mysql' ? mysqlQueries(await namedDatabases(query, texts)) : others[adapter]
  const names = async (sql: string | undefined) =>
    new Set((await query(sql)).map(({ name }) => String(name).toLowerCase()))
  const triggered = await names(queries.triggers)
  return {
    tables: (await query(queries.tables)).map(({ written, name, replaces }) => ({
      bare: String(name).toLowerCase(),
      written: String(written),
      hasTriggers: triggered.has(String(name).toLowerCase()),
      replacesRows: Number(replaces ?? 0) === 1,
    })),
    views: await names(queries.views),
    routines: await names(queries.routines),
    references: (await query(queries.references)).map(({ parent, child, acts }) => ({
      parent: String(parent).toLowerCase(),
      child: String(child).toLowerCase(),
      acts: Number(acts) === 1,
    })),
  }
}

async function namedDatabases(query: (sql: string) => Promise<readonly Row[]>, texts: readonly string[]) {
  if (texts.length === 0) return []
  const all = texts.join('\n').toLowerCase()
  const rows = await query(databasesOfMysql)
  return rows.map(({ name }) => String(name)).filter((name) => all.includes(name.toLowerCase()))
}

/** The tables that lose or change rows with this one, besides itself. */
export function reachOf(written: string, { tables, references }: Facts, everyReference: boolean): TableFact[] {
  const own = tables.filter(({ bare }) => bare === bareName(written)).map((table) => table.written.toLowerCase())
  const reached = new Set(own)
  for (const table of reached) {
    for (const { parent, child, acts } of references) {
      if (parent === table && (acts || everyReference)) reached.add(child)
    }
  }
  return tables.filter((table) => {
    const name = table.written.toLowerCase()
    return reached.has(name) && !own.includes(name)
  })
}
