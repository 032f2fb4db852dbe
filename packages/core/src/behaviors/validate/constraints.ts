import { isPhpIdentifier } from '../../destinations.js'

/** Constraints of the runtime, which are looked up first. */
const own: readonly string[] = ['Date', 'Unique']

/** Constraints that versions of symfony/validator have. */
const symfony: readonly string[] = (
  'All AtLeastOneOf Bic Blank Callback CardScheme Cascade Charset Choice Cidr Collection Compound Count Country CssColor ' +
  'Currency Date DateTime DisableAutoMapping DivisibleBy Email EnableAutoMapping EqualTo Expression ' +
  'ExpressionLanguageSyntax ExpressionSyntax File GreaterThan GreaterThanOrEqual GroupSequence Hostname Iban IdenticalTo ' +
  'Image Ip IsFalse IsNull IsTrue Isbn Isin Issn Json Language Length LessThan LessThanOrEqual Locale Luhn MacAddress ' +
  'Negative NegativeOrZero NoSuspiciousCharacters NotBlank NotCompromisedPassword NotEqualTo NotIdenticalTo NotNull ' +
  'Optional PasswordStrength Positive PositiveOrZero Range Regex Required Sequentially Slug Time Timezone Traverse Twig ' +
  'Type Ulid Unique Url Uuid Valid Video Week When WordCount Xml Yaml'
).split(' ')

/** Names of former versions, which PHP does not allow any more. */
const former: Readonly<Record<string, string>> = { True: 'IsTrue', False: 'IsFalse', Null: 'IsNull' }

/**
 * The full name of a constraint; undefined for one that nobody has.
 *
 * @param isLenient whether one that is not known is taken as Symfony's
 */
export function constraintClass(name: string, isLenient: boolean): string | undefined {
  if (name.includes('\\')) return name.replace(/^\\+/, '')
  const now = former[name] ?? name
  if (own.includes(now)) return `Orm\\Runtime\\Validator\\Constraints\\${now}`
  const isKnown = symfony.includes(now) || (isLenient && isPhpIdentifier(now))
  return isKnown ? `Symfony\\Component\\Validator\\Constraints\\${now}` : undefined
}

export function unknownConstraint(name: string): string {
  const same = symfony.find((known) => known.toLowerCase() === name.toLowerCase())
  return `there is no constraint "${name}"${same ? `, but there is "${same}"` : ''}`
}
