import type { Source } from '../../errors/index.js'
import type { FileReader } from '../../files.js'
import type { RunPhp } from '../../php-runner.js'
import type { Environment } from '../config-parameters.js'
import type { ConfigNode } from '../node.js'

/** What reading a file may need besides its text. */
export interface ReadContext {
  readonly files: FileReader
  readonly env: Environment
  /** Variables are left to PHP, and need not be set. */
  readonly keepEnv: boolean
  readonly php: RunPhp
  /** Where the file really is, for what it includes; its name in messages may be another. */
  readonly path: string
}

/** Text to tree; undefined when the file is empty. Throws an OrmError when the text is not of the format. */
export type ReadFormat = (
  source: Source,
  context: ReadContext,
) => ConfigNode | undefined | Promise<ConfigNode | undefined>

/** A configuration to be written: `%` is not escaped, so that a value may refer to the environment. */
export type ConfigInput = string | number | boolean | readonly ConfigInput[] | { readonly [key: string]: ConfigInput }

/** The tree below `orm` as a file, with the root key around it. */
export type WriteFormat = (orm: ConfigInput) => string
