/** An element to write; attributes that are undefined are left out. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly children: readonly XmlNode[]
}

/** A tree to XML text, indented, with an XML declaration. */
export async function writeXml(root: XmlNode): Promise<string> {
  // Loaded here, as most runs only read.
  const { create } = await import('xmlbuilder2')
  const document = create({ version: '1.0', encoding: 'UTF-8' })
  addTo(document, root)
  const text = document.end({ prettyPrint: true })
  return `${text.replaceAll(lineBreak, '&#10;').replaceAll(carriageReturn, '&#13;').replaceAll(tab, '&#9;')}\n`
}

/** As much of a builder as is used here. */
interface Builder {
  ele(name: string): Builder
  att(name: string, value: string): Builder
}

function addTo(parent: Builder, { name, attributes, children }: XmlNode): void {
  const element = parent.ele(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.att(key, sheltered(value))
  }
  for (const child of children) addTo(element, child)
}

// In an attribute a line break or tab reads as a blank unless it is written as a character reference, which the
// builder does not do. Until the text is there, characters that no XML can hold stand for them.
const [lineBreak, carriageReturn, tab] = ['\x01', '\x02', '\x03'] as const

const sheltered = (value: string): string =>
  value.replaceAll('\n', lineBreak).replaceAll('\r', carriageReturn).replaceAll('\t', tab)
