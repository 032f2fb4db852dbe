<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\RepeatedTransaction;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use ReflectionClassConstant;
use ReflectionMethod;

/**
 * The hooks that a model class really has. They are determined once per class, so that missing hooks cost no time.
 *
 * A hook is a method of the stub class, such as preSave(), or code of behaviors, which the generated class has in a
 * method such as behaviorPreSave().
 *
 * @internal
 */
final class Hooks
{
    private const POINTS = ['Save', 'Insert', 'Update', 'Delete'];
    private const ROW_POINTS = ['Insert', 'Update'];

    /** @var array<class-string, self> by model class */
    private static array $known = [];

    /** Whether saving an object requires more than writing its row and its related objects. */
    public readonly bool $onSave;

    /** Whether hooks run before or after a save. */
    public readonly bool $aroundSave;

    /** Whether behaviors run right before a row is written, or right after it was inserted. */
    public readonly bool $onRow;

    /** Whether behaviors run right after a row was inserted, before anything that refers to it is saved. */
    public readonly bool $afterInsertedRow;

    /** Whether a behavior wraps the writing of the row. */
    public readonly bool $aroundRow;

    /** Whether saving an unchanged object may have nothing to do. */
    public readonly bool $mayIdle;

    /** Whether behaviors report if they have work for an unchanged object. */
    public readonly bool $checksUnchangedObjects;

    /** Whether the library's own INSERT is used for new objects, so that many can be inserted in one statement. */
    public readonly bool $savesRowsItself;

    /** Whether doInsert() of the generated class writes the row of a new object. */
    public readonly bool $insertsRow;

    /** @var array{write?: bool, save?: bool} transaction options for an INSERT */
    public readonly array $insert;

    /** @var array{write?: bool, save?: bool} transaction options for an UPDATE */
    public readonly array $update;

    /**
     * Whether deleting an object takes, or may take, more than one statement; null: not determined yet.
     *
     * @internal read-only
     */
    public ?bool $onDelete = null;

    /**
     * Whether the query that deletes an object has only a condition on its key. Set together with $onDelete.
     *
     * @internal read-only
     */
    public bool $deletesByKey = false;

    /** Whether a transaction that writes the row may be retried. It must not repeat hooks of the application. */
    public readonly bool $mayRepeat;

    /**
     * @var array<string, array{string|null, string|null}> the hook methods of the stub class and of behaviors, by
     *     operation
     */
    public array $before = [];

    /** @var array<string, array{string|null, string|null}> the same for hooks after the operation */
    public array $after = [];

    /** @var array<string, string> methods that run right before a row is written, by operation */
    public array $beforeRow = [];

    /**
     * The properties of columns by `table.column`; null: not determined yet.
     *
     * @internal read-only
     * @var array<string, string>|null
     */
    public ?array $properties = null;

    /** @var class-string the generated class */
    private readonly string $baseClass;

    /** @param class-string $class class of the object */
    private function __construct(private readonly string $class)
    {
        $record = Record::of($class);
        $this->baseClass = $record->baseClass;
        $onSave = false;
        $isWithoutStub = true;
        foreach (self::POINTS as $point) {
            foreach (['pre', 'post'] as $when) {
                $hook = $when . $point;
                $behavior = 'behavior' . ucfirst($hook);
                $ofStub = $this->isWritten($hook) ? $hook : null;
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
                    // Behaviors that read other rows before the row is written must not see an old state of them,
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
        $this->afterInsertedRow = $this->isOfTable('behaviorPostInsertRow');
        $this->checksUnchangedObjects = $this->isOfTable('behaviorWorkWaits');
        $this->mayRepeat = $isWithoutStub;
        $this->mayIdle = (!($onSave || $this->beforeRow !== []) || $this->checksUnchangedObjects)
            && $isWithoutStub && !$record->hasOwn('doSave');
        $this->aroundSave = $onSave;
        $this->onRow = $this->beforeRow !== [] || $this->afterInsertedRow;
        $this->aroundRow = $this->isOfTable('behaviorAroundRow');
        // A class with its own doSave() expects it to be called.
        $this->onSave = $onSave || $this->afterInsertedRow || (method_exists($class, 'doSave')
            && ($record->hasOwn('doSave') || $record->isReplaced('doSave')));
        $this->savesRowsItself = !$this->onSave && !$this->onRow
            && !$record->hasOwn('save') && !$record->hasOwn('doInsert');
        $this->insertsRow = !$record->hasOwn('doInsert');
    }

    /** @param class-string $class a generated model class, or one that extends it */
    public static function of(string $class): self
    {
        return self::$known[$class] ??= new self($class);
    }

    /** Determines $onDelete. */
    public function onDelete(): bool
    {
        $tableMap = Record::tableMap($this->class);
        $record = Record::of($this->class);
        $query = $tableMap::getTableMap()->getClassName() . 'Query';
        $this->onDelete = !Orm::$hasShortcuts || $this->update !== []
            || array_filter([...$this->before['Delete'], ...$this->after['Delete']]) !== []
            || SelectPlan::isOverridden($query, 'writes');
        $this->deletesByKey = !$this->onDelete && $tableMap::PRIMARY_KEY_POSITIONS !== []
            && $tableMap::DELETED_COLUMN === null && !$tableMap::getTableMap()->isReadOnly()
            && $tableMap::getTableMap()->getClassName() === $tableMap::OM_CLASS
            && !$record->hasOwn('buildPkeyCriteria') && !$record->isReplaced('buildPkeyCriteria')
            && !SelectPlan::isOverridden($query, 'keys') && !SelectPlan::isOverridden($query, 'deleteByKey')
            // The generated constructor adds no conditions, and no class in between has a constructor.
            && ($generated = (new ReflectionMethod($query, '__construct'))->class)
                === (new ReflectionClassConstant($query, 'TABLE_MAP'))->class
            && get_parent_class($generated) === ModelCriteria::class;

        return $this->onDelete;
    }

    /** @return array<string, string> the value for $properties */
    public function properties(): array
    {
        $this->properties = [];
        foreach (Record::tableMap($this->class)::getTableMap()->getColumns() as $column) {
            $this->properties[$column->getFullyQualifiedName()] = $column->getProperty();
        }

        return $this->properties;
    }

    /**
     * Returns whether the application implements a hook. The hooks in generated classes only call those of their
     * parents.
     */
    private function isWritten(string $hook): bool
    {
        $class = $this->class;
        for (; $class !== false && method_exists($class, $hook); $class = get_parent_class($class)) {
            $declaring = (new ReflectionMethod($class, $hook))->class;
            $isGenerated = $declaring === $this->baseClass || (defined($declaring . '::TABLE_MAP')
                && (new ReflectionClassConstant($declaring, 'TABLE_MAP'))->class === $declaring);
            if (!$isGenerated) {
                return true;
            }
            $class = $declaring;
        }

        return false;
    }

    /** Returns whether a method is behavior code of this table. A class may extend the model of another table. */
    private function isOfTable(string $method): bool
    {
        return method_exists($this->class, $method)
            && is_a((new ReflectionMethod($this->class, $method))->class, $this->baseClass, true);
    }

    /**
     * Runs a transaction that writes the row. Behaviors that read other rows may conflict with other processes; the
     * transaction is then retried, unless that would repeat hooks of the application.
     *
     * @template T
     * @param callable(): T $work
     * @param array{write?: bool, save?: bool} $transaction options of the transaction
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
