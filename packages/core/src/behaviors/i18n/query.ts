import { phpString } from '../../escape/php-literal.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'
import { type I18nParameters, shapeOf } from './shape.js'

export const queryTraits = (): string[] => ['Orm\\Runtime\\Behavior\\I18n\\I18nQueryTrait']

export function queryMethods({ table, params, cls }: CodeContext): Member[] {
  const { translations, relation, localeName, locale } = shapeOf(table, params as unknown as I18nParameters)
  const query = cls.use(translations.classes.query.fqcn, `Child${translations.classes.query.short}`)
  const inLocale = `string $locale = ${phpString(locale)}`
  const alias = '?string $relationAlias = null'
  const joinType = `string $joinType = ${cls.use('Orm\\Runtime\\ActiveQuery\\Criteria')}::LEFT_JOIN`
  const name = phpString(relation.name)
  return [
    cls.method({
      name: 'joinI18n',
      params: [inLocale, alias, joinType],
      returns: 'static',
      doc: 'Joins the translations for one locale.',
      body: php`return $this->joinTranslations(${name}, '${localeName}', $locale, $relationAlias, $joinType);`,
    }),
    cls.method({
      name: 'joinWithI18n',
      params: [inLocale, joinType],
      returns: 'static',
      doc: 'Also loads the translations for one locale, which the objects then use.',
      body: php`return $this->joinWithTranslations(${name}, $locale, $joinType, 'joinI18n');`,
    }),
    cls.method({
      name: 'joinWithI18nFallbacks',
      params: ['string ...$locales'],
      returns: 'static',
      doc: 'Also loads the translations for several locales; objects use the first one that exists.',
      body: php`return $this->readFallbacks(${name}, '${localeName}', $locales);`,
    }),
    cls.method({
      name: 'useI18nQuery',
      params: [inLocale, alias, joinType],
      // The class of an inheriting table has translations of a class of its own.
      returns: cls.use('Orm\\Runtime\\ActiveQuery\\ModelCriteria'),
      doc: ['A query on the translations into one locale.', '', `@return ${query}`],
      body: php`
        return $this->joinI18n($locale, $relationAlias, $joinType)->useQuery(
            $relationAlias ?? ${name},
            ${query}::class,
        );
      `,
    }),
  ]
}
