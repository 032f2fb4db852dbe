<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\I18n;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\PersistenceTrait;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;

/**
 * The translations of an object. Its getters and setters use the translation for its current locale.
 *
 * @property string $currentLocale
 */
trait I18nTrait
{
    use RecordState;

    /** @var array<string, true> locales without a translation in the database, as far as checked */
    protected $untranslated = [];

    /**
     * Adopts the translation that a query has loaded with the object.
     *
     * @internal
     */
    protected function hydrateTranslation(?ActiveRecordInterface $translation, string $locale): void
    {
        $this->currentLocale = $locale;
        if ($translation === null) {
            $this->untranslated[$locale] = true;

            return;
        }
        unset($this->untranslated[$locale]);
        [$members, $isPartial, $owner] = self::translationMembers();
        if ($this->$members === null && Record::relate($translation, $owner, $this)) {
            // The same as attachTranslation(), without the calls.
            $this->$members = Record::tableMap($translation)::getTableMap()->newCollection([$translation]);
            $this->$isPartial = true;
        } elseif ($this->loadedTranslation($locale) === null) {
            $this->attachTranslation($translation);
        }
    }

    /**
     * Clears related objects, as reload() does; the current locale is kept.
     *
     * @internal
     */
    protected function clearReferencesOnReload(): void
    {
        $locale = $this->currentLocale;
        $this->clearAllReferences();
        $this->currentLocale = $locale;
    }

    /**
     * Restores the state after a rollback, which brings back removed translation rows.
     *
     * @internal
     * @param array{array<string, true>} $state
     */
    protected function restoreUntranslated(array $state): void
    {
        [$members, $isPartial] = self::translationMembers();
        [$this->untranslated] = $state;
        if ($this->$members !== null) {
            $this->$isPartial = true;
        }
    }

    /**
     * Adopts a fallback translation that a query has loaded, for the case that an earlier locale has none.
     *
     * @internal
     */
    protected function hydrateFallback(?ActiveRecordInterface $translation, string $locale): void
    {
        $shown = $this->loadedTranslation($this->currentLocale) === null && $translation !== null
            ? $locale
            : $this->currentLocale;
        $this->hydrateTranslation($translation, $locale);
        $this->currentLocale = $shown;
    }

    /**
     * Adopts a further translation that a query has loaded, besides the one for the current locale.
     *
     * @internal
     */
    protected function hydrateFurtherTranslation(?ActiveRecordInterface $translation, string $locale): void
    {
        $shown = $this->currentLocale;
        $this->hydrateTranslation($translation, $locale);
        $this->currentLocale = $shown;
    }

    /**
     * Returns the translation for the current locale or, if a getter returns no value there, for the first fallback
     * with a value. A missing translation is not created.
     *
     * @param class-string $class
     */
    private function translationWith(string $getter, string $class): ActiveRecordInterface
    {
        $first = null;
        /** @disregard P1012 the generated class has the constant */
        foreach (FallbackLocales::after($this->currentLocale, static::FALLBACK_LOCALES) as $locale) {
            $translation = $this->knownTranslation($locale, $class);
            if (!in_array($translation?->$getter(), [null, []], true)) {
                return $translation;
            }
            $first ??= $translation;
        }

        return $first ?? new $class();
    }

    /** @param class-string $class */
    private function knownTranslation(string $locale, string $class): ?ActiveRecordInterface
    {
        $loaded = $this->loadedTranslation($locale);
        [$members, $isPartial] = self::translationMembers();
        $isComplete = $this->$members !== null && !$this->$isPartial;
        if ($loaded !== null || $isComplete || $this->isNew() || isset($this->untranslated[$locale])) {
            return $loaded;
        }
        $stored = $this->storedTranslation($locale, $class, null);
        if ($stored === null) {
            $this->untranslated[$locale] = true;
        } else {
            $this->attachTranslation($stored);
        }

        return $stored;
    }

    /** @param class-string $class */
    private function translationIn(string $locale, string $class, ?ConnectionInterface $con): ActiveRecordInterface
    {
        [$members, $isPartial, , $getLocale] = self::translationMembers();
        // The same as loadedTranslation(), without the call.
        foreach ($this->$members?->getData() ?? [] as $translation) {
            if ($translation->$getLocale() === $locale) {
                return $translation;
            }
        }
        $translation = null;
        $isComplete = $this->$members !== null && !$this->$isPartial;
        if (!$this->isNew() && !$isComplete && !isset($this->untranslated[$locale])) {
            $translation = $this->storedTranslation($locale, $class, $con);
        }
        if ($translation === null) {
            $translation = new $class();
            $translation->{'set' . self::translationNames()[2]}($locale);
        }
        $this->attachTranslation($translation);

        return $translation;
    }

