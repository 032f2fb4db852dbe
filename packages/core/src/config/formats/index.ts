import { unreadableConfig } from '../../errors/config-errors.js'
import { OrmError } from '../../errors/index.js'
import type { ReadFormat, WriteFormat } from './format.js'

/** Readers by file extension. The parser of a format is loaded only if there is such a file. */
const readers: Readonly<Record<string, () => Promise<ReadFormat>>> = {
  yaml: async () => (await import('./yaml.js')).readYaml,
  json: async () => (await import('./json.js')).readJson,
  ini: async () => (await import('./ini.js')).readIni,
  xml: async () => (await import('./xml.js')).readXml,
  php: async () => (await import('./php.js')).readPhp,
}

const synonyms: Readonly<Record<string, string>> = { yml: 'yaml', inc: 'php', properties: 'ini' }

/** Returns the extension of a configuration file, ignoring a final `.dist`. */
const extensionOf = (path: string): string => /\.([^./\\]*)$/.exec(path.replace(/\.dist$/, ''))?.[1] ?? ''

const readerOf = (path: string): (() => Promise<ReadFormat>) | undefined => {
  const extension = extensionOf(path)
  const name = synonyms[extension] ?? extension
  return Object.hasOwn(readers, name) ? readers[name] : undefined
}

/** Returns the other common name for a file of the same format: `orm.yml` for `orm.yaml`. */
export function otherSpelling(path: string): string | undefined {
  const [, name, extension, dist = ''] = /^(.*\.)(ya?ml)(\.dist)?$/.exec(path) ?? []
  return extension && `${name}${extension === 'yml' ? 'yaml' : 'yml'}${dist}`
}

export const isConfigFile = (path: string): boolean => readerOf(path) !== undefined

/** Returns the reader for a file. A build tool may pass a file with any name. */
export async function readFormat(path: string): Promise<ReadFormat> {
  const reader = readerOf(path)
  if (reader) return reader()
  const extensions = [...Object.keys(readers), ...Object.keys(synonyms)].sort()
  throw new OrmError([unreadableConfig(path, `its extension is not one of ${extensions.join(', ')}`)])
}

/** Extensions in which `orm init` can write a configuration. */
export const configFormats = ['yaml', 'xml', 'json', 'ini', 'php'] as const

export type ConfigFormat = (typeof configFormats)[number]

export const writeFormat: Readonly<Record<ConfigFormat, () => Promise<WriteFormat>>> = {
  yaml: async () => (await import('./yaml.js')).writeYaml,
  xml: async () => (await import('./xml.js')).writeConfigXml,
  json: async () => (await import('./json.js')).writeJson,
  ini: async () => (await import('./ini.js')).writeIni,
  php: async () => (await import('./php.js')).writePhp,
}
