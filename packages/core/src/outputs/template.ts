import { createRequire } from 'node:module'
import { Script } from 'node:vm'
import { didYouMean, Source } from '../errors/index.js'
import { htmlText } from '../escape/index.js'

/** A mistake in a template, with its line. */
export class TemplateMistake extends Error {
  /** Line number, starting at 1. */
  readonly line: number

  constructor(reason: string, line: number, cause?: unknown) {
    super(reason, { cause })
    this.line = line
  }
}

type Variables = Readonly<Record<string, unknown>>

/** Matches `<%= value %>` only, not also `${value}` as by default, which belongs to the generated language. */
const interpolate = /<%=([\s\S]+?)%>/g
const tags = /<%([=-]?)([\s\S]*?)%>/g

/** File name of compiled templates in stack traces, to tell their errors from those of other code. */
const codeName = 'orm-template'

/**
 * Compiles a template. lodash.template generates the code; it is run here under a file name, and each tag has a comment with
 * its number, so that the location of a mistake in the code can be mapped to a line of the template.
 */
export function compileTemplate(text: string): (variables: Variables) => string {
  const { code, lineOf } = codeOf(text)
  const render = scriptOf(code, lineOf).runInThisContext()({ escape: escaped }) as (variables: object) => string
  return (variables) => {
    try {
      return render(scopeOf(variables))
    } catch (error) {
      const line = lineIn(error, new RegExp(`${codeName}:(\\d+):\\d+`))
      const reason = error instanceof Error ? error.message : String(error)
      throw new TemplateMistake(reason, line === undefined ? 1 : lineOf(line), error)
    }
  }
}

function scriptOf(code: string, lineOf: (line: number) => number): Script {
  try {
    return new Script(`(function (_) { return ${code} })`, { filename: codeName })
  } catch (error) {
    const line = lineIn(error, new RegExp(`^${codeName}:(\\d+)`))
    throw new TemplateMistake((error as Error).message, line === undefined ? 1 : lineOf(line), error)
  }
}

const lineIn = (error: unknown, pattern: RegExp): number | undefined => {
  const [, line] = pattern.exec(String(Object(error).stack)) ?? []
  return line === undefined ? undefined : Number(line)
}

interface TemplateCode {
  readonly code: string
  /** Returns the template line that a line of the code was generated from. */
  lineOf(line: number): number
}

function codeOf(text: string): TemplateCode {
  const lineAt = linesOf(text)
  const starts = Array.from(text.matchAll(tags), ({ index }) => lineAt(index))
  let count = 0
  let marker = '@'
  while (text.includes(`/*${marker}`)) marker += '@'
  refuseOpen(text, lineAt)
  const marked = withoutCodeLines(text).replace(
    tags,
    (_, sign: string, code: string) => `<%${sign}/*${marker}${count++}*/${code}%>`,
  )
  const code = generated(marked)
  const codeLine = linesOf(code)
  const places = [...code.matchAll(new RegExp(`/\\*${marker}(\\d+)\\*/`, 'g'))].map(({ 1: tag, index }) => ({
    line: codeLine(index),
    start: starts[Number(tag)]!,
  }))
  return {
    code,
    lineOf(line) {
      const place = places.findLast((each) => each.line <= line)
      return place ? place.start + line - place.line : (places[0]?.start ?? 1)
    },
  }
}

/** Returns the code that lodash.template generates, even with a syntax error, which is explained elsewhere. */
function generated(text: string): string {
  const template = createRequire(import.meta.url)('lodash.template') as typeof import('lodash.template').default
  try {
    return template(text, { interpolate }).source
  } catch (error) {
    const { source } = error as { readonly source?: unknown }
    if (typeof source === 'string') return source
    throw error
  }
}

/** Removes the line breaks of lines that contain only code, as in Orm's own templates. */
const withoutCodeLines = (text: string): string =>
  text.replace(/^[ \t]*((?:<%(?![=-])(?:(?!%>)[\s\S])*%>[ \t]*)+)(?:\r?\n|$(?![\s\S]))/gm, '$1')

function refuseOpen(text: string, lineAt: (offset: number) => number): void {
  const rest = text.replace(tags, (tag) => ' '.repeat(tag.length))
  const open = rest.indexOf('<%')
  if (open >= 0) throw new TemplateMistake('this tag is not closed by %>', lineAt(open))
}

/** Returns a function from the offset in a text to its line. */
const linesOf = (text: string): ((offset: number) => number) => {
  const source = new Source('', text)
  return (offset) => source.placeAt(offset).line
}

const escaped = (value: unknown): string => (value === null || value === undefined ? '' : htmlText(String(value)))

/** Whether a name belongs to the code that lodash.template generates. */
const isOwn = (name: string): boolean => /^(?:__\w|_|print|obj|arguments)$/.test(name)

/** Returns the variables of one rendering. An unknown one is an error with a suggestion. Assignments end with the rendering. */
function scopeOf(variables: Variables): object {
  const scope: Record<string, unknown> = Object.assign(Object.create(null), variables)
  return new Proxy(scope, {
    has: (target, name) => typeof name === 'string' && !isOwn(name) && (name in target || !(name in globalThis)),
    get(target, name) {
      if (typeof name === 'symbol' || name in target) return target[name as string]
      const near = didYouMean(name, Object.keys(target))
      throw new ReferenceError(`${name} is not defined${near ? ` (${near})` : ''}`)
    },
  })
}