    private function takeTranslation(ActiveRecordInterface $translation, string $locale): static
    {
        [$plural, , $localeName] = self::translationNames();
        $relation = self::{'relationTo' . $plural}();
        // The existing row of the locale, loaded or not, is removed before the new one is written.
        $members = $this->manyGet($relation, null, null);
        $before = $this->loadedTranslation($locale);
        if ($before !== null && $before !== $translation) {
            $before->isNew() ? $members->removeObject($before) : $this->manyRemove($relation, $before);
        }
        $isMember = $members->contains($translation);
        $translation->{'set' . $localeName}($locale);
        if (!$isMember) {
            $this->attachTranslation($translation);
        }

        return $this;
    }

    /** @param class-string $class */
    private function dropTranslation(string $locale, string $class, ?ConnectionInterface $con): static
    {
        $con ??= Orm::getServiceContainer()->getWriteConnection(self::tableMap()::DATABASE_NAME);
        ConnectionWrapper::wrap($con)->rollbackLog?->moved($this, [$this->untranslated], 'restoreUntranslated');
        /** @var (ActiveRecordInterface&PersistenceTrait)|null $translation */
        $translation = $this->loadedTranslation($locale);
        if ($translation !== null) {
            $this->{self::translationMembers()[0]}?->removeObject($translation);
        } elseif (!$this->isNew()) {
            /** @var (ActiveRecordInterface&PersistenceTrait)|null $translation */
            $translation = $this->storedTranslation($locale, $class, $con);
        }
        if ($translation !== null && !$translation->isNew() && !$translation->isDeleted()) {
            $translation->delete($con);
        }
        $this->untranslated[$locale] = true;

        return $this;
    }

    /**
     * Makes an added translation the current one, unless it is being saved and only receives the key of this object.
     */
    private function showTranslation(ActiveRecordInterface $translation): void
    {
        if (!isset(Record::$inSave[spl_object_id($translation)])) {
            $this->currentLocale = $translation->{self::translationMembers()[3]}() ?? $this->currentLocale;
            unset($this->untranslated[$this->currentLocale]);
        }
    }

    /** Returns whether a translation has unsaved changes. */
    private function hasChangedTranslation(): bool
    {
        foreach ($this->{self::translationMembers()[0]}?->getData() ?? [] as $translation) {
            if ($translation->isModified() || $translation->isNew()) {
                return true;
            }
        }

        return false;
    }

    private function loadedTranslation(string $locale): ?ActiveRecordInterface
    {
        [$members, , , $getLocale] = self::translationMembers();
        foreach ($this->$members?->getData() ?? [] as $translation) {
            if ($translation->$getLocale() === $locale) {
                return $translation;
            }
        }

        return null;
    }

    /** @param class-string $class */
    private function storedTranslation(
        string $locale,
        string $class,
        ?ConnectionInterface $con,
    ): ?ActiveRecordInterface {
        [, $back, $localeName] = self::translationNames();
        $query = $class . 'Query';

        return $query::create()
            ->{'filterBy' . $back}($this)
            ->{'filterBy' . $localeName}($locale)
            ->findOne($con);
    }

    private function attachTranslation(ActiveRecordInterface $translation): void
    {
        [$plural, $back] = self::translationNames();
        [$members, $isPartial, $owner, $getLocale] = self::translationMembers();
        if ($this->$members === null) {
            $this->{'init' . $plural}();
            $this->$isPartial = true;
        }
        if (!$translation->isNew()) {
            Record::relate($translation, $owner, $this);
        }
        $this->$members->append($translation);
        // The translation may be saved and then no longer be referenced by this object.
        unset($this->untranslated[$translation->$getLocale()]);
        if (Record::get($translation, $owner) !== $this) {
            // Setting the object adds the translation, which changes the current locale.
            $locale = $this->currentLocale;
            $translation->{'set' . $back}($this);
            $this->currentLocale = $locale;
        }
    }

    /** @return list<string> the relation, its inverse, and the phpName of the locale */
    private static function translationNames(): array
    {
        /** @disregard P1012 the generated class has the constant */
        return static::TRANSLATIONS;
    }

    /** @return list<string> properties of the collection, and the getter of the locale */
    private static function translationMembers(): array
    {
        /** @disregard P1012 the generated class has the constant */
        return static::TRANSLATION_MEMBERS;
    }
}
