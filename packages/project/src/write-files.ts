import type { BuiltFile, WriteResult } from 'orm-core/internal'
import { checkOptions } from 'orm-core/internal/options'
import { withCurrentPlan } from './commit.js'
import { type ModelScope, type Part, planFiles, type WriteOptions } from './plan.js'

export interface WriteModelOptions extends WriteOptions, ModelScope {}

const writeNames = ['dryRun', 'overwrite', 'root', 'written'] as const satisfies (keyof WriteOptions)[]

/** Returns whether a file was changed, or would be. */
export const isChange = ({ outcome }: WriteResult): boolean => ['created', 'updated', 'removed'].includes(outcome)

/** Writes files. They are replaced together when all of them are ready, and only if Orm wrote them. */
export async function writeFiles(
  files: Iterable<BuiltFile>,
  directory: string,
  options: WriteOptions = {},
): Promise<WriteResult[]> {
  checkOptions(options, writeNames)
  return write({ directory, files }, options)
}

/**
 * Writes model classes and removes those of dropped tables. Classes of other schemas in the same directory are kept and stay
 * registered in the loader.
 */
export async function writeModel(
  files: Iterable<BuiltFile>,
  directory: string,
  options: WriteModelOptions = {},
): Promise<WriteResult[]> {
  checkOptions(options, [...writeNames, 'schemaDir', 'covers'] satisfies (keyof WriteModelOptions)[])
  const { schemaDir = '.', covers = () => false, ...rest } = options
  return write({ directory, files, model: { schemaDir, covers } }, rest)
}

async function write(part: Part, options: WriteOptions): Promise<WriteResult[]> {
  const files = [...part.files]
  return withCurrentPlan(async () => (await planFiles([{ ...part, files }], options)).commit())
}
