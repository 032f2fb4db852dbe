import test from 'ava'
import fc from 'fast-check'
import { Source } from '#core/errors/index.js'
import { isXmlProblem, parseXml, writeXml, type XmlNode } from '#core/xml/index.js'

const element = (
  name: string,
  attributes: XmlNode['attributes'] = {},
  children: XmlNode['children'] = [],
): XmlNode => ({
  name,
  attributes,
  children,
})

function rootOf(text: string) {
  const parsed = parseXml(new Source('schema.xml', text))
  if (isXmlProblem(parsed)) throw new Error(`${parsed.reason}: ${text}`)
  return parsed.root
}

test('a tree is indented; absent attributes and empty elements are short', (t) => {
  const tree = element('a', { x: '1', none: undefined }, [{ comment: ' c ' }, element('b', {}, [element('c')])])
  t.is(
    writeXml(tree, { comments: [{ comment: ' first ' }] }),
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- first -->\n<a x="1">\n  <!-- c -->\n  <b>\n    <c/>\n  </b>\n</a>\n',
  )
  t.is(writeXml(element('a'), { emptyTags: true }), '<?xml version="1.0" encoding="UTF-8"?>\n<a></a>\n')
})

// xmlbuilder2 by itself writes these as they are: not XML, another value, or no value at all.
for (const value of [
  'R&D;',
  '&lt;b&gt;',
  '&#10;',
  'two\nlines\tand\r\nmore',
  '"<>&\'',
  ' a ',
  '\r b',
  ']]> ',
  'x ]]>\r',
  '\r\r a',
]) {
  test(`attributes and texts are read as they were written: ${JSON.stringify(value)}`, (t) => {
    const root = rootOf(writeXml({ name: 'a', attributes: { v: value }, children: [], text: value }))
    t.is(root.attributes[0]?.value, value)
    t.is(root.content, value)
  })
}

test('any text is read as it was written, but for characters that no XML can hold', (t) => {
  const illegal = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'<>&;#]"\' \t\n\rx1') }))
  fc.assert(
    fc.property(text, (value) => {
      const root = rootOf(writeXml({ name: 'a', attributes: { v: value }, children: [], text: value }))
      t.is(root.attributes[0]?.value, value.replace(illegal, '\ufffd'))
      t.is(root.content, value.replace(illegal, '\ufffd'))
    }),
    { numRuns: 200 },
  )
})
