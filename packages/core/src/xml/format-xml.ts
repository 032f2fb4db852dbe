/** The layout of a start tag. */
export interface XmlLayout {
  /** Returns the sort position of an attribute in its element. Attributes with equal positions keep their order. */
  readonly rankOf: (element: string, attribute: string) => number
}

interface XmlItem {
  /** The text in the file. */
  readonly raw: string
  readonly kind: 'element' | 'text' | 'data' | 'comment' | 'other'
  /** The name of an element. */
  readonly name?: string
  readonly tag?: string
  readonly isClosed?: boolean
  readonly children?: readonly XmlItem[]
  /** The text between the tags of an element. */
  readonly inner?: string
}

const quoted = `"[^"]*"|'[^']*'`
const tokens = new RegExp(
  [
    '(?<comment><!--[\\s\\S]*?-->)',
    '(?<data><!\\[CDATA\\[[\\s\\S]*?\\]\\]>)',
    `(?<other><\\?[\\s\\S]*?\\?>|<!(?:[^>"'[]|${quoted}|\\[(?:[^\\]"']|${quoted})*\\])*>)`,
    '(?<end></[^>]*>)',
    `<(?<name>[^\\s/>!?]+)(?<tag>(?:[^>"'/]|${quoted}|/(?!>))*)(?<slash>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'y',
)

const attribute = new RegExp(`([^\\s=]+)\\s*=\\s*(${quoted})`, 'g')

/** The maximum width of a tag on one line. In longer tags, each attribute is on its own line. */
const widest = 120

/**
 * Formats well-formed XML, with sorted attributes and two spaces per level. Comments, values with their quotes and entities,
 * and elements with text are kept unchanged, as are the kind of line breaks and one empty line between elements.
 */
export function formatXml(text: string, layout: XmlLayout): string {
  const lineEnds = text.match(/\r\n|\r|\n/g) ?? []
  const windows = lineEnds.filter((end) => end === '\r\n').length
  const formatted = `${linesOf(read(text.replace(/\r\n?/g, '\n')), '', layout).join('\n')}\n`
  return windows * 2 > lineEnds.length ? formatted.replaceAll('\n', '\r\n') : formatted
}

function read(text: string): readonly XmlItem[] {
  const root: XmlItem[] = []
  const open: { name: string; tag: string; start: number; from: number; children: XmlItem[] }[] = []
  tokens.lastIndex = 0
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const { comment, data, other, end, name, tag = '', slash, text: words } = found.groups!
    const siblings = open.at(-1)?.children ?? root
    const [raw] = found
    if (name !== undefined) {
      if (slash) siblings.push({ kind: 'element', raw, name, tag, isClosed: true })
      else open.push({ name, tag, start: found.index, from: found.index + raw.length, children: [] })
    } else if (end !== undefined) {
      const element = open.pop()!
      const inner = text.slice(element.from, found.index)
      const whole = text.slice(element.start, found.index + raw.length)
      const { name: own, tag: attributes, children } = element
      ;(open.at(-1)?.children ?? root).push({
        kind: 'element',
        raw: whole,
        name: own,
        tag: attributes,
        children,
        inner,
      })
    } else if (words !== undefined) siblings.push({ kind: 'text', raw })
    else siblings.push({ kind: comment ? 'comment' : data ? 'data' : other ? 'other' : 'text', raw })
  }
  return root
}

const isWords = ({ kind, raw }: XmlItem): boolean => kind === 'data' || (kind === 'text' && /\S/.test(raw))

/** @param indent of the items */
function linesOf(items: readonly XmlItem[], indent: string, layout: XmlLayout): string[] {
  const lines: string[] = []
  let gap = ''
  for (const item of items) {
    if (item.kind === 'text') {
      gap = item.raw
      continue
    }
    // A comment on the same line as the item before it stays there.
    if (item.kind === 'comment' && lines.length > 0 && gap !== '' && !gap.includes('\n')) {
      lines[lines.length - 1] += ` ${item.raw}`
    } else {
      if (lines.length > 0 && gap.split('\n').length > 2) lines.push('')
      lines.push(`${indent}${item.kind === 'element' ? elementText(item, indent, layout) : item.raw}`)
    }
    gap = ''
  }
  return lines
}

function elementText(
  { name = '', tag = '', isClosed, children = [], inner = '' }: XmlItem,
  indent: string,
  layout: XmlLayout,
): string {
  const start = startTag(name, tag, indent, isClosed ? '/>' : '>', layout)
  if (isClosed) return start
  if (children.some(isWords)) return `${start}${inner}</${name}>`
  const [first, second] = children
  // A comment on the line of the start tag stays there.
  const isBehind = first?.kind === 'text' && second?.kind === 'comment' && !first.raw.includes('\n')
  const lines = linesOf(isBehind ? children.slice(2) : children, `${indent}  `, layout)
  if (lines.length === 0 && !isBehind) return `${start}</${name}>`
  return [isBehind ? `${start} ${second.raw}` : start, ...lines, `${indent}</${name}>`].join('\n')
}

function startTag(name: string, tag: string, indent: string, end: string, { rankOf }: XmlLayout): string {
  const attributes = [...tag.matchAll(attribute)]
    .map(([, key = '', value = '']) => ({ text: `${key}=${value}`, rank: rankOf(name, key) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ text }) => text)
  const line = [`<${name}`, ...attributes].join(' ')
  return indent.length + line.length + end.length <= widest
    ? `${line}${end}`
    : [`<${name}`, ...attributes].join(`\n${indent}    `) + end
}
