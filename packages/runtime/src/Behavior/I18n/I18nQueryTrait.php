<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\I18n;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Orm;
use ReflectionMethod;

/** Joins the translations for one locale. */
trait I18nQueryTrait
{
    use QueryHost;

    private function joinTranslations(
        string $relation,
        string $localeName,
        string $locale,
        ?string $alias,
        string $joinType,
    ): static {
        $name = $alias ?? $relation;

        return $this->relationJoin($relation, $alias, $joinType)
            ->addJoinCondition($name, $name . '.' . $localeName . ' = ?', $locale);
    }

    /**
     * Joins and loads the translations. A row has at most one per locale, so rows are still hydrated as objects.
     *
     * @param string $join a method of this class that joins the translations: joinI18n()
     */
    private function joinWithTranslations(string $relation, string $locale, string $joinType, string $join): static
    {
        $isFirst = $this->joins === [] && $this->rare === null;
        $key = "$relation in $locale";
        $known = $isFirst
            ? Orm::$plans->joins[static::class][$this->dbName ?? ''][$this->modelName ?? ''][$joinType][$key] ?? null
            : null;
        if ($known !== null) {
            $this->joins = $known;
            $this->with = $known[$relation]->sharedWith;

            return $this;
        }
        $this->$join($locale, null, $joinType);
        $found = $this->getModelJoin($relation);
        $with = ModelWith::oneOfMany($relation, $found, 'hydrateTranslation', $locale);
        $this->with[$relation] = $with;
        if ($isFirst && (new ReflectionMethod($this, $join))->getDeclaringClass()->getName() === self::class) {
            $this->shareJoin($joinType, $key, $found, "|$joinType $relation in", $with, [$locale]);
        }

        return $this;
    }

    /**
     * Also loads the translations for the fallbacks of a locale, with one join for each.
     *
     * @param list<string> $fallbacks
     */
    private function joinFallbacks(string $relation, string $localeName, string $locale, array $fallbacks): static
    {
        foreach (array_slice(FallbackLocales::after($locale, $fallbacks), 1) as $i => $next) {
            $alias = $relation . 'Fallback' . ($i + 1);
            $this->joinTranslations($relation, $localeName, $next, $alias, Criteria::LEFT_JOIN);
            $join = $this->getModelJoin($alias);
            $this->with[$alias] = ModelWith::oneOfMany($alias, $join, 'hydrateFurtherTranslation', $next);
        }

        return $this;
    }

    /**
     * Adds one join per locale, so rows are still hydrated as objects.
     *
     * @param list<string> $locales the requested one first
     */
    private function readFallbacks(string $relation, string $localeName, array $locales): static
    {
        foreach (array_values(array_unique($locales)) as $i => $locale) {
            $alias = $relation . 'Fallback' . $i;
            $this->joinTranslations($relation, $localeName, $locale, $alias, Criteria::LEFT_JOIN);
            $receiver = $i === 0 ? 'hydrateTranslation' : 'hydrateFallback';
            $this->with[$alias] = ModelWith::oneOfMany($alias, $this->getModelJoin($alias), $receiver, $locale);
        }

        return $this;
    }
}
