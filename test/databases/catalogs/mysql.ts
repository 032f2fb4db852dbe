import { foreignKeyText, type ReadTable } from './catalog.js'

// https://mariadb.com/kb/en/information-schema-tables/
export const readTable: ReadTable = async (ask, table) => {
  const here = `table_schema = DATABASE() AND table_name = '${table}'`
  const columns = await ask(`SELECT column_name AS name, column_type AS type, is_nullable AS nullable,
    column_default AS value, extra, column_comment AS comment, character_set_name AS charset, collation_name AS collation
    FROM information_schema.columns WHERE ${here} ORDER BY ordinal_position`)
  const keys = await ask(`SELECT index_name AS name, non_unique, index_type AS type,
    GROUP_CONCAT(CONCAT(column_name, IFNULL(CONCAT('(', sub_part, ')'), '')) ORDER BY seq_in_index) AS columns
    FROM information_schema.statistics WHERE ${here} GROUP BY 1, 2, 3 ORDER BY 1`)
  const foreignKeys =
    await ask(`SELECT k.constraint_name AS name, k.referenced_table_name AS target, update_rule, delete_rule,
    GROUP_CONCAT(column_name ORDER BY ordinal_position) AS local,
    GROUP_CONCAT(referenced_column_name ORDER BY ordinal_position) AS foreign_columns
    FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
    ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
    WHERE k.table_schema = DATABASE() AND k.table_name = '${table}' GROUP BY 1, 2, 3, 4 ORDER BY 1`)
  const [info] = await ask(`SELECT table_comment AS comment FROM information_schema.tables WHERE ${here}`)
  const isUnique = ({ non_unique }: Readonly<Record<string, unknown>>) => String(non_unique) === '0'
  const keyText = ({ name, type, columns: list }: Readonly<Record<string, unknown>>) =>
    `${name} (${list})${type === 'BTREE' ? '' : ` ${type}`}`
  const named = keys.filter(({ name }) => name !== 'PRIMARY')
  return {
    columns: columns.map(({ name, type, nullable, value, extra, comment, collation }) => ({
      name: String(name),
      type: `${type}${collation === 'utf8mb4_bin' && !/^json|longtext/.test(String(type)) ? ' utf8mb4_bin' : ''}`,
      required: nullable === 'NO',
      // MariaDB writes the word where there is no default.
      default: [value === 'NULL' ? '' : value, extra].filter(Boolean).join(' ') || null,
      comment: String(comment),
    })),
    primaryKey: keys.filter(({ name }) => name === 'PRIMARY').flatMap(({ columns: list }) => String(list).split(',')),
    uniques: named.filter(isUnique).map(keyText),
    indexes: named.filter((key) => !isUnique(key)).map(keyText),
    foreignKeys: foreignKeys.map((key) =>
      foreignKeyText(
        String(key.name),
        String(key.local).split(','),
        String(key.target),
        String(key.foreign_columns).split(','),
        String(key.update_rule),
        String(key.delete_rule),
      ),
    ),
    comment: String(info!.comment),
  }
}
