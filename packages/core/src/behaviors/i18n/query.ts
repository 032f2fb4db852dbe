import { phpLiteral, phpString } from '../../escape/php-literal.js'
import type { Member } from '../class-builder.js'
import { methods } from '../methods.js'
import { php } from '../php.js'
import { type Context, shapeOf } from './shape.js'

export function queryMethods(context: Context): Member[] {
  const { cls } = context
  const { translations, relation, localeName, locale, fallbacks } = shapeOf(context)
  const query = cls.use(translations.classes.query.fqcn, `Child${translations.classes.query.short}`)
  const inLocale = `string $locale = ${phpString(locale)}`
  const alias = '?string $relationAlias = null'
  const joinType = `string $joinType = ${cls.use('Orm\\Runtime\\ActiveQuery\\Criteria')}::LEFT_JOIN`
  const name = phpString(relation.name)
  // The class of an inheriting table has its own translation class.
  const anyQuery = cls.use('Orm\\Runtime\\ActiveQuery\\ModelCriteria')
  return methods(cls, [
    [
      `joinI18n(${inLocale}, ${alias}, ${joinType}): static`,
      `return $this->joinTranslations(${name}, '${localeName}', $locale, $relationAlias, $joinType);`,
      'Joins the translations for one locale.',
    ],
    [
      `joinWithI18n(${inLocale}, ${joinType}): static`,
      fallbacks
        ? php`
            return $this->joinWithTranslations(${name}, $locale, $joinType, 'joinI18n')
                ->joinFallbacks(${name}, '${localeName}', $locale, ${phpLiteral(fallbacks)});
          `
        : `return $this->joinWithTranslations(${name}, $locale, $joinType, 'joinI18n');`,
      fallbacks
        ? 'Also loads the translations for one locale, which the objects then use, and for its fallbacks.'
        : 'Also loads the translations for one locale, which the objects then use.',
    ],
    [
      'joinWithI18nFallbacks(string ...$locales): static',
      `return $this->readFallbacks(${name}, '${localeName}', $locales);`,
      'Also loads the translations for several locales; objects use the first one that exists.',
    ],
    [
      `useI18nQuery(${inLocale}, ${alias}, ${joinType}): ${anyQuery}`,
      php`
        return $this->joinI18n($locale, $relationAlias, $joinType)->useQuery(
            $relationAlias ?? ${name},
            ${query}::class,
        );
      `,
      ['A query on the translations into one locale.', '', `@return ${query}`],
    ],
  ])
}
