import { configSyntax } from '../errors/config-errors.js'
import { didYouMean, OrmError, Source } from '../errors/index.js'
import { decodeXml } from '../xml/decode.js'
import type { ConfigNode } from './node.js'

/** No configuration is that large; see docs/security.md. */
const largestConfig = 500_000

const mask = '…'

/** `password` as a key or inside a data source name, and what follows it on the line. */
const named = /((?:p[as]{1,3}[swo]{0,4}r?d?[dt]|pwd|secret|token)["'\]]*\s*(?:=>|[:=>])\s*)[^\s;<][^;<]*/gi

/** A configuration text whose lines can be shown to anybody: passwords in them are masked. */
export class ConfigSource extends Source {
  #secrets: readonly string[] = []

  /** Remembers what the file holds under the key `password`, wherever it is written. */
  hideSecretsOf(tree: ConfigNode | undefined): ConfigNode | undefined {
    this.#secrets = tree ? [...secretsIn(tree)].filter((secret) => secret.length > 2) : []
    return tree
  }

  protected override get isPublic(): boolean {
    return true
  }

  override line(number: number): string | undefined {
    const line = super.line(number)?.replace(named, `$1${mask}`)
    return line && this.#secrets.reduce((text, secret) => text.replaceAll(secret, mask), line)
  }
}

/** The text of a configuration file: UTF-8, unless it is XML that says otherwise. */
export function decodeConfig(path: string, contents: string | Uint8Array): ConfigSource {
  const { text, problem } = decodeXml(contents)
  const source = new ConfigSource(path, text)
  if (text.length > largestConfig) {
    throw new OrmError([configSyntax({ source, offset: 0 }, 'text', 'the file is larger than 0.5 MB')])
  }
  if (problem) throw new OrmError([configSyntax({ source, offset: problem.offset }, 'text', problem.reason)])
  return source
}

/** A text without the passwords that it names, as in a data source name or in an address. */
export const hiddenIn = (text: string): string =>
  text.replace(named, `$1${mask}`).replace(/(:\/\/[^/:@\s]*:)[^@\s]+(?=@)/g, `$1${mask}`)

/** `password`, also misspelt, and other words for it. */
export const isSecret = (key: string): boolean =>
  /pass|pwd|secret|token|credential/i.test(key) || didYouMean(key, ['password', 'passwort', 'passwd']) !== undefined

function* secretsIn(node: ConfigNode): Generator<string> {
  if (node.kind === 'list') for (const item of node.items) yield* secretsIn(item)
  if (node.kind !== 'map') return
  for (const { key, value } of node.entries) {
    if (isSecret(key) && value.kind === 'scalar') yield* value.text.split(/\r?\n/)
    yield* secretsIn(value)
  }
}
