<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\OutputGroup;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ObjectCollection;

/**
 * A collection of objects that export named subsets of their columns and relations.
 *
 * @template TKey of int|string
 * @template T of ActiveRecordInterface
 * @extends ObjectCollection<TKey, T>
 */
class OutputGroupCollection extends ObjectCollection
{
    use OutputGroupCollectionTrait;
}
