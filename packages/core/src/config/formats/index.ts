import type { Source } from '../../errors/index.js'
import type { ConfigNode } from '../node.js'

type ReadFormat = (source: Source) => ConfigNode | undefined

/** File extensions and how to read them. A format's parser is loaded only when such a file is there. */
export const formats: Readonly<Record<string, () => Promise<ReadFormat>>> = {
  yaml: async () => (await import('./yaml.js')).readYaml,
  yml: async () => (await import('./yaml.js')).readYaml,
}
