import test from 'ava'
import fc from 'fast-check'
import { Source } from 'orm-core/internal'
import { parseAnyXml, parseXml } from '#core/xml/parse.js'
import { Scan } from '#core/xml/scan.js'
import { isFuzz } from '../../support/fuzz.js'
import { seedOf } from '../../support/seed.mjs'
import { arbitraryTables, mutated, schemaText } from '../schema/arbitrary-schema.js'
import { shownResult } from './shown.js'

const sourceOf = (text: string): Source => new Source('schema.xml', text)
const isPlain = (text: string): boolean => new Scan(sourceOf(text), 0, text.length).run()

/** Texts near the border between what is plain and what is not. */
const near = fc
  .array(
    fc.constantFrom(
      ...['<a>', '</a>', '<b/>', '<b x="1"/>', '<a y=\'2\' x = "">', '<a x="1" x="2">', '<a x="&lt;">', '<a x="\t">'],
      ...['<!-- c -->', '<!---->', '<!-- - -->', '<!-- -- -->', '<!--->', '<?p i?>', '<!DOCTYPE a>', '<![CDATA[t]]>'],
      ...[
        ' ',
        '\r\n',
        '\u00a0',
        't',
        '😀',
        '\0',
        '\ud800',
        '</ a>',
        '</a >',
        '< a>',
        '<a\nx="1"\n>',
        '<b x="1"y="2"/>',
      ],
      ...[
        '<a:b xmlns:a="u">',
        '</a:b>',
        '<é/>',
        '<b x="é"/>',
        '<b x="]]>"/>',
        '<b x=">"/>',
        '<b / >',
        '<a',
        '>',
        '</a/>',
      ],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

const blank = fc.constantFrom('', ' ', '\n\t', '\r\n')
const attributes = fc
  .uniqueArray(fc.constantFrom('x', 'y', 'n:z', '_0'), { maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(`${name}="1"`, `${name} = ''`, `${name}='é > "'`))))
  .map((given) => given.map((each) => ` ${each}`).join(''))

/** Elements that are plain, whatever is between them. */
const { element: plainElement } = fc.letrec<{ element: string; inside: string }>((tie) => ({
  inside: fc.oneof({ depthSize: 'small' }, blank, fc.constant('<!-- <a> - -->'), tie('element')),
  element: fc
    .tuple(fc.constantFrom('a', 'b-1', 'n:c'), attributes, blank, fc.array(tie('inside'), { maxLength: 4 }))
    .map(([name, given, space, inside]) =>
      inside.length === 0
        ? `<${name}${given}${space}/>`
        : `<${name}${given}${space}>${inside.join('')}</${name}${space}>`,
    ),
}))

const declarations = fc.constantFrom(
  ...['', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8" ?>\n', ' <?xml version="1.0"?>'],
  ...['<?xml version="1.1"?>', '<?xml version="1.0" encoding="8"?>', '<?xml encoding="UTF-8"?>'],
)

test('what is plain reads as any parser of XML would read it', (t) => {
  const schemas = arbitraryTables.map((tables) => schemaText(tables))
  const texts = fc.oneof(
    fc.tuple(declarations, plainElement, blank).map((parts) => parts.join('')),
    plainElement.chain(mutated),
    schemas.chain(mutated),
    fc.tuple(declarations, near).map(([before, inside]) => `${before}<a>${inside}</a>`),
    fc.tuple(declarations, near).map((parts) => parts.join('')),
  )
  let plain = 0
  fc.assert(
    fc.property(texts, (text) => {
      t.deepEqual(shownResult(parseXml(sourceOf(text))), shownResult(parseAnyXml(sourceOf(text))), text)
      if (isPlain(text)) plain++
    }),
    { numRuns: isFuzz ? 400_000 : 1_500, seed: seedOf() },
  )
  t.true(plain > 100, `${plain} texts were plain`)
})

for (const text of [
  '<a/>',
  '<a>\r\n<b x="1" y=\'2\'/><!-- c --></a>\n<!-- d -->',
  '<?xml version="1.0" encoding="UTF-8"?>\n<a/>',
]) {
  test(`plain: ${JSON.stringify(text)}`, (t) => t.true(isPlain(text)))
}

for (const text of ['', '<a>text</a>', '<a x="&amp;"/>', '<a x="1\n2"/>', '<a></b>', '<a/><a/>', '<a x="1" x="2"/>']) {
  test(`not plain: ${JSON.stringify(text)}`, (t) => t.false(isPlain(text)))
}

test('a comment may be longer than a stack is deep', (t) => {
  t.true(isPlain(`<a><!--${'- '.repeat(8_000_000)}--></a>`))
})
