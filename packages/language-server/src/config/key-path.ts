import { extname } from 'node:path'
import { cursorAt } from '../markup/cursor.js'
import { attributeValue, type MarkupElement, parseMarkup } from '../markup/parse-markup.js'

/** Location of a position in a configuration. */
export interface ConfigPlace {
  /** Keys from the outermost one, without the one being typed. */
  readonly path: readonly string[]
  /** Key of the value at the position; undefined while a key is being typed. */
  readonly key?: string
  /** Range of the word that completion replaces. */
  readonly start: number
  readonly end: number
}

type Locate = (text: string, offset: number) => ConfigPlace | undefined

/** Determines the location in a possibly invalid text, from what precedes the position. A comment has none. */
export function configPlace(path: string, text: string, offset: number): ConfigPlace | undefined {
  const ending = extname(path.replace(/\.dist$/, '')).slice(1)
  const locate = locators[ending] ?? locators.yaml!
  return locate(text, offset)
}

const word = (text: string, offset: number, pattern = /[\w.%-]*$/) => {
  const before = pattern.exec(text.slice(0, offset))![0].length
  const after = /^[\w%-]*/.exec(text.slice(offset))![0].length
  return { start: offset - before, end: offset + after }
}

/** Uses indentation: the keys of preceding lines with less indentation. */
const inYaml: Locate = (text, offset) => {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const line = text.slice(lineStart, offset)
  if (/^(?:[^'"#]|"[^"]*"|'[^']*'|(?<=\S)#)*?(?<!\S)#/.test(line)) return undefined
  const found = /^(\s*)(?:-\s+)?([\w.-]+)\s*:\s/.exec(line)
  const path: string[] = []
  let indent = /^\s*/.exec(line)![0].length
  for (const above of text.slice(0, lineStart).split('\n').reverse()) {
    const [, blanks = '', key] = /^(\s*)([\w."'-]+)\s*:/.exec(above) ?? []
    if (key === undefined || blanks.length >= indent) continue
    path.unshift(key.replace(/["']/g, ''))
    indent = blanks.length
  }
  return { path, ...(found && { key: found[2]! }), ...word(text, offset) }
}

/** Uses brackets: the keys before brackets that are still open. */
const inBrackets =
  (open: string, close: string, keyBefore: RegExp, keyOfValue: RegExp): Locate =>
  (text, offset) => {
    const before = withoutComments(text.slice(0, offset))
    if (before === undefined) return undefined
    const opened: number[] = []
    let depth = 0
    for (let at = before.length - 1; at >= 0; at--) {
      if (close.includes(before[at]!)) depth++
      else if (open.includes(before[at]!)) {
        if (depth === 0) opened.unshift(at)
        else depth--
      }
    }
    const path = opened.flatMap((at) => keyBefore.exec(before.slice(0, at))?.[1] ?? [])
    const key = keyOfValue.exec(before.slice((opened.at(-1) ?? -1) + 1))?.[1]
    return { path, ...(key !== undefined && { key }), ...word(text, offset) }
  }

/** Matches strings, which may be unfinished, and comments, as `block` and `line`. */
const stringOrComment =
  /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|(?<block>\/\*[\s\S]*?(?:\*\/|$))|(?<line>(?:\/\/|#)[^\n]*)/g

/** Replaces comments by spaces, so that brackets in them are ignored. Returns undefined if the text ends in a comment. */
function withoutComments(text: string): string | undefined {
  let before = ''
  let at = 0
  for (const { 0: found, index, groups: { block, line } = {} } of text.matchAll(stringOrComment)) {
    const comment = block ?? line
    if (comment === undefined) continue
    before += text.slice(at, index) + ' '.repeat(comment.length)
    at = index + found.length
    const isOpen = line !== undefined || comment.length < 4 || !comment.endsWith('*/')
    if (isOpen && at === text.length) return undefined
  }
  return before + text.slice(at)
}

const inJson = inBrackets('{[', '}]', /"([^"\n]*)"\s*:\s*$/, /"([^"\n]*)"\s*:\s*"?[^",{}[\]\n]*$/)
const inPhp = inBrackets(
  '[(',
  '])',
  /["']([^"'\n]*)["']\s*=>\s*(?:array\s*)?$/,
  /["']([^"'\n]*)["']\s*=>\s*["']?[^"',[\]\n]*$/,
)

const inIni: Locate = (text, offset) => {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const line = text.slice(lineStart, offset)
  if (/^\s*[;#]/.test(line)) return undefined
  const sections = [...text.slice(0, lineStart).matchAll(/^\s*\[([^\]\n]+)\]/gm)]
  const section = sections.at(-1)?.[1]?.split('.') ?? []
  const [written = '', value] = line.split('=')
  const keys = written.trim().split('.')
  if (value !== undefined) return { path: [...section, ...keys.slice(0, -1)], key: keys.at(-1)!, ...word(text, offset) }
  return { path: [...section, ...keys.slice(0, -1)], ...word(text, offset, /[\w%-]*$/) }
}

/** Uses elements. An `id` attribute renames one. */
const inXml: Locate = (text, offset) => {
  const cursor = cursorAt(parseMarkup(text), offset, text)
  if (cursor.kind === 'other') return undefined
  const around: string[] = []
  const nameOf = (element: MarkupElement) => attributeValue(element, 'id') ?? element.name
  const inner = cursor.kind === 'content' || cursor.kind === 'element name' ? cursor.parent : cursor.element
  for (let each: MarkupElement | undefined = inner; each?.name; each = each.parent) around.unshift(nameOf(each))
  // The root element may have any name.
  const path = around.slice(1)
  const isText = cursor.kind === 'content' && !/<\/?[\w-]*$/.test(text.slice(0, offset)) && inner.children.length === 0
  return isText && path.length > 1
    ? { path: path.slice(0, -1), key: path.at(-1)!, ...word(text, offset) }
    : { path, ...word(text, offset) }
}

const locators: Readonly<Record<string, Locate>> = {
  yaml: inYaml,
  yml: inYaml,
  json: inJson,
  php: inPhp,
  inc: inPhp,
  ini: inIni,
  properties: inIni,
  xml: inXml,
}
