import { type Config, readConfig } from '../config/index.js'
import type { InputFile } from '../files.js'
import { configFile } from '../php/config-file.js'
import type { BuiltFile } from './built-file.js'
import type { BuildOptions } from './compile.js'

/** The runtime section of a configuration file to `config.php`. */
export async function convertConfig(input: InputFile | Config, options: BuildOptions = {}): Promise<BuiltFile[]> {
  const config = 'contents' in input ? await readConfig(input, options.env ?? {}) : input
  return [
    { path: 'config.php', contents: configFile(config), kind: 'config', keepExisting: false },
    // config.php requires it; model:build replaces this one by the real list of tables.
    { path: 'loadDatabase.php', contents: placeholder, kind: 'loader', keepExisting: true },
  ]
}

const placeholder = '<?php\n// Run "orm model:build" to register the tables here.\n'
