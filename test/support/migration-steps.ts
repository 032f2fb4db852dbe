import type { ExecutionContext } from 'ava'
import type { Project } from './project.js'

/**
 * Returns a function that migrates a project from schema to schema and checks after each migration that the database matches
 * the schema.
 */
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
