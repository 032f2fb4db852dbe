<?php

declare(strict_types=1);

/** Items with translations. The model: the price and the titles by locale of each item. */
final class TranslationWalk extends Walk
{
    private const LOCALES = ['en_US', 'fr_FR', 'de_DE'];

    protected function operations(): array
    {
        return [
            'insert' => fn () => $this->insert(),
            'translate' => fn () => $this->with(function (Item $item, int $id, string $locale): void {
                $item->setLocale($locale)->setTitle("t$this->step")->save();
                $this->model[$id][$locale] = "t$this->step";
            }),
            'translate by object' => fn () => $this->with(function (Item $item, int $id, string $locale): void {
                $item->getTranslation($locale)->setTitle("t$this->step")->save();
                $this->model[$id][$locale] = "t$this->step";
            }),
            'replace' => fn () => $this->with(function (Item $item, int $id, string $locale): void {
                $item->removeTranslation($locale);
                $item->setTranslation((new ItemI18n())->setTitle("t$this->step"), $locale)->save();
                $this->model[$id][$locale] = "t$this->step";
            }),
            'remove' => fn () => $this->with(function (Item $item, int $id, string $locale): void {
                $item->removeTranslation($locale)->save();
                unset($this->model[$id][$locale]);
            }),
            'read' => fn () => $this->with(function (Item $item, int $id, string $locale): void {
                Orm\Runtime\ActiveQuery\InstancePools::clear();
                $item = ItemQuery::create()->joinWithI18n($locale)->findPk($id);
                if ($item->getTitle() !== ($this->model[$id][$locale] ?? null)) {
                    throw new LogicException("step $this->step: item $id shows {$item->getTitle()} in $locale");
                }
                Orm\Runtime\ActiveQuery\InstancePools::clear();
            }),
            'change price' => fn () => $this->with(function (Item $item, int $id): void {
                $item->setPrice($this->step)->save();
                $this->model[$id]['price'] = $this->step;
            }),
            'delete' => fn () => $this->with(function (Item $item, int $id): void {
                $item->delete();
                unset($this->model[$id]);
            }),
        ];
    }

    /** An object keeps the translations that it was given and could not write: the next save would write them. */
    protected function rolledBack(): void
    {
        Orm\Runtime\ActiveQuery\InstancePools::clear();
    }

    protected function rows(): array
    {
        $rows = [];
        foreach ($this->con->query('SELECT id, price FROM item') as [$id, $price]) {
            $rows[$id] = ['price' => (int) $price];
        }
        foreach ($this->con->query('SELECT id, locale, title FROM item_i18n') as [$id, $locale, $title]) {
            $rows[$id][$locale] = $title;
        }

        return self::sorted($rows);
    }

    protected function expected(): array
    {
        return self::sorted($this->model);
    }

    private function insert(): void
    {
        if (count($this->model) < 20) {
            $item = (new Item())->setPrice($this->step);
            $row = ['price' => $this->step];
            foreach (array_slice(self::LOCALES, 0, mt_rand(0, 3)) as $locale) {
                $item->setLocale($locale)->setTitle("i$this->step");
                $row[$locale] = "i$this->step";
            }
            $item->save();
            $this->model[$item->getId()] = $row;
        }
    }

    /**
     * @param array<mixed> $rows
     * @return array<mixed>
     */
    private static function sorted(array $rows): array
    {
        foreach ($rows as $id => $row) {
            ksort($row);
            $rows[$id] = $row;
        }
        ksort($rows);

        return $rows;
    }

    /** @param Closure(Item, int, string): mixed $operation */
    private function with(Closure $operation): void
    {
        $id = $this->anyId();
        if ($id !== null) {
            $operation(ItemQuery::create()->findPk($id), $id, self::LOCALES[array_rand(self::LOCALES)]);
        }
    }
}
