<?php

declare(strict_types=1);

namespace Orm\Bench;

use Bench\AskedQuery;
use Bench\Counted;
use Bench\Delegating;
use Bench\HolderQuery;
use Bench\Inherited;
use Bench\Node;
use Bench\NodeQuery;
use Bench\OwnerQuery;
use Bench\SluggedQuery;
use Bench\Summed;
use Bench\Translated;
use Bench\TranslatedQuery;
use Orm\Runtime\ActiveQuery\InstancePools;

/** Through generated models. */
final class BehaviorModels implements Behaviors
{
    private const CLASSES = [
        'no behavior' => 'Plain',
        'timestampable' => 'Dated',
        'uuid' => 'Identified',
        'event_dispatcher' => 'Told',
        'query_cache' => 'Asked',
        'sluggable' => 'Slugged',
        'i18n' => 'Translated',
        'versionable' => 'Versioned',
        'archivable' => 'Archived',
        'concrete_inheritance' => 'Inherited',
        'aggregate_column' => 'Counted',
        'aggregate_multiple_columns' => 'Summed',
        'delegate' => 'Delegating',
        'nested_set' => 'Node',
    ];

    /** @var list<object> */
    private array $objects = [];

    public function __construct(private readonly BehaviorsByHand $byHand)
    {
    }

    public function insert(string $behavior, int $times): void
    {
        $class = 'Bench\\' . self::CLASSES[$behavior];
        $root = $behavior === 'nested_set' ? NodeQuery::create()->findRoot() : null;
        for ($i = 0; $i < $times; $i++) {
            $object = new $class();
            $object->setTitle("Title $i");
            $object->setPages($i);
            if ($object instanceof Inherited) {
                $object->setBody('Body');
            } elseif ($object instanceof Counted || $object instanceof Summed) {
                $object->setOwnerId($i % 20 + 1);
            } elseif ($object instanceof Node) {
                $object->insertAsLastChildOf($root);
            }
            $object->save();
        }
    }

    public function load(string $behavior, int $times): void
    {
        InstancePools::clear();
        $query = ('Bench\\' . self::CLASSES[$behavior] . 'Query')::create();
        if ($query instanceof NodeQuery) {
            $query->filterByTreeLevel(1);
        }
        $this->objects = [];
        foreach ($query->orderById()->limit($times)->find() as $object) {
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
        $root = $behavior === 'nested_set' ? NodeQuery::create()->findRoot() : null;
        foreach ($this->objects as $i => $object) {
            if ($object instanceof Node) {
                $object->moveToFirstChildOf($root);
                continue;
            }
            match (true) {
                $object instanceof Delegating, $object instanceof Counted, $object instanceof Summed
                    => $object->setPages($i + 10_000),
                default => $object->setTitle("Changed $i"),
            };
            $object->save();
        }
    }

    public function find(string $behavior, int $times): void
    {
        $query = 'Bench\\' . self::CLASSES[$behavior] . 'Query';
        foreach ($this->byHand->ids($behavior, $times) as $i => $id) {
            match ($behavior) {
                'sluggable' => SluggedQuery::create()->filterBySlug("title-$i")->findOne(),
                'query_cache' => AskedQuery::create()->setQueryKey('by title')
                    ->filterByTitle("Title $i")->filterByPages(-1, '>')->findOne(),
                'i18n' => TranslatedQuery::create()->joinWithI18n()->findPk($id)->getTitle(),
                'versionable' => $query::create()->findPk($id)->getOneVersion(1),
                'archivable' => $query::create()->findPk($id)->getArchive(),
                'aggregate_column' => OwnerQuery::create()->findPk($i + 1),
                'aggregate_multiple_columns' => HolderQuery::create()->findPk($i + 1),
                'delegate' => $query::create()->findPk($id)->getPages(),
                'nested_set' => $query::create()->findPk($id)->getAncestors(),
                default => $query::create()->findPk($id),
            };
        }
    }
}
