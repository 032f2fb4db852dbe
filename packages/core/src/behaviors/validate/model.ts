import { type PhpValue, phpLiteral, phpString } from '../../escape/php-literal.js'
import type { ParameterValue } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'
import { readRule } from '../validation-rules.js'
import { constraintClass } from './constraints.js'

export const modelTraits = (): string[] => ['Orm\\Runtime\\Behavior\\Validate\\ValidateTrait']

export const modelAttributes = ({ cls }: CodeContext): Member[] => [
  cls.attribute({ name: 'alreadyInValidation', type: 'bool', value: 'false' }),
  cls.attribute({
    name: 'validationFailures',
    type: `?${cls.use('Symfony\\Component\\Validator\\ConstraintViolationList')}`,
    value: 'null',
  }),
]

export function modelMethods(context: CodeContext): Member[] {
  const { cls } = context
  const rules = rulesOf(context).map((rule) => `    ${rule},`)
  const metadata = cls.use('Symfony\\Component\\Validator\\Mapping\\ClassMetadata')
  const validator = cls.use('Symfony\\Component\\Validator\\Validator\\ValidatorInterface')
  return [
    cls.method({
      name: 'loadValidatorMetadata',
      static: true,
      params: [`${metadata} $metadata`],
      returns: 'void',
      doc: 'Passes the schema rules to the Symfony validator.',
      body:
        rules.length === 0
          ? php``
          : php`
        self::addRules($metadata, [
        ${rules.join('\n')}
        ]);
      `,
    }),
    cls.method({
      name: 'validate',
      params: [`?${validator} $validator = null`],
      returns: 'bool',
      doc: 'Validates this object and the related objects in memory.',
      body: php`return $this->checkRules($validator);`,
    }),
    cls.method({
      name: 'getValidationFailures',
      returns: `?${cls.use('Symfony\\Component\\Validator\\ConstraintViolationList')}`,
      doc: 'Returns the violations of the last validate(), or null before the first.',
      body: php`return $this->validationFailures;`,
    }),
  ]
}

/** Column, getter, constraint and options of each rule. */
function rulesOf({ table, given, cls }: CodeContext): string[] {
  const inherited = inheritedRules(table)
  return [...given].flatMap(([name, text]) => {
    const rule = readRule(name, text)
    if (!rule || inherited.has(text) || !table.has(rule.column!)) return []
    const column = table.col(rule.column!)
    const constraint = cls.use(constraintClass(rule.validator!, true)!, `${shortName(rule.validator!)}Constraint`)
    const options = rule.options ? `, ${phpLiteral(rule.options as PhpValue)}` : ''
    return [`[${phpString(column.name)}, '${column.getter}', ${constraint}::class${options}]`]
  })
}

const shortName = (name: string): string => name.slice(name.lastIndexOf('\\') + 1)

/** Symfony adds the rules of parent classes itself. */
function inheritedRules(table: CodeContext['table']): ReadonlySet<ParameterValue> {
  const parent = table.model.behaviors.find(({ name }) => name === 'concrete_inheritance')?.parameters.get('extends')
  const other = typeof parent === 'string' ? table.other(parent) : undefined
  const rules = other?.model.behaviors.find(({ name }) => name === 'validate')?.parameters
  return new Set(rules?.values())
}
