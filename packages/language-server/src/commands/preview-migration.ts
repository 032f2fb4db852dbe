import { isError, type MigrationPlan } from 'orm-core/internal'

/** Returns the next migration of all connections as text, with its changes and lint findings. */
export function migrationText(plans: readonly MigrationPlan[]): string {
  const head = 'Preview of the next migration of the schema in the editor. "orm migration:diff" writes it.'
  return `${[comment(head), ...plans.map(textOf)].join('\n\n')}\n`
}

function textOf({ connection, changes, lookAlikes, lint, files }: MigrationPlan): string {
  if (changes.length === 0)
    return comment(`Connection "${connection}": the schema has not changed since the last migration.`)
  const sql = files.find(({ path }) => path.endsWith('.sql'))
  const lines = [
    `Connection "${connection}":`,
    ...changes.map((change) => `- ${change}`),
    ...lookAlikes.map(({ rename }) => `To keep the rows of a rename: orm migration:diff --rename=${rename}`),
    ...lint.map((found) => `${isError(found) ? 'Error' : 'Warning'} ${found.code}: ${found.message}`),
  ]
  return [...lines.map(comment), ...(sql ? ['', String(sql.contents).trim()] : [])].join('\n')
}

/** Returns a one-line comment, whatever the text contains. */
const comment = (text: string): string => `-- ${text.replace(/[\r\n\u2028\u2029]+/g, ' ')}`
