import { phpString } from '../../escape/php-literal.js'
import { secondTypes } from '../../model/index.js'
import { bodyOf, type PhpClass, type PhpMethod } from '../../php/code/php-class.js'
import type { Member } from '../class-builder.js'
import { methods, optionalConnection } from '../methods.js'
import { now } from '../now.js'
import { type Php, php } from '../php.js'
import { type Context, shapeOf } from './shape.js'

export const defaultLocale = (context: Context): Member[] => [
  context.cls.constant({
    name: 'DEFAULT_LOCALE',
    value: phpString(shapeOf(context).locale),
    doc: 'Locale of new objects.',
  }),
]

/**
 * Returns the constants that describe the relation to the translations for the trait: its names, and the members of both
 * classes that access a translation, so that their names need not be built each time.
 */
export function modelConstants(context: Context): Member[] {
  const { relation, localeName, fallbacks } = shapeOf(context)
  const { pluralName, reverseName } = relation
  const list = (name: string, ...texts: string[]) =>
    context.cls.constant({ name, visibility: 'protected', value: `[${texts.map(phpString).join(', ')}]` })
  return [
    list('TRANSLATIONS', pluralName, reverseName, localeName),
    list('TRANSLATION_MEMBERS', `coll${pluralName}`, `coll${pluralName}Partial`, `a${reverseName}`, `get${localeName}`),
    ...(fallbacks ? [list('FALLBACK_LOCALES', ...fallbacks)] : []),
  ]
}

export const modelAttributes = (context: Context): Member[] => [
  context.cls.attribute({ name: 'currentLocale', type: 'string', value: phpString(shapeOf(context).locale) }),
]

export function modelMethods(context: Context): Member[] {
  const { cls, table, params } = context
  const { translations, columns, relation, localeName, locale, fallbacks } = shapeOf(context)
  const model = cls.use(translations.classes.model.fqcn, `Child${translations.classes.model.short}`)
  // The class of an inheriting table has its own translation class.
  const anyObject = cls.use('Orm\\Runtime\\ActiveRecord\\ActiveRecordInterface')
  const con = optionalConnection(cls)
  const inLocale = `string $locale = ${phpString(locale)}`
  const alias = params.locale_alias
  const writes = !table.model.readOnly
  const localeNames =
    alias && alias.toLowerCase() !== localeName.toLowerCase() ? [localeName, upper(alias)] : [localeName]
  const proxies = columns.flatMap((column) =>
    cls
      .accessorsOf(relation.table, column)
      .filter(({ returns }) => writes || returns !== 'static')
      .flatMap((method) =>
        proxyOf(
          method,
          fallbacks && method.returns !== 'static'
            ? `translationWith('get${column.phpName}', ${model}::class)`
            : 'getCurrentTranslation()',
        ),
      ),
  )
  return [
    ...methods(cls, [
      ...localeNames.flatMap((name) => [
        [
          `set${name}(${inLocale}): static`,
          '$this->currentLocale = $locale;\n\nreturn $this;',
          'Sets the locale whose translation this object uses.',
        ] as const,
        [`get${name}(): string`, 'return $this->currentLocale;'] as const,
      ]),
      [
        `getTranslation(${inLocale}, ${con}): ${anyObject}`,
        `return $this->translationIn($locale, ${model}::class, $con);`,
        [
          'Returns the translation for a locale. A missing one is created, and saved with this object.',
          '',
          `@return ${model}`,
        ],
      ],
      [
        `getCurrentTranslation(${con}): ${anyObject}`,
        'return $this->getTranslation($this->currentLocale, $con);',
        `@return ${model}`,
      ],
      writes && [
        `setTranslation(${anyObject} $translation, ${inLocale}): static`,
        'return $this->takeTranslation($translation, $locale);',
        ['Replaces the translation into a locale.', '', `@param ${model} $translation`],
      ],
      writes && [
        `removeTranslation(${inLocale}, ${con}): static`,
        `return $this->dropTranslation($locale, ${model}::class, $con);`,
        'Deletes the translation for a locale.',
      ],
    ]),
    ...proxies,
  ]
}

const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Returns the variable of a parameter with its type. */
const variableOf = (parameter: string): string => /\$[\w\u0080-\uffff]+/.exec(parameter)![0]

/** Returns a proxy that calls the same method of a translation. */
function proxyOf(method: PhpMethod, translation: string): Member[] {
  if (!method.modifiers.startsWith('public')) return []
  const given = method.parameters.map(variableOf).join(', ')
  const call = `$this->${translation}->${method.name}(${given});`
  const body = method.returns === 'static' ? [call, '', 'return $this;'] : [`return ${call}`]
  return [{ kind: 'method', node: { ...method, body: bodyOf(body) } }]
}

/** Makes an added translation the one that the object shows. */
export function addsTranslation(php: PhpClass, context: Context): void {
  const { relation } = shapeOf(context)
  const method = php.findMethod(`add${relation.name}`)
  if (!method) return
  const parameter = variableOf(method.parameters[0]!)
  const body = `        $this->showTranslation(${parameter});\n${method.body}`
  php.replaceMethod(method.name, { node: { ...method, body } })
}

export const resetLocale = (context: Context): Php => php`
  $this->currentLocale = ${phpString(shapeOf(context).locale)};
  $this->untranslated = [];
`

/** Updates the main row's date of change when a translation changes. */
export function touchMain(context: Context): Php | null {
  const { table, cls } = context
  const dates = table.model.behaviors.find(({ name }) => name === 'timestampable')
  const disabled = dates?.parameters.get('disable_updated_at')
  if (!dates || disabled === 'true') return null
  const updated = table.col(String(dates.parameters.get('update_column')))
  // The behavior timestampable stores Unix seconds in number columns.
  const isNumber = secondTypes.has(updated.column.type)
  return php`
    if ($this->hasChangedTranslation() && !$this->isColumnModified(${cls.tableMap}::${updated.constant})) {
        $this->${updated.setter}(${now(cls)}${isNumber ? '->getTimestamp()' : ''});
    }
  `
}
