import type { ExecutionContext } from 'ava'
import type { Project } from './project.js'

/** Takes a project from schema to schema by migrations; after each of them the database is what the schema says. */
export function migrationSteps(t: ExecutionContext, project: Project) {
  const orm = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await project.orm(...args)
    t.is(code, 0, stdout + stderr)
    return stdout + stderr
  }
  const step = async (schema: string, ...flags: string[]): Promise<string> => {
    await project.write('schema.xml', schema)
    const said = await orm('migration:diff', 'step', ...flags)
    await orm('migrate')
    await orm('migration:drift')
    t.regex(await orm('migration:diff', '--from=database'), /has not changed/)
    return said
  }
  return { orm, step }
}
