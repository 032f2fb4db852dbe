import type { Diagnostic, Source } from '../../errors/index.js'
import type { FileReader } from '../../files.js'
import type { RunPhp } from '../../php-runner.js'
import type { ConfigNode, Environment } from '../node.js'

/** What a reader may need besides the text of the file. */
export interface ReadContext {
  readonly files: FileReader
  readonly env: Environment
  /** Whether variables are left to PHP, and may be unset. */
  readonly keepEnv: boolean
  readonly php: RunPhp
  /** Reports a value that is not known, which does not keep the others from being read. */
  readonly report: (problem: Diagnostic) => void
  /** The real path of the file, for its includes. Its name in messages may differ. */
  readonly path: string
}

/** Parses text into a tree, or returns undefined if the file is empty. Throws an OrmError if the text is not valid. */
export type ReadFormat = (
  source: Source,
  context: ReadContext,
) => ConfigNode | undefined | Promise<ConfigNode | undefined>

/** A configuration to write. `%` is not escaped, so that a value may refer to the environment. */
export type ConfigInput = string | number | boolean | readonly ConfigInput[] | { readonly [key: string]: ConfigInput }

/**
 * Writes the tree below `orm` as a file, including the root key.
 *
 * @param codeOf returns the code that is written instead of a string, in a format with code
 */
export type WriteFormat = (orm: ConfigInput, codeOf?: (text: string) => string | undefined) => string
