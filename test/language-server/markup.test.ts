import test from 'ava'
import { type MarkupElement, parseMarkup } from '#language-server/markup/parse-markup.js'
import { reparseMarkup } from '#language-server/markup/reparse-markup.js'
import { randomOf } from '../support/random-tables.js'
import { seedOf } from '../support/seed.mjs'

const whole = `<database name="a"><table name="b"><column name="c"/><!-- <table> --></table>
<table name="d"><index><index-column name="e"/></index></table></database>`

const pieces = [
  '<',
  '>',
  '"',
  "'",
  '/',
  '=',
  ' ',
  'x',
  '</table>',
  '<column name="y"/>',
  '<!--',
  '-->',
  '&amp;',
  '\n',
  '<table>',
]

/** Without the parents, which make a circle. */
const plain = (root: MarkupElement): string =>
  JSON.stringify(root, (key, value) => (key === 'parent' ? (value as MarkupElement | undefined)?.start : value))

test(`a text that is read again after each edit gives the tree of a text that is read once (seed ${seedOf()})`, (t) => {
  const random = randomOf(seedOf())
  let text = whole
  let tree = parseMarkup(text)
  for (let step = 0; step < 3000; step++) {
    const at = Math.floor(random() * (text.length + 1))
    const end = Math.min(text.length, at + (random() < 0.5 ? 0 : Math.floor(random() * 4)))
    const piece = random() < 0.6 ? pieces[Math.floor(random() * pieces.length)]! : ''
    const after = step % 40 === 39 ? whole : text.slice(0, at) + piece + text.slice(end)
    tree = reparseMarkup(text, tree, after)
    text = after
    if (plain(tree) !== plain(parseMarkup(text))) return t.fail(`step ${step}: ${text}`)
  }
  t.pass()
})

test('elements are inside of their parents, and ranges inside of the text', (t) => {
  for (let length = 0; length <= whole.length; length++) {
    const text = whole.slice(0, length)
    const check = (element: MarkupElement): void => {
      t.true(element.start <= element.tagEnd && element.tagEnd <= element.end && element.end <= text.length)
      for (const child of element.children) {
        t.true(element.start <= child.start && child.end <= element.end)
        check(child)
      }
      for (const attribute of element.attributes) t.true(attribute.valueEnd <= element.tagEnd)
    }
    check(parseMarkup(text))
  }
})
