<?php

declare(strict_types=1);

namespace Orm\Runtime\DataFetcher;

use Closure;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Exception\DriverException;
use Orm\Runtime\Connection\Recovery;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Connection\StatementWrapper;
use Orm\Runtime\Map\TableMap;
use PDO;
use PDOException;
use PDOStatement;
use Throwable;

/** Rows of an executed statement, keyed by position unless another style is set. */
class PDODataFetcher extends AbstractDataFetcher
{
    private int $style = PDO::FETCH_NUM;
    private int $index = 0;
    private bool $started = false;

    /** @var array<int|string, mixed>|object|null the current row in the fetch style */
    private mixed $current = null;

    /** @var (Closure(): int)|null */
    private ?Closure $counter = null;
    private bool $alwaysCount = false;
    private ?ConnectionWrapper $reporter = null;

    public function __construct(
        PDOStatement|StatementInterface|null $dataObject,
        protected readonly ?ConnectionInterface $connection = null,
    ) {
        parent::__construct($dataObject);
    }

    public function setDataObject(mixed $dataObject): void
    {
        parent::setDataObject($dataObject);
        $this->index = 0;
        $this->started = false;
        $this->current = null;
    }

    /**
     * Sets the connection to notify when rows cannot be read.
     *
     * @internal
     */
    public function reportTo(ConnectionWrapper $reporter): void
    {
        $this->reporter = $reporter;
    }

    /** @return int the previous style */
    public function setStyle(int $style): int
    {
        $before = $this->style;
        $this->style = $style;

        return $before;
    }

    public function getStyle(): int
    {
        return $this->style;
    }

    /**
     * Sets a function that counts the rows if the driver cannot: on SQLite, and for results that are still being read.
     *
     * @param Closure(): int $counter
     */
    public function setCounter(Closure $counter, bool $always = false): void
    {
        $this->counter = $counter;
        $this->alwaysCount = $always;
    }

    /** @param int|null $style for this row only */
    public function fetch(?int $style = null)
    {
        try {
            $row = $this->dataObject?->fetch($style ?? $this->style);
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }

        return $row === false ? null : $row;
    }

    /**
     * @param int|null $style null: the style of this fetcher
     * @param mixed $fetchArgument a class, a column number or a function, depending on the style
     * @param list<mixed> $constructorArguments the constructor arguments for the class
     * @return array<int|string, mixed> all remaining rows
     */
    public function fetchAll(
        ?int $style = null,
        mixed $fetchArgument = null,
        array $constructorArguments = [],
    ): array {
        $arguments = $constructorArguments !== [] ? [$fetchArgument, $constructorArguments] : [$fetchArgument];
        try {
            return $this->dataObject?->fetchAll(
                $style ?? $this->style,
                ...($fetchArgument === null ? [] : $arguments),
            ) ?? [];
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
    }

    /** @param int|string $column the column whose value is assigned to the variable for each row */
    public function bindColumn(
        int|string $column,
        mixed &$param,
        int $type = PDO::PARAM_STR,
        int $maxLength = 0,
        mixed $driverOptions = null,
    ): void {
        $this->dataObject?->bindColumn($column, $param, $type, $maxLength, $driverOptions);
    }

    public function fetchColumn(?int $index = null)
    {
        try {
            return $this->dataObject?->fetchColumn($index ?? 0) ?? ($this->dataObject === null ? false : null);
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
    }

    public function getIndexType(): string
    {
        return $this->style === PDO::FETCH_NUM ? TableMap::TYPE_NUM : TableMap::TYPE_FIELDNAME;
    }

    public function count(): int
    {
        if ($this->dataObject === null) {
            return 0;
        }
        $isToCount = $this->alwaysCount || $this->connection?->getAttribute(PDO::ATTR_DRIVER_NAME) === 'sqlite';
        if ($isToCount && $this->counter !== null) {
            return ($this->counter)();
        }

        return ($isToCount ? $this->countAgain($this->dataObject) : null) ?? $this->dataObject->rowCount();
    }

    public function rewind(): void
    {
        if (!$this->started) {
            $this->started = true;
            $this->current = $this->fetch();
        }
    }

    public function valid(): bool
    {
        return $this->current !== null;
    }

    /** @return array<int|string, mixed>|null */
    #[\ReturnTypeWillChange]
    public function current()
    {
        return $this->current;
    }

    /** @return int */
    #[\ReturnTypeWillChange]
    public function key()
    {
        return $this->index;
    }

    public function next(): void
    {
        $this->current = $this->fetch();
        $this->index++;
    }

    public function close(): void
    {
        $this->dataObject?->closeCursor();
        $this->dataObject = null;
        $this->current = null;
    }

    protected function failure(Throwable $failure): Throwable
    {
        if ($this->reporter !== null) {
            return Recovery::failure($this->reporter, $failure, 'Rows cannot be read');
        }

        return $failure instanceof PDOException ? DriverException::of($failure, null) : $failure;
    }

    /** Returns the number of rows of a SELECT, counted with its bound values; null for other statements. */
    private function countAgain(PDOStatement|StatementInterface $statement): ?int
    {
        $wrapper = $statement instanceof StatementWrapper ? $statement : null;
        $sql = $wrapper === null ? $statement->queryString ?? '' : $wrapper->getStatement()->queryString;
        if (!preg_match('/^\s*(?:SELECT|WITH|VALUES)\b/i', $sql) || $statement->columnCount() === 0) {
            return null;
        }
        $count = $this->connection->prepare('SELECT COUNT(*) FROM (' . rtrim($sql, "; \r\n\t") . ') ormmatch4cnt');
        foreach ($wrapper?->getBindings() ?? [] as $parameter => [$value, $type]) {
            $count->bindValue($parameter, $value, $type);
        }
        $count->execute();

        return (int) $count->fetchColumn();
    }
}
