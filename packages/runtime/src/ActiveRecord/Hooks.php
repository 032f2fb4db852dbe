<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\RepeatedTransaction;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use ReflectionClass;
use ReflectionClassConstant;
use ReflectionMethod;

/**
 * Which hooks a model class really has: found out once per class, so that a hook that does not exist takes no time.
 *
 * A hook is a method of the stub, such as preSave(), or code of behaviors, which the generated class keeps in a method
 * such as behaviorPreSave().
 *
 * @internal
 */
final class Hooks
{
    private const POINTS = ['Save', 'Insert', 'Update', 'Delete'];
    private const ROW_POINTS = ['Insert', 'Update'];

    /**
     * By model class: hot paths read it before they call of().
     *
     * @internal to be read only
     * @var array<class-string, self>
     */
    public static array $known = [];

    /** Whether saving an object means more than its row, and what is set in it. */
    public readonly bool $onSave;

    /** Whether there is something to call before or after a save. */
    public readonly bool $aroundSave;

    /** Whether behaviors have something to do right before a row is written. */
    public readonly bool $onRow;

    /** Whether a behavior wants to call what writes the row. */
    public readonly bool $aroundRow;

    /** Whether the save of an object that was not changed may have nothing to do. */
    public readonly bool $mayIdle;

    /** Whether behaviors say what they have to do for such an object. */
    public readonly bool $checksUnchangedObjects;

    /** Whether new objects are inserted as the library does it, so that many can go in one statement. */
    public readonly bool $savesRowsItself;

    /** Whether the row of a new object is written by doInsert() of the generated class. */
    public readonly bool $insertsRow;

    /** @var array{write?: bool, save?: bool} what the transaction of an INSERT needs to know */
    public readonly array $insert;

    /** @var array{write?: bool, save?: bool} the same of an UPDATE */
    public readonly array $update;

    /**
     * Whether deleting an object is more than one statement, or may be; null: not asked for yet.
     *
     * @internal to be read only
     */
    public ?bool $onDelete = null;

    /**
     * Whether the query that deletes an object has nothing but its key; known when $onDelete is.
     *
     * @internal to be read only
     */
    public bool $deletesByKey = false;

    /** Whether a transaction that writes the row may be repeated: hooks of the application must not run again. */
    public readonly bool $mayRepeat;

    /** @var array<string, array{string|null, string|null}> those of the stub and of behaviors, by point */
    public array $before = [];

    /** @var array<string, array{string|null, string|null}> */
    public array $after = [];

    /** @var array<string, bool> what hasOwn() says */
    private array $own = [];

    /** @var array<string, string> the methods that run right before a row is written, by point */
    public array $beforeRow = [];

    /**
     * The properties of columns, by the names of columns with their tables; null: not asked for yet.
     *
     * @internal to be read only
     * @var array<string, string>|null
     */
    public ?array $properties = null;

    /** @var class-string the generated class */
    private readonly string $baseClass;

    /** @param class-string $class of the object */
    private function __construct(private readonly string $class)
    {
        $this->baseClass = (new ReflectionClassConstant($class, 'TABLE_MAP'))->class;
        $onSave = false;
        $isWithoutStub = true;
        foreach (self::POINTS as $point) {
            foreach (['pre', 'post'] as $when) {
                $hook = $when . $point;
                $behavior = 'behavior' . ucfirst($hook);
                $ofStub = self::isWritten($class, $hook) ? $hook : null;
                $ofBehaviors = $this->isOfTable($behavior) ? $behavior : null;
                $isWithoutStub = $isWithoutStub && $ofStub === null;
                $onSave = $onSave || ($point !== 'Delete' && ($ofStub ?? $ofBehaviors) !== null);
                $this->{$when === 'pre' ? 'before' : 'after'}[$point] = [$ofStub, $ofBehaviors];
            }
        }
        $transactions = ['Insert' => [], 'Update' => []];
        foreach (self::ROW_POINTS as $point) {
            foreach (['behaviorPre' . $point . 'Row', 'behaviorFindOn' . $point, 'behaviorSetOn' . $point] as $method) {
                if ($this->isOfTable($method)) {
                    $this->beforeRow[$point] = $method;
                    // Behaviors that look at other rows before the row is written must not see an old state of them,
                    // unless that does not matter.
                    $transactions[$point] = match ($method) {
                        'behaviorPre' . $point . 'Row' => ['write' => true],
                        'behaviorFindOn' . $point => ['save' => true],
                        default => [],
                    };
                    break;
                }
            }
        }
        ['Insert' => $this->insert, 'Update' => $this->update] = $transactions;
        $this->checksUnchangedObjects = $this->isOfTable('behaviorWorkWaits');
        $this->mayRepeat = $isWithoutStub;
        $this->mayIdle = (!($onSave || $this->beforeRow !== []) || $this->checksUnchangedObjects)
            && $isWithoutStub && !$this->hasOwn('doSave');
        $this->aroundSave = $onSave;
        $this->onRow = $this->beforeRow !== [];
        $this->aroundRow = $this->isOfTable('behaviorAroundRow');
        // A class with its own doSave() wants it to be called.
        $this->onSave = $onSave || (method_exists($class, 'doSave')
            && ($this->hasOwn('doSave') || $this->isReplaced('doSave')));
        $this->savesRowsItself = !$this->onSave && !$this->onRow
            && !$this->hasOwn('save') && !$this->hasOwn('doInsert');
        $this->insertsRow = !$this->hasOwn('doInsert');
    }

