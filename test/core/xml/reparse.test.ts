import test from 'ava'
import fc from 'fast-check'
import { Source } from 'orm-core/internal'
import { isXmlProblem, parseXml, reparseXml, type XmlDocument } from '#core/xml/index.js'
import { isFuzz } from '../../support/fuzz.js'
import { seedOf } from '../../support/seed.mjs'
import { arbitraryTables, mutated, schemaText } from '../schema/arbitrary-schema.js'
import { shownResult } from './shown.js'

const parsed = (text: string): XmlDocument => {
  const document = parseXml(new Source('schema.xml', text))
  if (isXmlProblem(document)) throw new Error(document.reason)
  return document
}

test('a text that was read before reads as if it never had been', (t) => {
  const base = arbitraryTables.map((tables) => schemaText(tables))
  const steps = base.chain((text) =>
    fc.tuple(fc.constant(text), fc.array(mutated(text), { minLength: 1, maxLength: 4 })),
  )
  fc.assert(
    fc.property(steps, ([first, later]) => {
      let before = parsed(first)
      for (const text of later) {
        const again = reparseXml(new Source('schema.xml', text), before)
        t.deepEqual(shownResult(again), shownResult(parseXml(new Source('schema.xml', text))))
        if (!isXmlProblem(again)) before = again
      }
    }),
    { numRuns: 300, seed: seedOf() },
  )
})

/** What is typed, and what is on the way to it. */
const pieces = [
  '<',
  '>',
  '"',
  "'",
  '/',
  '=',
  ' ',
  'x',
  '&',
  '&amp;',
  '&lt',
  '<b>',
  '</b>',
  '</a>',
  '</d>',
  '<c/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?x',
  '?>',
  '\n',
  'é',
  '\ud83d',
]

test('whatever is typed into a text that was read, its first problem is found as if it never had been', (t) => {
  const text =
    '<d>\n<a x="1"><c y="2"/></a>\n<b>\n<c y="2" z=\'3\'/><!-- c --></b>\n<a x="3"/>\n<b><c/></b><!-- d -->\n</d>\n'
  const edit = fc.tuple(fc.nat(text.length), fc.nat(6), fc.array(fc.constantFrom(...pieces), { maxLength: 3 }))
  let broken = 0
  fc.assert(
    fc.property(edit, ([at, removed, typed]) => {
      const source = new Source('schema.xml', text.slice(0, at) + typed.join('') + text.slice(at + removed))
      const again = reparseXml(source, parsed(text))
      t.deepEqual(shownResult(again), shownResult(parseXml(source)), source.text)
      if (isXmlProblem(again)) broken++
    }),
    { numRuns: isFuzz ? 30_000 : 1_000, seed: seedOf() },
  )
  t.true(broken > 500, `${broken} texts with a problem`)
})

const three = '<d>\n  <a x="1"/>\n  <b><c y="2"/></b>\n  <a x="3"/>\n</d>\n'

const edits: Readonly<Record<string, readonly [text: string, kept: number]>> = {
  'inside a child': [three.replace('y="2"', 'y="22"'), 2],
  'between children': [three.replace('  <b>', '\n<!-- here --><new/>\n  <b>'), 3],
  'at the first child': [three.replace('x="1"', 'x=""'), 2],
  'at the last child': [three.replace('x="3"', 'x="33"'), 2],
  'a child that is gone': [three.replace('  <a x="3"/>\n', ''), 2],
  'all children gone': ['<d>\n</d>\n', 0],
}

for (const [what, [text, kept]] of Object.entries(edits)) {
  test(`what did not change is taken over: ${what}`, (t) => {
    const before = parsed(three)
    const known = new Set(before.root.children)
    const again = reparseXml(new Source('schema.xml', text), before)
    t.deepEqual(shownResult(again), shownResult(parsed(text)))
    if (isXmlProblem(again)) return t.fail(again.reason)
    return t.is(again.root.children.filter((child) => known.has(child)).length, kept)
  })
}

const whole: Readonly<Record<string, string>> = {
  'the tags of the root': three.replace('<d>', '<d z="0">').replace('</d>', '</d >'),
  'text in the root': three.replace('<b>', 'text <b>'),
  'an element that is left open': three.replace('</b>', ''),
  'the end of another element': three.replace('<c y="2"/>', '</b><b>'),
  'an entity': three.replace('y="2"', 'y="&e;"'),
}

for (const [what, text] of Object.entries(whole)) {
  test(`the problem is that of the whole text: ${what}`, (t) => {
    const again = reparseXml(new Source('schema.xml', text), parsed(three))
    t.deepEqual(shownResult(again), shownResult(parseXml(new Source('schema.xml', text))))
  })
}

test('text in the root is a problem as long as it is there', (t) => {
  const texts = [
    three.replace('<b>', 'text <b>'),
    three.replace('<a x="1"/>', '<a x="11"/>\n').replace('<b>', 'text <b>'),
    three,
  ]
  let before = parsed(three)
  for (const text of texts) {
    const again = reparseXml(new Source('schema.xml', text), before)
    t.deepEqual(shownResult(again), shownResult(parsed(text)))
    if (!isXmlProblem(again)) before = again
  }
})

test('lines of the root are shown as they are now', (t) => {
  const before = parsed(three)
  const text = three.replace('<d>\n  <a', '<d> <a')
  const again = reparseXml(new Source('schema.xml', text), before)
  t.is(isXmlProblem(again) ? again.reason : again.root.source.line(1), '<d> <a x="1"/>')
})
