<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Map\TableMap;

/**
 * What the library knows of tables.
 *
 * @internal
 */
final class KnownTables
{
    /** @var array<class-string<TableMap>, TableMap> those that datasources have */
    public array $maps = [];

    /** @var array<class-string<TableMap>, true> tables whose deleted rows queries find, and whose deletes remove rows */
    public array $softDeleteOff = [];

    /** @var array<class-string<TableMap>, true> tables whose rows get no versions */
    public array $versioningOff = [];

    /** The object that is being deleted, for behaviors that tell its delete from that of a query. */
    public ?ActiveRecordInterface $deletedObject = null;

    /** @var array<string, true> rows whose delete PHP carries over to rows that refer to them, by table map and key */
    public array $beingDeleted = [];

    /** @var array<class-string, array<string, mixed>> what behaviors and others have found out, by class and table map */
    public array $facts = [];
}