    /** @param class-string $class of a generated model, or one that extends it */
    public static function of(string $class): self
    {
        return self::$known[$class] ??= new self($class);
    }

    /** What $onDelete has. */
    public function onDelete(): bool
    {
        $tableMap = Record::tableMap($this->class);
        $query = $tableMap::getTableMap()->getClassName() . 'Query';
        $this->onDelete = !Orm::$hasShortcuts || $this->update !== []
            || array_filter([...$this->before['Delete'], ...$this->after['Delete']]) !== []
            || SelectPlan::isOverridden($query, 'writes');
        $this->deletesByKey = !$this->onDelete && $tableMap::PRIMARY_KEY_POSITIONS !== []
            && $tableMap::DELETED_COLUMN === null && !$tableMap::getTableMap()->isReadOnly()
            && $tableMap::getTableMap()->getClassName() === $tableMap::OM_CLASS
            && !$this->hasOwn('buildPkeyCriteria') && !$this->isReplaced('buildPkeyCriteria')
            && !SelectPlan::isOverridden($query, 'keys') && !SelectPlan::isOverridden($query, 'deleteByKey')
            // The constructor that is generated adds no conditions, nor is there one of a class in between.
            && ($generated = (new ReflectionMethod($query, '__construct'))->class)
                === (new ReflectionClassConstant($query, 'TABLE_MAP'))->class
            && get_parent_class($generated) === ModelCriteria::class;

        return $this->onDelete;
    }

    /** @return array<string, string> what $properties has */
    public function properties(): array
    {
        $this->properties = [];
        foreach (Record::tableMap($this->class)::getTableMap()->getColumns() as $column) {
            $this->properties[$column->getFullyQualifiedName()] = $column->getProperty();
        }

        return $this->properties;
    }

    /**
     * Whether the application has a hook: one of a generated class does nothing but call that of its parent.
     *
     * @param class-string $class
     */
    private static function isWritten(string $class, string $hook): bool
    {
        for (; $class !== false && method_exists($class, $hook); $class = get_parent_class($class)) {
            $declaring = (new ReflectionMethod($class, $hook))->class;
            $isGenerated = defined($declaring . '::TABLE_MAP')
                && (new ReflectionClassConstant($declaring, 'TABLE_MAP'))->class === $declaring;
            if (!$isGenerated) {
                return true;
            }
            $class = $declaring;
        }

        return false;
    }

    /** Whether behaviors of this table have that code: a class may extend the model of another table. */
    private function isOfTable(string $method): bool
    {
        return method_exists($this->class, $method)
            && is_a((new ReflectionMethod($this->class, $method))->class, $this->baseClass, true);
    }

    /**
     * Whether the generated class has a method itself that a trait of the library would give it, which the build knows.
     */
    public function isReplaced(string $method): bool
    {
        $constant = (new ReflectionClass($this->baseClass))->getReflectionConstant('REPLACED_METHODS');

        return $constant !== false && $constant->class === $this->baseClass
            && in_array($method, $constant->getValue(), true);
    }

    /**
     * Whether a class of the rows of a table may have a method of the library's traits of its own.
     *
     * @param class-string<TableMap> $map
     */
    public static function mayRowsHaveOwn(string $map, string $method): bool
    {
        if ($map::CLASS_KEY_POSITION !== null && $map::CLASS_KEYS === null) {
            // Rows name their classes themselves.
            return true;
        }
        foreach ([(string) $map::getTableMap()->getClassName(), ...array_values($map::CLASS_KEYS ?? [])] as $class) {
            $hooks = self::of($class);
            if ($hooks->hasOwn($method) || $hooks->isReplaced($method)) {
                return true;
            }
        }

        return false;
    }

    /** Whether the application has overridden a method of the generated class. */
    public function hasOwn(string $method): bool
    {
        return $this->own[$method] ??= !method_exists($this->class, $method)
            || (new ReflectionMethod($this->class, $method))->class !== $this->baseClass;
    }

    /**
     * A transaction that writes the row. Behaviors that look at other rows may conflict with other processes: it is
     * tried again then, unless hooks of the application would run again.
     *
     * @template T
     * @param callable(): T $work
     * @param array{write?: bool, save?: bool} $transaction what it needs to know
     * @return T
     */
    public function write(ConnectionInterface $con, callable $work, array $transaction): mixed
    {
        if ($transaction === []) {
            return $con->transaction($work);
        }

        $retries = $this->mayRepeat ? RepeatedTransaction::RETRIES : 0;

        return RepeatedTransaction::run($con, $work, $transaction, null, $retries);
    }
}
