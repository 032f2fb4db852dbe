import { createRequire } from 'node:module'
import { type CompletionItem, CompletionItemKind, type Hover, type Position } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { type ConfigPlace, configPlace } from './key-path.js'

/** The used parts of the JSON Schema for configurations. */
interface Rule {
  readonly description?: string
  readonly default?: unknown
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Rule>>
  readonly additionalProperties?: boolean | Rule
  readonly patternProperties?: Readonly<Record<string, Rule>>
  readonly items?: Rule
  readonly anyOf?: readonly Rule[]
}

const root = createRequire(import.meta.url)('orm-core/orm.schema.json') as Rule

/** Completes keys and values of a configuration in any format. */
export function completeConfig(path: string, document: TextDocument, position: Position): CompletionItem[] {
  const place = placeAt(path, document, position)
  if (!place) return []
  const range = { start: document.positionAt(place.start), end: document.positionAt(place.end) }
  if (place.key === undefined) {
    return rulesAt(place.path).flatMap(({ properties = {} }) =>
      Object.entries(properties).map(([key, rule]) => ({
        label: key,
        kind: CompletionItemKind.Property,
        ...(rule.description && { documentation: describe(rule) }),
        textEdit: { range, newText: key },
      })),
    )
  }
  return rulesAt([...place.path, place.key])
    .flatMap(valuesOf)
    .map((value) => ({ label: value, kind: CompletionItemKind.Value, textEdit: { range, newText: value } }))
}

export function hoverConfig(path: string, document: TextDocument, position: Position): Hover | undefined {
  const place = placeAt(path, document, position)
  if (!place) return undefined
  const key = place.key ?? document.getText().slice(place.start, place.end)
  const [rule] = rulesAt([...place.path, key.split('.').at(-1) ?? key])
  return rule?.description ? { contents: { kind: 'markdown', value: describe(rule) } } : undefined
}

const placeAt = (path: string, document: TextDocument, position: Position): ConfigPlace | undefined =>
  configPlace(path, document.getText(), document.offsetAt(position))

const describe = ({ description = '', default: usual }: Rule): string =>
  usual === undefined ? description : `${description}\n\nDefault: \`${JSON.stringify(usual)}\`.`

/** Returns the rules below a key path. There are several if a value can have several forms. */
function rulesAt(path: readonly string[]): Rule[] {
  let rules: Rule[] = [root]
  for (const key of path) rules = rules.flatMap(forms).flatMap((rule) => below(rule, key))
  return rules.flatMap(forms)
}

const forms = (rule: Rule): Rule[] => [rule, ...(rule.anyOf ?? []).flatMap(forms)]

function below({ properties = {}, patternProperties = {}, additionalProperties, items }: Rule, key: string): Rule[] {
  const own = Object.hasOwn(properties, key) ? properties[key] : undefined
  if (own) return [own]
  const byPattern = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(key))
  if (byPattern) return [byPattern[1]]
  if (typeof additionalProperties === 'object') return [additionalProperties]
  return items && /^\d*$/.test(key) ? [items] : []
}

function valuesOf({ type, enum: values = [], examples = [] }: Rule): string[] {
  const types = typeof type === 'string' ? [type] : (type ?? [])
  const known = [...values, ...examples].filter((value) => typeof value === 'string')
  const isFlag = types.includes('boolean') && !types.includes('number')
  return isFlag ? ['true', 'false', ...known] : known
}
