import type { BuiltFile, WriteResult } from 'orm-core/internal'
import { type ModelScope, planFiles, type WriteOptions } from './plan.js'

export interface WriteModelOptions extends WriteOptions, ModelScope {}

/** Whether something was done, or would be. */
export const isChange = ({ outcome }: WriteResult): boolean => ['created', 'updated', 'removed'].includes(outcome)

/** The one writer: files are replaced together, when all of them are ready, and only those that Orm wrote. */
export const writeFiles = async (
  files: Iterable<BuiltFile>,
  directory: string,
  options: WriteOptions = {},
): Promise<WriteResult[]> => (await planFiles([{ directory, files }], options)).commit()

/**
 * Writes model classes and removes those of tables that are gone. Classes of other schemas in the same directory are left
 * alone, and stay registered in the loader.
 */
export const writeModel = async (
  files: Iterable<BuiltFile>,
  directory: string,
  { schemaDir = '.', covers = () => false, ...options }: WriteModelOptions = {},
): Promise<WriteResult[]> => (await planFiles([{ directory, files, model: { schemaDir, covers } }], options)).commit()
