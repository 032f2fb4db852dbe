<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use PHPUnit\Framework\TestCase;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;

/**
 * What a process remembers is in the services of the container. For each static property, this test has the decision
 * what a request may leave in it; a new one needs a decision.
 */
final class StaticStateTest extends TestCase
{
    /** Facts of classes and of the process, the same for every request. */
    private const FACTS = [
        'ActiveQuery\QueryAccess::$caller', 'ActiveQuery\SqlBuilder\SelectPlan::$bindsItself',
        'ActiveQuery\SqlBuilder\SelectPlan::$overridden', 'ActiveQuery\Criterion\AbstractCriterion::$appends',
        'ActiveQuery\InstancePools::$tableMaps', 'ActiveRecord\Hooks::$known', 'ActiveRecord\Record::$records',
        'Behavior\ConcreteInheritance\ConcreteInheritanceQueryTrait::$parentsAtOnce',
        'Behavior\Delegate\DelegateTrait::$delegatedMethods', 'Behavior\Sluggable\SlugText::$table',
        'Behavior\Sluggable\SlugText::$transliterator', 'Connection\ConnectionWrapper::$overrides',
        'Connection\ForkGuard::$kept', 'Connection\ForkGuard::$left', 'Connection\PdoConnection::$emulatesOnPgsql',
        'Map\TableMapTrait::$cascadedColumns', 'Map\TableMapTrait::$columnNames', 'Map\TableMapTrait::$fieldKeys',
        'Map\TableMapTrait::$fieldNames', 'Map\TableMapTrait::$plainKey', 'Map\TableMapTrait::$rowReader',
        'Map\TableMapTrait::$rowsReader', 'Map\TableMapTrait::$selectColumns',
    ];

    /** SQL of the last statement, without values. */
    private const PLANS = [
        'ActiveRecord\PersistenceTrait::$lastUpdate', 'ActiveRecord\RecordState::$lastInsert',
        'Behavior\Sortable\SortableTrait::$lastAppend',
    ];

    /** Numbers that no two requests may share. */
    private const COUNTERS = [
        'ActiveRecord\Record::$inserts', 'Behavior\Uuid\Uuid::$counter', 'Behavior\Uuid\Uuid::$milliseconds',
        'ServiceContainer\Plans::$lastRevision',
    ];

    /** Settings of the application, which reset() keeps. */
    private const SETTINGS = [
        'Behavior\Blameable\Blame::$provider', 'Behavior\EventDispatcher\EventDispatcherTrait::$eventDispatcher',
        'Behavior\Validate\Rules::$validator', 'Connection\ConnectionFactory::$useProfilerConnection',
        'Connection\ConnectionManagerSingle::$sandbox', 'Connection\ConnectionWrapper::$useDebugMode',
        'Orm::$hasShortcuts', 'Orm::$serviceContainer', 'Orm::$services', 'Orm::$connections', 'Orm::$plans',
    ];

    /** Settings that reset() restores, and what it empties. */
    private const RESET = [
        'ActiveQuery\InstancePools::$areEnabled', 'ActiveQuery\InstancePools::$limit',
        'ActiveQuery\InstancePools::$pooled', 'Map\TableMapTrait::$instances',
    ];

    /** Set while one call runs, and restored in a `finally`. */
    private const GUARDED = [
        'ActiveQuery\SqlBuilder\SqlContext::$bindInnerPages', 'ActiveQuery\SqlBuilder\SqlContext::$current',
        'ActiveRecord\ObjectCopy::$unfinished', 'ActiveRecord\Record::$inSave',
        'ActiveRecord\SaveOrder::$unwritten',
        'Behavior\Archivable\ArchivableQueryTrait::$skipsArchive',
        'Behavior\Deletion::$forced', 'Behavior\Sortable\RankedTable::$unmaintained',
        'Behavior\Validate\Rules::$reached', 'Connection\RepeatedTransaction::$isRepeated',
    ];

    /** Keyed by objects that the application or a connection holds, and gone with them. */
    private const WEAK = [
        'ActiveQuery\InstancePools::$followed', 'ActiveRecord\OneToMany::$removed',
        'Behavior\AggregateColumn\HeldOwners::$limit', 'Behavior\AggregateColumn\HeldOwners::$owners',
        'Behavior\Sortable\ListCascade::$noted', 'Behavior\Sortable\ListParent::$pools',
        'Connection\ForkGuard::$holders', 'Connection\Sealed::$contents',
        'Connection\StatementCache::$all',
    ];

    /** Tools of tests and seeds. */
    private const OF_TESTS = [
        'Factory\Factory::$numbers', 'Factory\Factory::$working', 'Factory\Fake::$replaced',
        'Testing\ProcessDatabase::$copies', 'Testing\ProcessDatabase::$locks', 'Testing\TestDatabases::$ready',
    ];

    public function testEveryStaticPropertyIsDecidedOn(): void
    {
        $decided = [
            ...self::FACTS, ...self::PLANS, ...self::COUNTERS, ...self::SETTINGS, ...self::RESET, ...self::GUARDED,
            ...self::WEAK, ...self::OF_TESTS,
        ];
        sort($decided);
        self::assertSame($decided, self::staticProperties());
        self::assertSame($decided, array_values(array_unique($decided)));
    }

    /** @return list<string> */
    private static function staticProperties(): array
    {
        $folder = dirname(__DIR__, 3) . '/packages/runtime/src';
        $found = [];
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder)) as $file) {
            if ($file->getExtension() !== 'php') {
                continue;
            }
            preg_match_all(
                '/^ +(?:(?:public|protected|private) static|static (?:public|protected|private)) [^()=;]*(\$\w+)/m',
                (string) file_get_contents($file->getPathname()),
                $names,
            );
            $class = strtr(substr($file->getPathname(), strlen($folder) + 1, -4), '/', '\\');
            foreach ($names[1] as $name) {
                $found[] = "$class::$name";
            }
        }
        sort($found);

        return $found;
    }
}
