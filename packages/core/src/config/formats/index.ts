import { unreadableConfig } from '../../errors/config-errors.js'
import { OrmError } from '../../errors/index.js'
import type { ReadFormat, WriteFormat } from './format.js'

/** File extensions and how to read them. A format's parser is loaded only when such a file is there. */
const readers: Readonly<Record<string, () => Promise<ReadFormat>>> = {
  yaml: async () => (await import('./yaml.js')).readYaml,
  json: async () => (await import('./json.js')).readJson,
  ini: async () => (await import('./ini.js')).readIni,
  xml: async () => (await import('./xml.js')).readXml,
  php: async () => (await import('./php.js')).readPhp,
}

const synonyms: Readonly<Record<string, string>> = { yml: 'yaml', inc: 'php', properties: 'ini' }

/** The extension of a configuration file; a `.dist` behind it does not count. */
const extensionOf = (path: string): string => /\.([^./\\]*)$/.exec(path.replace(/\.dist$/, ''))?.[1] ?? ''

const readerOf = (path: string): (() => Promise<ReadFormat>) | undefined => {
  const extension = extensionOf(path)
  const name = synonyms[extension] ?? extension
  return Object.hasOwn(readers, name) ? readers[name] : undefined
}

/** The other name that people give to a file of the same format: `orm.yml` for `orm.yaml`. */
export function otherSpelling(path: string): string | undefined {
  const [, name, extension, dist = ''] = /^(.*\.)(ya?ml)(\.dist)?$/.exec(path) ?? []
  return extension && `${name}${extension === 'yml' ? 'yaml' : 'yml'}${dist}`
}

export const isConfigFile = (path: string): boolean => readerOf(path) !== undefined

/** How to read the file, which a build tool may have been given under any name. */
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
