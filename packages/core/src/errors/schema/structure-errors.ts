import { type Diagnostic, diagnostic } from '../diagnostic.js'
import { didYouMean, quoted } from '../nearest.js'
import { type Mark, nameOfAttribute } from '../source.js'
import { cureOfOtherWord, type GivenAttribute } from './other-words.js'

export const wrongRoot = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-S101', at, `root element is <${name}>, expected <database>`, {
    hint: 'put the tables into <database name="…">',
  })

/**
 * Reports an unknown attribute: an error if it looks misspelled or other tools have it, as the column would lack what it says.
 * Otherwise it is a warning, because Propel ignored such attributes.
 */
export function unknownAttribute(value: Mark, given: GivenAttribute, known: ReadonlyMap<string, unknown>): Diagnostic {
  const { element, attribute: name } = given
  const at = nameOfAttribute(value, name)
  const message = `<${element}> has no attribute "${name}"`
  const hint = cureOfOtherWord(given) ?? didYouMean(name, known.keys())
  if (hint !== undefined) return diagnostic('ORM-S102', at, message, { hint })
  // Behavior parameters are often written as attributes.
  const parameter = element === 'behavior' ? `a parameter is <parameter name="${name}" value="…"/>` : undefined
  return diagnostic('ORM-W105', at, message, { hint: parameter })
}

export const notAllowedValue = (at: Mark, attribute: string, value: string, allowed: readonly string[]): Diagnostic =>
  diagnostic('ORM-S103', at, `attribute "${attribute}": "${value}" is not one of ${quoted(allowed)}`, {
    hint: () => didYouMean(value, allowed),
  })

export const notBoolean = (at: Mark, attribute: string, value: string): Diagnostic =>
  diagnostic('ORM-S104', at, `attribute "${attribute}": "${value}" is not a boolean`, { hint: 'write true or false' })

export const notInteger = (at: Mark, attribute: string, value: string): Diagnostic =>
  diagnostic('ORM-S105', at, `attribute "${attribute}": "${value}" is not a whole number`, {
    hint: 'write digits, such as 40',
  })

/** `offered` are values that the attribute accepts. */
export const wrongForm = (
  at: Mark,
  attribute: string,
  value: string,
  form: string,
  offered: readonly string[] = [],
): Diagnostic =>
  form === 'text'
    ? diagnostic(
        'ORM-S109',
        at,
        `attribute "${attribute}": "${value}" contains a character that is not allowed in a name`,
        { hint: 'remove line ends and other control characters' },
      )
    : diagnostic('ORM-S109', at, `attribute "${attribute}": "${value}" is not a ${form}`, {
        hint: () => formHint(value, form, offered),
      })

function formHint(value: string, form: string, offered: readonly string[]): string {
  const wrong = value.split(',').find((item) => !offered.includes(item)) ?? ''
  const example = formExamples[form] ?? (offered.length > 0 ? `such as ${quoted(offered)}` : `write a ${form}`)
  return (wrong && didYouMean(wrong, offered)) || example
}

/** Examples of values, for forms whose name is not enough. */
const formExamples: Readonly<Record<string, string>> = {
  'PHP class': 'letters, digits and _, with \\ between namespaces, such as App\\Base',
  'PHP interface': 'letters, digits and _, with \\ between namespaces, such as App\\HasTitle',
  'PHP type or class': 'such as int, string or App\\Money',
  'PHP enum or `true`': 'true, or the class of an enum, such as App\\State',
  '`array` or a class': 'array, or a class such as App\\Money',
  'name of an operator class': 'such as text_pattern_ops',
}

/** Returns the mark of an element's name, given that of its `<`. */
const nameOfElement = (at: Mark): Mark => ({ ...at, offset: at.offset + 1 })

/** `instead` names the replacement for a removed element. */
export const misplacedElement = (
  at: Mark,
  element: string,
  parent: string,
  allowed: readonly string[],
  instead?: string,
): Diagnostic =>
  diagnostic(
    'ORM-S106',
    nameOfElement(at),
    `<${element}> is not allowed inside <${parent}>; allowed: ${allowed.map((name) => `<${name}>`).join(', ') || 'nothing'}`,
    { hint: () => instead ?? didYouMean(element, allowed) },
  )

export const missingAttribute = (at: Mark, element: string, attribute: string): Diagnostic =>
  diagnostic('ORM-S107', at, `<${element}> needs attribute "${attribute}"`)

/** Reports two attributes that exclude each other. */
export const attributesExclude = (at: Mark, element: string, attribute: string, other: string): Diagnostic =>
  diagnostic('ORM-S110', at, `<${element}> has both "${attribute}" and "${other}"`, {
    hint: 'remove one of them',
  })

export const attributeNeeds = (at: Mark, element: string, attribute: string, other: string): Diagnostic =>
  diagnostic('ORM-S110', at, `<${element}> has "${attribute}" without "${other}"`, {
    hint: `add "${other}", or remove "${attribute}"`,
  })

export const unexpectedText = (at: Mark, element: string): Diagnostic =>
  diagnostic('ORM-W106', at, `unexpected text inside <${element}>`)

/** Reports a value that is written in an unusual way but is understood. */
export const readAs = (at: Mark, attribute: string, written: string, value: string): Diagnostic =>
  diagnostic('ORM-W107', at, `attribute "${attribute}": "${written}" is read as ${value}`)

export const readAsTwo = (
  at: Mark,
  attribute: string,
  written: string,
  value: string,
  other: string,
  otherValue: string,
): Diagnostic =>
  diagnostic(
    'ORM-W107',
    at,
    `attribute "${attribute}": "${written}" is read as ${attribute}="${value}" ${other}="${otherValue}"`,
  )

export const otherCase = (value: Mark, written: string, canonical: string): Diagnostic =>
  diagnostic('ORM-W101', nameOfAttribute(value, written), `attribute "${written}" should be written "${canonical}"`)

export const noEffectAnyMore = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-W102', at, `"${name}" has no effect any more`)

export const oldForm = (at: Mark, written: string, canonical: string): Diagnostic =>
  diagnostic('ORM-W102', at, `"${written}" is an old form of "${canonical}"`)

export const aliasUsed = (at: Mark): Diagnostic =>
  diagnostic('ORM-W103', at, 'attribute "alias" is kept for old schemas only')

export const customStringFormat = (at: Mark, format: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-W104', at, `string format "${format}" is not built in`, { hint: () => didYouMean(format, known) })
