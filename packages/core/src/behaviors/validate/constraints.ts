import { isPhpIdentifier } from '../../escape/index.js'

/** The options that every constraint has. */
const common: readonly string[] = ['groups', 'payload']

const comparison = 'message value propertyPath'

const upload =
  'maxSize binaryFormat mimeTypes extensions filenameMaxLength filenameCharset filenameCountUnit notFoundMessage ' +
  'notReadableMessage maxSizeMessage mimeTypesMessage extensionsMessage disallowEmptyMessage filenameTooLongMessage ' +
  'filenameCharsetMessage uploadIniSizeErrorMessage uploadFormSizeErrorMessage uploadPartialErrorMessage ' +
  'uploadNoFileErrorMessage uploadNoTmpDirErrorMessage uploadCantWriteErrorMessage uploadExtensionErrorMessage ' +
  'uploadErrorMessage'

const picture =
  `${upload} minWidth maxWidth maxHeight minHeight maxRatio minRatio minPixels maxPixels allowSquare allowLandscape ` +
  'allowPortrait sizeNotDetectedMessage maxWidthMessage minWidthMessage maxHeightMessage minHeightMessage ' +
  'minPixelsMessage maxPixelsMessage maxRatioMessage minRatioMessage allowSquareMessage allowLandscapeMessage ' +
  'allowPortraitMessage corruptedMessage'

/** The options of the runtime's constraints, which take precedence. */
const own: Readonly<Record<string, string>> = { Date: 'message', Unique: 'message column' }

/** The options of the symfony/validator constraints, of all versions. */
const symfony: Readonly<Record<string, string>> = {
  All: 'constraints',
  AtLeastOneOf: 'constraints message messageCollection includeInternalMessages',
  Bic: 'message ibanMessage iban ibanPropertyPath mode',
  Blank: 'message',
  Callback: 'callback',
  CardScheme: 'message schemes',
  Cascade: 'exclude',
  Charset: 'encodings message',
  Choice: 'choices callback multiple strict min max message multipleMessage minMessage maxMessage match',
  Cidr: 'version message netmaskRangeViolationMessage netmaskMin netmaskMax normalizer',
  Collection: 'fields allowExtraFields allowMissingFields extraFieldsMessage missingFieldsMessage',
  Compound: '',
  Count: 'min max exactly divisibleBy minMessage maxMessage exactMessage divisibleByMessage',
  Country: 'message alpha3',
  CssColor: 'message formats',
  Currency: 'message',
  Date: 'message',
  DateTime: 'format message',
  DisableAutoMapping: '',
  DivisibleBy: comparison,
  Email: 'message mode normalizer strict checkMX checkHost',
  EnableAutoMapping: '',
  EqualTo: comparison,
  Expression: 'message expression values negate',
  ExpressionLanguageSyntax: 'message service allowedVariables',
  ExpressionSyntax: 'message service allowedVariables',
  File: upload,
  GreaterThan: comparison,
  GreaterThanOrEqual: comparison,
  GroupSequence: '',
  Hostname: 'message requireTld',
  Iban: 'message',
  IdenticalTo: comparison,
  Image: `${picture} detectCorrupted`,
  Ip: 'version message normalizer',
  IsFalse: 'message',
  IsNull: 'message',
  IsTrue: 'message',
  Isbn: 'type message isbn10Message isbn13Message bothIsbnMessage',
  Isin: 'message',
  Issn: 'message caseSensitive requireHyphen',
  Json: 'message',
  Language: 'message alpha3',
  Length:
    'min max exactly charset normalizer countUnit allowEmptyString minMessage maxMessage exactMessage charsetMessage',
  LessThan: comparison,
  LessThanOrEqual: comparison,
  Locale: 'message canonicalize',
  Luhn: 'message',
  MacAddress: 'message type normalizer',
  Negative: comparison,
  NegativeOrZero: comparison,
  NoSuspiciousCharacters:
    'checks restrictionLevel locales restrictionLevelMessage invisibleMessage mixedNumbersMessage hiddenOverlayMessage',
  NotBlank: 'message allowNull normalizer',
  NotCompromisedPassword: 'message threshold skipOnError',
  NotEqualTo: comparison,
  NotIdenticalTo: comparison,
  NotNull: 'message',
  Optional: 'constraints',
  PasswordStrength: 'minScore message',
  Positive: comparison,
  PositiveOrZero: comparison,
  Range:
    'min max minPropertyPath maxPropertyPath notInRangeMessage minMessage maxMessage invalidMessage invalidDateTimeMessage',
  Regex: 'pattern message htmlPattern match normalizer',
  Required: 'constraints',
  Sequentially: 'constraints',
  Slug: 'message regex',
  Time: 'message withSeconds',
  Timezone: 'zone countryCode intlCompatible message',
  Traverse: 'traverse',
  Twig: 'message skipDeprecations',
  Type: 'message type',
  Ulid: 'message format',
  Unique: 'message normalizer fields errorPath stopOnFirstError',
  Url: 'message protocols relativeProtocol normalizer requireTld tldMessage checkDNS dnsMessage',
  Uuid: 'message versions strict normalizer',
  Valid: 'traverse',
  Video: `${picture} allowedCodecs allowedContainers multipleVideoStreamsMessage unsupportedCodecMessage unsupportedContainerMessage`,
  Week: 'min max invalidFormatMessage invalidWeekNumberMessage tooLowMessage tooHighMessage',
  When: 'expression constraints values otherwise',
  WordCount: 'min max locale minMessage maxMessage',
  Xml: 'formatMessage schemaMessage schemaPath schemaFlags',
  Yaml: 'message flags',
}

/** Old constraint names that are no longer valid in PHP. */
const former: Readonly<Record<string, string>> = { True: 'IsTrue', False: 'IsFalse', Null: 'IsNull' }

const ownNamespace = 'Orm\\Runtime\\Validator\\Constraints\\'
const symfonyNamespace = 'Symfony\\Component\\Validator\\Constraints\\'

/**
 * Returns the fully qualified name of a constraint, or undefined for an unknown one.
 *
 * @param isLenient whether an unknown constraint is treated as a Symfony constraint
 */
export function constraintClass(name: string, isLenient: boolean): string | undefined {
  if (name.includes('\\')) return name.replace(/^\\+/, '')
  const now = former[name] ?? name
  if (Object.hasOwn(own, now)) return ownNamespace + now
  const isKnown = Object.hasOwn(symfony, now) || (isLenient && isPhpIdentifier(now))
  return isKnown ? symfonyNamespace + now : undefined
}

/** Returns the options of a constraint by its fully qualified name, or undefined for a custom class. */
export function constraintOptions(fullName: string): readonly string[] | undefined {
  for (const [namespace, known] of [[ownNamespace, own] as const, [symfonyNamespace, symfony] as const]) {
    const name = fullName.slice(namespace.length)
    if (fullName.startsWith(namespace) && Object.hasOwn(known, name)) {
      return [...known[name]!.split(' ').filter(Boolean), ...common]
    }
  }
  return undefined
}

/** The names that a rule may use without a namespace. */
export const constraintNames: readonly string[] = Object.keys(symfony)
