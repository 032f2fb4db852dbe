import { configSyntax } from '../errors/config-errors.js'
import { OrmError, Source } from '../errors/index.js'
import { decodeXml } from '../xml/decode.js'
import type { ConfigNode } from './node.js'
import { formsOfSecrets, hiddenIn, isSecret, mask, secretParts, secretsInText, withoutSecrets } from './secrets.js'

/** The maximum size of a configuration file; see docs/security.md. */
const largestConfig = 500_000

/** A configuration text that masks passwords, so that its lines, and messages about it, can be shown to anybody. */
export class ConfigSource extends Source {
  #secrets: readonly string[] | undefined
  #isRead = false

  /** Collects the passwords of the file, to mask them wherever else they occur. Returns the tree. */
  hideSecretsOf(tree: ConfigNode | undefined): ConfigNode | undefined {
    if (!tree) return tree
    this.#isRead = true
    // Key names are shown anyway, so hiding one would only hide the structure of the file.
    const names = new Set(namesIn(tree))
    this.#secrets = formsOfSecrets(secretsIn(tree)).filter((secret) => !names.has(secret))
    return tree
  }

  protected override get isPublic(): boolean {
    return true
  }

  override line(number: number): string | undefined {
    const line = super.line(number)
    if (!line) return line
    return this.#continuesSecret(number) ? mask : this.hidden(hiddenIn(line))
  }

  /** Whether a line of a file that cannot be parsed may be the rest of a password with line breaks. */
  #continuesSecret(number: number): boolean {
    if (this.#isRead) return false
    for (let at = number; at > 0; at--) {
      const line = super.line(at) ?? ''
      if (at < number && hiddenIn(line) !== line) return true
      if (withKey.test(line)) return false
    }
    return false
  }

  hidden(text: string): string {
    this.#secrets ??= secretsOfUnread(this.text)
    return withoutSecrets(text, this.#secrets)
  }
}

/** Returns what may be a password in a file that cannot be parsed, without names of environment variables. */
function secretsOfUnread(text: string): string[] {
  const variables = new Set(
    [...text.matchAll(/(?:getenv\(\s*|\$_(?:ENV|SERVER)\[\s*)["'](\w+)["']|%env\.(\w+)%/g)].map(([, a, b]) => a ?? b!),
  )
  const values = secretsInText(text).flatMap((line) => [line, line.replace(/["',\]})<].*$/s, '')])
  return formsOfSecrets(values).filter((form) => !variables.has(form))
}

/** Matches a line that starts with a key, in any format. */
const withKey = /^\W*[\w.-]+["'\]]*\s*(?:=>|[:=>])/

/** Decodes a configuration file: as UTF-8, unless it is XML with another declared encoding. */
export function decodeConfig(path: string, contents: string | Uint8Array): ConfigSource {
  const { text, problem } = decodeXml(contents, /\.xml(?:\.dist)?$/.test(path) ? undefined : 'save the file as UTF-8')
  const source = new ConfigSource(path, text)
  if (text.length > largestConfig) {
    throw new OrmError([configSyntax({ source, offset: 0 }, 'text', 'the file is larger than 0.5 MB')])
  }
  if (problem) throw new OrmError([configSyntax({ source, offset: problem.offset }, 'text', problem.reason)])
  return source
}

function* secretsIn(node: ConfigNode, key = ''): Generator<string> {
  if (node.kind === 'list') for (const item of node.items) yield* secretsIn(item, key)
  else if (node.kind === 'map') {
    for (const entry of node.entries) yield* secretsIn(entry.value, isSecret(key) ? key : entry.key)
  } else if (isSecret(key)) yield* node.text.split(/\r?\n/)
  else yield* key === 'dsn' ? secretParts(node.text) : secretsInText(node.text)
}

function* namesIn(node: ConfigNode): Generator<string> {
  if (node.kind === 'list') for (const item of node.items) yield* namesIn(item)
  if (node.kind !== 'map') return
  for (const { key, value } of node.entries) {
    yield key
    yield* namesIn(value)
  }
}
