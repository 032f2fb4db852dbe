import { type PhpValue, phpLiteral, phpString } from '../../escape/php-literal.js'
import type { ParameterValue } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { methods } from '../methods.js'
import { readRule } from '../validation-rules.js'
import { constraintClass } from './constraints.js'

const failures = 'Symfony\\Component\\Validator\\ConstraintViolationList'

export const modelAttributes = ({ cls }: CodeContext): Member[] => [
  cls.attribute({ name: 'alreadyInValidation', type: 'bool', value: 'false' }),
  cls.attribute({ name: 'validationFailures', type: `?${cls.use(failures)}`, value: 'null' }),
]

export function modelMethods(context: CodeContext): Member[] {
  const { cls } = context
  const rules = rulesOf(context).map((rule) => `    ${rule},\n`)
  const metadata = cls.use('Symfony\\Component\\Validator\\Mapping\\ClassMetadata')
  const validator = cls.use('Symfony\\Component\\Validator\\Validator\\ValidatorInterface')
  return methods(cls, [
    [
      `static loadValidatorMetadata(${metadata} $metadata): void`,
      rules.length === 0 ? '' : `self::addRules($metadata, [\n${rules.join('')}]);`,
      'Passes the schema rules to the Symfony validator.',
    ],
    [
      `validate(?${validator} $validator = null): bool`,
      'return $this->checkRules($validator);',
      'Validates this object and the related objects in memory.',
    ],
    [
      `getValidationFailures(): ?${cls.use(failures)}`,
      'return $this->validationFailures;',
      'Returns the violations of the last validate(), or null before the first.',
    ],
  ])
}

/** Returns column, getter, constraint and options of each rule. */
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

/** Returns the rules of the parent table, which are skipped because Symfony adds the rules of parent classes itself. */
function inheritedRules(table: CodeContext['table']): ReadonlySet<ParameterValue> {
  const parent = table.model.behaviors.find(({ name }) => name === 'concrete_inheritance')?.parameters.get('extends')
  const other = typeof parent === 'string' ? table.other(parent) : undefined
  const rules = other?.model.behaviors.find(({ name }) => name === 'validate')?.parameters
  return new Set(rules?.values())
}
