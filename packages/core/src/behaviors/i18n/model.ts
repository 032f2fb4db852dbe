import { phpString } from '../../escape/php-literal.js'
import { bodyOf, type PhpClass, type PhpMethod } from '../../php/code/php-class.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { type Php, php } from '../php.js'
import { type I18nParameters, type Shape, shapeOf } from './shape.js'

const shape = ({ table, params }: CodeContext): Shape => shapeOf(table, params as unknown as I18nParameters)

export const modelTraits = (): string[] => ['Orm\\Runtime\\Behavior\\I18n\\I18nTrait']

/**
 * What the trait needs to know of the relation to the translations: its names, and the members of both classes that
 * each access to a translation uses, so that their names are not put together each time.
 */
export function modelConstants(context: CodeContext): Member[] {
  const { relation, localeName } = shape(context)
  const { pluralName, reverseName } = relation
  const list = (name: string, ...texts: string[]) =>
    context.cls.constant({ name, visibility: 'protected', value: `[${texts.map(phpString).join(', ')}]` })
  return [
    list('TRANSLATIONS', pluralName, reverseName, localeName),
    list('TRANSLATION_MEMBERS', `coll${pluralName}`, `coll${pluralName}Partial`, `a${reverseName}`, `get${localeName}`),
  ]
}

export const modelAttributes = (context: CodeContext): Member[] => [
  context.cls.attribute({ name: 'currentLocale', type: 'string', value: phpString(shape(context).locale) }),
]

export function modelMethods(context: CodeContext): Member[] {
  const { cls, table, params } = context
  const { translations, columns, relation, localeName, locale } = shape(context)
  const model = cls.use(translations.classes.model.fqcn, `Child${translations.classes.model.short}`)
  // The class of an inheriting table has translations of a class of its own.
  const anyObject = cls.use('Orm\\Runtime\\ActiveRecord\\ActiveRecordInterface')
  const connection = `?${cls.use('Orm\\Runtime\\Connection\\ConnectionInterface')} $con = null`
  const inLocale = `string $locale = ${phpString(locale)}`
  const alias = (params as unknown as I18nParameters).locale_alias
  const writes = !table.model.readOnly
  const methods: Member[] = []
  for (const name of alias && alias.toLowerCase() !== localeName.toLowerCase()
    ? [localeName, upper(alias)]
    : [localeName]) {
    methods.push(
      cls.method({
        name: `set${name}`,
        params: [inLocale],
        returns: 'static',
        doc: 'Sets the locale whose translation this object uses.',
        body: php`
          $this->currentLocale = $locale;

          return $this;
        `,
      }),
      cls.method({ name: `get${name}`, returns: 'string', body: php`return $this->currentLocale;` }),
    )
  }
  methods.push(
    cls.method({
      name: 'getTranslation',
      params: [inLocale, connection],
      returns: anyObject,
      doc: [
        'Returns the translation for a locale. A missing one is created, and saved with this object.',
        '',
        `@return ${model}`,
      ],
      body: php`return $this->translationIn($locale, ${model}::class, $con);`,
    }),
    cls.method({
      name: 'getCurrentTranslation',
      params: [connection],
      returns: anyObject,
      doc: `@return ${model}`,
      body: php`return $this->getTranslation($this->currentLocale, $con);`,
    }),
  )
  if (writes) {
    methods.push(
      cls.method({
        name: 'setTranslation',
        params: [`${anyObject} $translation`, inLocale],
        returns: 'static',
        doc: ['Replaces the translation into a locale.', '', `@param ${model} $translation`],
        body: php`return $this->takeTranslation($translation, $locale);`,
      }),
      cls.method({
        name: 'removeTranslation',
        params: [inLocale, connection],
        returns: 'static',
        doc: 'Deletes the translation for a locale.',
        body: php`return $this->dropTranslation($locale, ${model}::class, $con);`,
      }),
    )
  }
  for (const column of columns) {
    for (const method of cls.accessorsOf(relation.table, column)) {
      const proxy = proxyOf(method)
      if (proxy && (writes || method.returns !== 'static')) methods.push(proxy)
    }
  }
  return methods
}

const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** The same method, of the current translation. */
function proxyOf(method: PhpMethod): Member | undefined {
  if (!method.modifiers.startsWith('public')) return undefined
  const given = method.parameters.map((one) => /\$\w+/.exec(one)![0]).join(', ')
  const call = `$this->getCurrentTranslation()->${method.name}(${given});`
  const body = method.returns === 'static' ? [call, '', 'return $this;'] : [`return ${call}`]
  return { kind: 'method', node: { ...method, body: bodyOf(body) } }
}

/** A translation that is added is the one that the object shows. */
export function addsTranslation(php: PhpClass, context: CodeContext): void {
  const { relation } = shape(context)
  const method = php.findMethod(`add${relation.name}`)
  if (!method) return
  const parameter = /\$\w+/.exec(method.parameters[0]!)![0]
  const body = `        $this->showTranslation(${parameter});\n${method.body}`
  php.replaceMethod(method.name, { node: { ...method, body } })
}

export const resetLocale = (context: CodeContext): Php => php`
  $this->currentLocale = ${phpString(shape(context).locale)};
  $this->untranslated = [];
`

/** The date of the main row's last change tells of its translations too. */
export function touchMain(context: CodeContext): Php | null {
  const { table, cls } = context
  const dates = table.model.behaviors.find(({ name }) => name === 'timestampable')
  const disabled = dates?.parameters.get('disable_updated_at')
  if (!dates || disabled === 'true' || table.model.readOnly) return null
  const updated = table.col(String(dates.parameters.get('update_column')))
  // timestampable keeps Unix seconds in numbers.
  const isNumber = ['INTEGER', 'BIGINT'].includes(updated.column.type)
  return php`
    if ($this->hasChangedTranslation() && !$this->isColumnModified(${cls.tableMap}::${updated.constant})) {
        $this->${updated.setter}(${isNumber ? 'time()' : `new ${cls.use('DateTimeImmutable')}()`});
    }
  `
}
