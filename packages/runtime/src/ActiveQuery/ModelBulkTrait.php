<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\OpenConnections;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;
use Orm\Runtime\Util\ColumnValue;

/** What applications do with many rows, or at the same time as others. */
trait ModelBulkTrait
{
    /** @var list<string> */
    #[PlanRule(PlanRule::NO_PART)]
    private array $preloads = [];

    /**
     * Reads relations of all found objects too, each in one query of its own; unlike with(), it goes with a limit.
     *
     * @param string ...$relations `Author`, or from one relation to the next: `Book.Publisher`
     */
    public function preload(string ...$relations): static
    {
        foreach ($relations as $relation) {
            $tableMap = $this->getTableMap();
            foreach (explode('.', $relation) as $name) {
                $tableMap = $tableMap->getRelation($name)->getRightTable();
            }
            $this->preloads[] = $relation;
        }

        return $this;
    }

    /**
     * Finds an object or saves a new one with the values of the equality conditions. When somebody else inserts the
     * row at the same time, theirs is found.
     *
     * @param callable(ActiveRecordInterface): mixed|null $prepare completes a new object before it is saved
     */
    public function findOneOrSave(?callable $prepare = null, ?ConnectionInterface $con = null): ActiveRecordInterface
    {
        $con = $con === null ? OpenConnections::write($this->getDbName()) : OpenConnections::wrapped($con);
        $object = $this->findOneOrCreate($con);
        if (!$object->isNew()) {
            return $object;
        }
        if ($prepare !== null) {
            $prepare($object);
        }
        if (!$con->inTransaction()) {
            try {
                $object->save($con);
            } catch (UniqueViolation $violation) {
                return $this->findOne($con) ?? throw $violation;
            }

            return $object;
        }
        try {
            // A failed statement must not be the end of the whole transaction.
            $con->savepoint(static fn (): int => $object->save($con));
        } catch (UniqueViolation $violation) {
            // A plain read may still show the rows of the moment when the transaction began.
            return (clone $this)->lockForShare()->findOne($con) ?? throw $violation;
        }

        return $object;
    }

    /**
     * Inserts a row, or updates the one that has the same key, in one statement. Hooks of objects do not run.
     *
     * @param array<string, mixed> $values by phpName
     * @param list<string> $by phpNames of the columns of a primary or unique key; the primary key by default
     * @return int rows as the database counts them: MySQL says 2 for an update
     */
    public function upsert(array $values, array $by = [], ?ConnectionInterface $con = null): int
    {
        $this->assertWritable('upsert');
        $this->refuseConditions('upsert');
        if ($values === []) {
            throw new OrmException('upsert() needs at least one value');
        }
        $con = $con === null ? OpenConnections::write($this->getDbName()) : OpenConnections::wrapped($con);
        $keys = $by === []
            ? array_values($this->getTableMap()->getPrimaryKeys())
            : array_map($this->namedColumn(...), $by);
        if ($keys === []) {
            throw new LogicException(sprintf('%s objects have no primary key', $this->getModelName()));
        }
        $columns = $params = $placeholders = [];
        foreach ($values as $name => $value) {
            $column = $this->namedColumn((string) $name);
            $params[] = [
                'table' => $this->getTableMap()->getName(),
                'column' => $column->getName(),
                'value' => ColumnValue::toStored($column, $value),
            ];
            $columns[] = $column;
            $placeholders[] = ':p' . count($params);
        }
        $names = $this->getAdapter()->names($this->isIdentifierQuotingEnabled());
        $quote = static fn (ColumnMap $column): string => $names->identifier($column->getName());
        $updated = array_filter($columns, static fn (ColumnMap $column): bool => !in_array($column, $keys, true));
        $table = (string) $this->getTableMap()->getName();
        $sql = $this->getAdapter()->getUpsert(
            $names->table($table),
            array_map($quote, $columns),
            $placeholders,
            array_map($quote, $keys),
            array_values(array_map($quote, $updated)),
        );
        $rows = StatementRunner::write($this, $con, $sql, $params);
        $this->tableMapClass()::forgetChanged();
        $this->noteWritten($con);

        return $rows;
    }

    private function withPreloaded(mixed $found, ConnectionInterface $con): mixed
    {
        $objects = $found;
        if ($found instanceof ActiveRecordInterface) {
            $objects = new ObjectCollection([$found]);
            $objects->setModel($this->getModelNameOrFail());
        }
        if ($objects instanceof ObjectCollection) {
            foreach ($this->preloads as $path) {
                $level = $objects;
                foreach (explode('.', $path) as $relation) {
                    $level = $level->populateRelation($relation, null, $con);
                }
            }
        }

        return $found;
    }

    private function namedColumn(string $name): ColumnMap
    {
        return $this->getTableMap()->findColumnByName($name) ?? throw new ColumnNotFoundException(
            sprintf('Model %s has no column "%s"', $this->getModelName(), $name),
        );
    }
}
