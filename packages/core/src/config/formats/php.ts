import { resolve } from 'node:path'
import { configSyntax, dynamicPhp, noPhpArray } from '../../errors/config-errors.js'
import { OrmError, type Source } from '../../errors/index.js'
import { phpLiteral, phpString } from '../../escape/php-literal.js'
import { type ConfigNode, nodeOf } from '../node.js'
import type { ConfigInput, ReadContext, WriteFormat } from './format.js'
import { evaluateStatic } from './php-static.js'

/**
 * Reads a PHP file that returns an array: statically if possible, otherwise by running it. Reading it statically saves no
 * time (300 ms of processor time with `config:convert`, as with PHP). But it needs no PHP, runs no project code, which
 * `plugins: false` forbids, and gives the location of every value and which values come from the environment.
 */
export async function readPhp(source: Source, context: ReadContext): Promise<ConfigNode | undefined> {
  const start = { source, offset: 0 }
  const result = await evaluateStatic(source, resolve(context.path), context)
  if ('syntax' in result) throw new OrmError([configSyntax(result.mark, 'PHP', result.syntax)])
  if ('node' in result) {
    if (result.node.kind === 'scalar') throw new OrmError([noPhpArray(result.node.mark)])
    return result.node
  }
  // Values that PHP has read from the environment must not be written to disk, but they cannot be identified.
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
  // Reads included files as sources of the build, so that they are watched. Composer packages rarely change, so not these.
  for (const path of included) if (!/[\\/]vendor[\\/]/.test(path)) await context.files.read(path).catch(() => undefined)
  if (json === '') throw new OrmError([dynamicPhp(result.dynamic, 'it exits instead of returning an array')])
  const value = parsed(json)
  if (typeof value !== 'object' || value === null) throw new OrmError([noPhpArray(start)])
  return nodeOf(value, start)
}

/** Parses what PHP printed. Returns undefined if something other than the script has printed, too. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

export const writePhp: WriteFormat = (orm, codeOf = () => undefined) => {
  return `<?php\n\nreturn ${literal({ orm }, '')};\n`

  /** Prints an array in the usual PHP style, unlike var_export(). */
  function literal(value: ConfigInput, indent: string): string {
    if (typeof value === 'string') return codeOf(value) ?? phpLiteral(value)
    if (typeof value !== 'object') return phpLiteral(value)
    const inner = `${indent}    `
    const rows = Object.entries(value).map(([key, item]: [string, ConfigInput]) =>
      Array.isArray(value) ? literal(item, inner) : `${phpString(key)} => ${literal(item, inner)}`,
    )
    return rows.length === 0 ? '[]' : `[\n${rows.map((row) => `${inner}${row},\n`).join('')}${indent}]`
  }
}
