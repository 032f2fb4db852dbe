<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Map\TableMap;

/**
 * The table maps and per-table state of the library.
 *
 * @internal
 */
final class KnownTables
{
    /** @var array<class-string<TableMap>, TableMap> the table maps of all connections */
    public array $maps = [];

    /**
     * @var array<class-string<TableMap>, true> tables whose soft delete is off: queries find deleted rows, and deletes
     *     remove rows
     */
    public array $softDeleteOff = [];

    /** @var array<class-string<TableMap>, true> tables whose versioning is off */
    public array $versioningOff = [];

    /** The object that is being deleted, so that behaviors can distinguish its delete from that of a query. */
    public ?ActiveRecordInterface $deletedObject = null;

    /** @var array<string, true> rows whose delete PHP cascades to referring rows, by table map and key */
    public array $beingDeleted = [];

    /**
     * @var array<class-string, array<string, mixed>> cached metadata of behaviors and others, by class and table map
     */
    public array $facts = [];
}
