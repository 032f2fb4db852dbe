import test from 'ava'
import fc from 'fast-check'
import { didYouMean } from '#core/errors/nearest.js'
import { seedOf } from '../../support/seed.mjs'

/** Optimal string alignment as the textbook has it, with every cell. */
function distance(a: string, b: string): number {
  const cells = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number): number => cells[i]![j]!
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min(at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]), at(i - 1, j) + 1, at(i, j - 1) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1)
      cells[i]![j] = least
    }
  }
  return at(a.length, b.length)
}

const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })

test('the nearest name is the one that the textbook finds', (t) => {
  fc.assert(
    fc.property(words, fc.array(words, { maxLength: 6 }), (wanted, known) => {
      const alike = known.filter(
        (name) => name === wanted || distance(wanted, name) < Math.min(name.length, wanted.length),
      )
      const least = Math.min(...alike.map((name) => distance(wanted, name)))
      const first = alike.find((name) => distance(wanted, name) === least)
      return didYouMean(wanted, known) === (least > 2 ? undefined : `did you mean "${first}"?`)
    }),
    { numRuns: 3000, seed: seedOf() },
  )
  t.pass()
})

test('words in which every letter must be replaced are not alike', (t) => {
  t.is(didYouMean('id', ['kind', 'ab']), undefined)
  t.is(didYouMean('id', ['kind', 'idd']), 'did you mean "idd"?')
})

test('a name that differs only in case comes first', (t) => {
  t.is(didYouMean('PHPNAME', ['phpNames', 'phpName']), 'did you mean "phpName"?')
})

test('names of more than 200 characters are not compared', (t) => {
  t.is(didYouMean('a'.repeat(201), ['a'.repeat(202)]), undefined)
  t.is(didYouMean('a'.repeat(201), ['A'.repeat(201)]), `did you mean "${'A'.repeat(201)}"?`)
})
