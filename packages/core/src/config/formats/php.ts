import { resolve } from 'node:path'
import { configSyntax, dynamicPhp, noPhpArray } from '../../errors/config-errors.js'
import { OrmError, type Source } from '../../errors/index.js'
import { phpLiteral, phpString } from '../../escape/php-literal.js'
import { type ConfigNode, nodeOf } from '../node.js'
import type { ConfigInput, ReadContext } from './format.js'
import { evaluateStatic } from './php-static.js'

/**
 * Reads a PHP file that returns an array: statically where it is static, else by running it. That saves no time (300 ms of
 * processor time with `config:convert`, as with PHP), but needs no PHP, runs no code of the project, which `plugins: false` rules
 * out, and knows the place of every value, and which of them come from the environment.
 */
export async function readPhp(source: Source, context: ReadContext): Promise<ConfigNode | undefined> {
  const start = { source, offset: 0 }
  const result = await evaluateStatic(source, resolve(context.path), context)
  if ('syntax' in result) throw new OrmError([configSyntax(result.mark, 'PHP', result.syntax)])
  if ('node' in result) {
    if (result.node.kind === 'scalar') throw new OrmError([noPhpArray(result.node.mark)])
    return result.node
  }
  // It is not known which values PHP took from the environment, and these must not be written to disk.
  if (context.keepEnv && /\bgetenv\b|\$_(?:ENV|SERVER)\b/.test(source.text)) {
    throw new OrmError([dynamicPhp(result.dynamic, "to keep variables, write '%env.NAME%' instead of getenv('NAME')")])
  }
  let json: string
  const included: string[] = []
  try {
    json = await context.php(resolve(context.path), context.env, (path) => included.push(path))
  } catch (error) {
    throw new OrmError([dynamicPhp(result.dynamic, (error as Error).message)])
  }
  // Read as sources of the build, so that they are watched; what Composer installs does not change meanwhile.
  for (const path of included) if (!/[\\/]vendor[\\/]/.test(path)) await context.files.read(path).catch(() => undefined)
  if (json === '') throw new OrmError([dynamicPhp(result.dynamic, 'it exits instead of returning an array')])
  const value = parsed(json)
  if (typeof value !== 'object' || value === null) throw new OrmError([noPhpArray(start)])
  return nodeOf(value, start)
}

/** What PHP printed; undefined where something else than the script has printed too. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

export const writePhp = (orm: ConfigInput): string => `<?php\n\nreturn ${literal({ orm }, '')};\n`

/** An array as people write it, which is not how var_export does. */
function literal(value: ConfigInput, indent: string): string {
  if (typeof value !== 'object') return phpLiteral(value)
  const inner = `${indent}    `
  const rows = Object.entries(value).map(([key, item]: [string, ConfigInput]) =>
    Array.isArray(value) ? literal(item, inner) : `${phpString(key)} => ${literal(item, inner)}`,
  )
  return rows.length === 0 ? '[]' : `[\n${rows.map((row) => `${inner}${row},\n`).join('')}${indent}]`
}
