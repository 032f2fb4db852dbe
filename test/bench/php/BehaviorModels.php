<?php

declare(strict_types=1);

namespace Orm\Bench;

use Bench\Counted;
use Bench\CountedQuery;
use Bench\Delegating;
use Bench\Inherited;
use Bench\SluggedQuery;
use Bench\Translated;
use Bench\TranslatedQuery;
use Orm\Runtime\ActiveQuery\InstancePools;

/** Through generated models. */
final class BehaviorModels implements Behaviors
{
    private const CLASSES = [
        'no behavior' => 'Plain',
        'timestampable' => 'Dated',
        'sluggable' => 'Slugged',
        'i18n' => 'Translated',
        'versionable' => 'Versioned',
        'archivable' => 'Archived',
        'concrete_inheritance' => 'Inherited',
        'aggregate_column' => 'Counted',
        'delegate' => 'Delegating',
    ];

    /** @var list<object> */
    private array $objects = [];

    public function insert(string $behavior, int $times): void
    {
        $class = 'Bench\\' . self::CLASSES[$behavior];
        for ($i = 0; $i < $times; $i++) {
            $object = new $class();
            $object->setTitle("Title $i");
            $object->setPages($i);
            if ($object instanceof Inherited) {
                $object->setBody('Body');
            } elseif ($object instanceof Counted) {
                $object->setOwnerId($i % 20 + 1);
            }
            $object->save();
        }
    }

    public function load(string $behavior, int $times): void
    {
        InstancePools::clear();
        $query = 'Bench\\' . self::CLASSES[$behavior] . 'Query';
        $this->objects = [];
        foreach ($query::create()->orderById()->limit($times)->find() as $object) {
            // What has to be read before a change can be seen.
            if ($object instanceof Translated) {
                $object->getTitle();
            } elseif ($object instanceof Delegating) {
                $object->getPages();
            }
            $this->objects[] = $object;
        }
    }

    public function update(string $behavior, int $times): void
    {
        foreach ($this->objects as $i => $object) {
            match (true) {
                $object instanceof Delegating => $object->setPages($i + 10_000),
                $object instanceof Counted => $object->setPages($i + 10_000),
                default => $object->setTitle("Changed $i"),
            };
            $object->save();
        }
    }

    public function find(string $behavior, int $times): void
    {
        $query = 'Bench\\' . self::CLASSES[$behavior] . 'Query';
        for ($i = 0; $i < $times; $i++) {
            InstancePools::clear();
            $id = $i % 100 + 1;
            match ($behavior) {
                'sluggable' => SluggedQuery::create()->filterBySlug("title-$id")->findOne(),
                'i18n' => TranslatedQuery::create()->joinWithI18n()->findPk($id)->getTitle(),
                'versionable' => $query::create()->findPk($id)->getOneVersion(1),
                'archivable' => $query::create()->findPk($id)->getArchive(),
                'aggregate_column' => CountedQuery::create()->findPk($id)->getOwner()->getTotal(),
                'delegate' => $query::create()->findPk($id)->getPages(),
                default => $query::create()->findPk($id),
            };
        }
    }
}
