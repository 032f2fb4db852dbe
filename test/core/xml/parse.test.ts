import test from 'ava'
import { Source } from 'orm-core/internal'
import { placeOf } from '#core/errors/source.js'
import { decodeXml, isXmlProblem, parseXml } from '#core/xml/index.js'

const schema = '<database name="café"/>'

const encodings: Record<string, Uint8Array> = {
  'UTF-8 without declaration': Buffer.from(schema),
  'UTF-8 with byte order mark': Buffer.from(`\uFEFF${schema}`),
  'UTF-16 little endian with byte order mark': Buffer.from(`\uFEFF${schema}`, 'utf16le'),
  'UTF-16 big endian with byte order mark': Buffer.from(`\uFEFF${schema}`, 'utf16le').swap16(),
  'UTF-16 without byte order mark': Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${schema}`, 'utf16le'),
  'UTF-16 that somebody converted to UTF-8': Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${schema}`),
  'ISO-8859-1': Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${schema}`, 'latin1'),
  'windows-1252': Buffer.from(`<?xml version='1.0' encoding='windows-1252'?>${schema}`, 'latin1'),
}

for (const [name, bytes] of Object.entries(encodings)) {
  test(`encoding: ${name}`, (t) => {
    const { text, problem } = decodeXml(bytes)
    t.is(problem, undefined)
    const parsed = parseXml(new Source('schema.xml', text))
    t.is(isXmlProblem(parsed) ? parsed.reason : parsed.root.attributes[0]?.value, 'café')
  })
}

test('US-ASCII takes character references', (t) => {
  const { text } = decodeXml(Buffer.from('<?xml version="1.0" encoding="US-ASCII"?><database name="caf&#233;"/>'))
  const parsed = parseXml(new Source('schema.xml', text))
  t.is(isXmlProblem(parsed) ? parsed.reason : parsed.root.attributes[0]?.value, 'café')
})

test('a DOCTYPE is ignored', (t) => {
  const parsed = parseXml(
    new Source('schema.xml', `<!DOCTYPE database SYSTEM "http://nowhere/x.dtd" [<!ENTITY a "b">]>${schema}`),
  )
  t.false(isXmlProblem(parsed))
})

test('elements, values and text have their places, counted in characters', (t) => {
  const source = new Source('schema.xml', '<a\n  x="😀" y=\'\'>\r\n\t<b>\r  &gt; text</b><!-- > --> more</a>')
  const parsed = parseXml(source)
  if (isXmlProblem(parsed)) return t.fail(parsed.reason)
  const { root } = parsed
  const at = (mark: Parameters<typeof placeOf>[0]) => `${placeOf(mark).line}:${placeOf(mark).column}`
  t.deepEqual([root, ...root.attributes].map(at), ['1:1', '2:6', '2:12'])
  t.is(at(root.children[0]!), '3:2')
  t.is(at(root.children[0]!.text!), '4:3')
  return t.is(at(root.text!), '4:27')
})

test('reading stops at the first problem, however many there are', (t) => {
  const parsed = parseXml(new Source('schema.xml', '<a x=1 '.repeat(200_000)))
  t.true(isXmlProblem(parsed))
})

test('half a character at the end is a problem of the text', (t) => {
  const parsed = parseXml(new Source('schema.xml', '<a><!-- -\ud800'))
  t.is(isXmlProblem(parsed) && parsed.reason, 'half a character')
})
