import type { BuiltFile, WriteResult } from 'orm-core/internal'
import { withCurrentPlan } from './commit.js'
import { type ModelScope, type Part, planFiles, type WriteOptions } from './plan.js'

export interface WriteModelOptions extends WriteOptions, ModelScope {}

/** Whether something was done, or would be. */
export const isChange = ({ outcome }: WriteResult): boolean => ['created', 'updated', 'removed'].includes(outcome)

/** The one writer: files are replaced together, when all of them are ready, and only those that Orm wrote. */
export const writeFiles = (
  files: Iterable<BuiltFile>,
  directory: string,
  options: WriteOptions = {},
): Promise<WriteResult[]> => write({ directory, files }, options)

/**
 * Writes model classes and removes those of tables that are gone. Classes of other schemas in the same directory are left
 * alone, and stay registered in the loader.
 */
export const writeModel = (
  files: Iterable<BuiltFile>,
  directory: string,
  { schemaDir = '.', covers = () => false, ...options }: WriteModelOptions = {},
): Promise<WriteResult[]> => write({ directory, files, model: { schemaDir, covers } }, options)

async function write(part: Part, options: WriteOptions): Promise<WriteResult[]> {
  const files = [...part.files]
  return withCurrentPlan(async () => (await planFiles([{ ...part, files }], options)).commit())
}
