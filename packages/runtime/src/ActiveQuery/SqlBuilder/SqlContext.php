<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\AbstractModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ClauseText;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryAccess;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use PDO;

/**
 * The context in which a statement is generated. It contains what the parts of the statement share, such as the adapter
 * and the values in placeholder order, and it generates the complete SELECT. It only reads the criteria, and never
 * changes it.
 */
final class SqlContext
{
    private const LONGEST_CHAIN = 200;

    /** @var list<array{table: string|null, column: string|null, value: mixed, type?: int}> */
    public array $params;

    public readonly Names $names;

    /** The outer statement, if this one is part of a condition. */
    private readonly ?self $outer;

    private ?Resolver $resolver = null;

    /** The select list if no columns are named. */
    private string $emptyList = '*';

    /** @var array<int, array{ColumnMap, int|null}> the values to convert with ClauseReader::stored() */
    public array $converted = [];

    /**
     * Whether a clause is more than a column and its values. The bound type of a value then matters, as no column
     * determines it.
     */
    public bool $hasExpressions = false;

    /** Whether other values would change the SQL, so that no plan can be stored. */
    public bool $dependsOnValues = false;

    /**
     * Whether LIMIT and OFFSET are bound, as in every statement that is run, so that all pages of a query are the same
     * statement. Readable SQL contains the numbers.
     */
    private bool $bindsPages;

    /** The outer context for statements that are being generated. */
    private static ?self $current = null;

    /** Whether statements that are being generated bind LIMIT and OFFSET. */
    private static bool $bindInnerPages = false;

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public function __construct(
        public readonly Criteria $criteria,
        public readonly AdapterInterface $adapter,
        array &$params,
    ) {
        $this->params = &$params;
        $this->outer = self::$current;
        $this->bindsPages = self::$bindInnerPages;
        $this->names = $adapter->names($criteria->isIdentifierQuotingEnabled());
    }

    /**
     * Returns the context of a statement to run.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     */
    public static function executed(Criteria $criteria, array &$params): self
    {
        $context = new self($criteria, $criteria->getAdapter(), $params);
        $context->bindsPages = true;

        return $context;
    }

    /**
     * Generates a SELECT to run.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param array<int|string, string>|string|null $columns columns to select instead of those of the criteria: a list,
     *     columns by alias, or the select list as a string if it contains exactly all columns of the query's tables
     * @param int|null $limit a limit instead of that of the criteria
     */
    public static function select(
        Criteria $criteria,
        array &$params,
        array|string|null $columns = null,
        ?int $limit = null,
        bool $ordered = true,
    ): string {
        return self::executed($criteria, $params)->selectSql($columns, $limit, $ordered);
    }

    /**
     * Returns the adapter for generating SQL that is not run. If the connection has no adapter, a default is used whose
     * names and operators most databases understand.
     */
    public static function adapterOf(Criteria $criteria): AdapterInterface
    {
        try {
            return Orm::getServiceContainer()->getAdapter($criteria->getDbName());
        } catch (AdapterException $failure) {
            Orm::log('A query is written for no database: ' . $failure->getMessage(), Orm::LOG_NOTICE);

            return new SqliteAdapter();
        }
    }

    /**
     * Returns a column as written in the SQL of a query.
     *
     * @param string $column `table.column`, with the table's name in the query
     */
    public static function nameInQuery(Criteria $query, string $column): string
    {
        $params = [];

        return (new self($query, $query->getAdapter(), $params))->quoteColumn($column);
    }

    /** Returns the SELECT in its current state. Without columns, the select list is empty. */
    public function unfinishedSql(): string
    {
        $this->emptyList = '';

        return $this->selectSql();
    }

    /**
     * Returns the SELECT of the criteria.
     *
     * @param array<int|string, string>|string|null $columns see select()
     */
    public function selectSql(array|string|null $columns = null, ?int $limit = null, bool $ordered = true): string
    {
        $criteria = $this->criteria;
        QueryAccess::call($criteria, 'assertFinished');
        $adapter = $this->adapter;
        $joins = '';
        foreach ($criteria->getJoins() as $join) {
            $joins .= ' ' . $join->toSql($this);
        }
        $where = $criteria->hasWhereClause() ? $this->where() : '';
        $orderBy = $ordered && $criteria->getOrderByColumns() !== [] ? $this->orderBy() : [[], []];
        $named = is_string($columns) ? [] : $columns ?? $criteria->getSelectColumns();
        $from = $this->from($named, $joins !== '');
        $select = is_string($columns)
            ? implode(', ', [$columns, ...$orderBy[1]])
            : $this->columns($columns, $orderBy[1]);
        $groupBy = match (true) {
            $criteria->getGroupByColumns() === [] => '',
            is_array($columns) => $adapter->groupBySelected($criteria, $columns),
            default => $adapter->getGroupBy($criteria),
        };
        $having = $criteria->getHaving()?->toSql($this);

        $sql = $this->commonTables() . 'SELECT ' . self::commentAndModifiers($criteria) . $select
            . ' FROM ' . $from . $joins . $where . $groupBy
            . ($having === null ? '' : ' HAVING ' . $having)
            . ($orderBy[0] === [] ? '' : ' ORDER BY ' . implode(',', $orderBy[0]));
        if (($limit ?? $criteria->getLimit()) >= 0 || $criteria->getOffset() > 0) {
            $this->addPage($sql, $limit);
        }
        $lock = $criteria->getLock();
        if ($lock !== null) {
            $this->checkLock($lock, $from);
            $adapter->applyLock($sql, $lock);
        }

        return $sql;
    }

    /**
     * Throws unless the tables to lock are tables of the query. Other names would be written into the SQL unchecked.
     */
    private function checkLock(Lock $lock, string $from): void
    {
        $known = [];
        foreach ($this->criteria->getJoins() as $join) {
            $known[] = $join->getRightTableAliasOrName();
        }
        preg_match_all('/"((?:[^"]|"")+)"|`([^`]+)`|\[([^]]+)]|([^\s,()."`[\]]+)/', $from, $found);
        $names = array_merge($known, ...array_slice($found, 1));
        foreach ($lock->getTableNames() as $name) {
            if (!in_array($name, $names, true) || $name === '') {
                throw new InvalidArgumentException(sprintf('The query has no table "%s" that could be locked', $name));
            }
        }
    }

    private function commonTables(): string
    {
        $tables = [];
        foreach ($this->criteria->getCommonTables() as $name => $query) {
            $tables[] = $this->names->alias((string) $name) . ' AS (' . $this->derivedTable($query) . ')';
        }

        return $tables === [] ? '' : 'WITH ' . implode(', ', $tables) . ' ';
    }

    /** @param int|null $given a constant limit, instead of that of the criteria */
    private function addPage(string &$sql, ?int $given): void
    {
        $limit = $given ?? $this->criteria->getLimit();
        $offset = $this->criteria->getOffset();
        if (!$this->bindsPages || !$this->adapter->bindsPages()) {
            $this->adapter->applyLimit($sql, $offset, $limit, $this->criteria);

            return;
        }
        $first = match (true) {
            $limit < 0 => null,
            $given !== null => (string) $given,
            default => $this->bind(null, null, $limit, PDO::PARAM_INT),
        };
        $second = $offset > 0 ? $this->bind(null, null, $offset, PDO::PARAM_INT) : null;
        $sql .= $this->adapter->getPageClause($first, $second);
    }

    private function where(): string
    {
        $conditions = [];
        foreach ($this->criteria->getMap() as $criterion) {
            $conditions[] = $criterion->toSql($this);
        }

        return $conditions === [] ? '' : ' WHERE ' . self::chain(' AND ', $conditions);
    }

    /**
     * Joins conditions with one word. SQLite counts each condition in a chain as a nesting level and allows 1,000
     * levels, so long chains are split into groups.
     *
     * @param list<string> $conditions
     */
    public static function chain(string $by, array $conditions): string
    {
        if (count($conditions) <= self::LONGEST_CHAIN) {
            return implode($by, $conditions);
        }
        $groups = [];
        foreach (array_chunk($conditions, self::LONGEST_CHAIN) as $group) {
            $groups[] = '(' . implode($by, $group) . ')';
        }

        return self::chain($by, $groups);
    }

    public static function commentAndModifiers(Criteria $criteria): string
    {
        $text = self::comment($criteria);
        foreach ($criteria->getSelectModifiers() as $modifier) {
            $text .= $modifier . ' ';
        }

        return $text;
    }

    public static function comment(Criteria $criteria): string
    {
        $comment = $criteria->getComment();

        // Removing the marks could create new ones from the characters around them. A NUL byte would end the statement.
        return $comment === null || $comment === ''
            ? ''
            : '/* ' . str_replace(['*/', '/*', "\0"], ['* /', '/ *', ' '], $comment) . ' */ ';
    }

    /**
     * Returns a statement up to its select list.
     *
     * @param list<string> $tables receives the tables of the columns, with their aliases
     */
    public static function head(Criteria $criteria, array &$tables): string
    {
        foreach ($criteria->getSelectColumns() as $column) {
            if (preg_match('/([\w\x80-\xff]+(?:\.[\w\x80-\xff]+)*)\.[\w\x80-\xff]+/', $column, $match)) {
                $table = $criteria->getTableForAlias($match[1]);
                $tables[] = $table === null ? $match[1] : $table . ' ' . $match[1];
            }
        }
        $params = [];
        $context = new self($criteria, $criteria->getAdapter(), $params);

        return 'SELECT ' . self::commentAndModifiers($criteria) . $context->columns(null, []);
    }

    /**
     * @param array<int|string, string>|null $columns
     * @param list<string> $extra expressions that ORDER BY needs in the list
     */
    private function columns(?array $columns, array $extra): string
    {
        $list = [];
        $distinct = $this->criteria->hasSelectModifier(Criteria::DISTINCT)
            ? fn (string $column, string $sql): string => $this->adapter->distinctColumn($this->criteria, $column, $sql)
            : static fn (string $column, string $sql): string => $sql;
        foreach ($columns ?? $this->criteria->getSelectColumns() as $alias => $column) {
            $list[] = $distinct($column, $this->quoteColumn($column))
                . (is_string($alias) ? ' AS ' . $this->names->label($alias) : '');
        }
        if ($columns === null || !str_starts_with($columns[0] ?? '', 'COUNT(') && ($columns[0] ?? '') !== '1') {
            foreach ($this->criteria->getAsColumns() as $alias => $column) {
                $list[] = $distinct($column, $this->virtualColumn((string) $alias))
                    . ' AS ' . $this->names->label((string) $alias);
            }
        }
        array_push($list, ...$extra);

        return $list === [] ? $this->emptyList : implode(', ', $list);
    }

    /** Returns the expression of a virtual column, without its alias. */
    public function virtualColumn(string $alias): string
    {
        $query = $this->criteria->getQueryColumns()[$alias] ?? null;

        return $query === null
            ? $this->expression($this->criteria->getAsColumns()[$alias])
            : '(' . $this->subquery($query) . ')';
    }

    /** @return array{list<string>, list<string>} the clauses, and the expressions that they need in the select list */
    private function orderBy(): array
    {
        $clauses = [];
        $extra = [];
        $criteria = $this->criteria;
        foreach ($criteria->getOrderByColumns() as $clause) {
            $blank = (int) strrpos($clause, ' ');
            $column = substr($clause, 0, $blank);
            $direction = substr($clause, $blank);
            $dot = strrpos($column, '.');
            if (
                $criteria->isIgnoreCase() && $dot !== false
                && $this->isText(substr($column, 0, $dot), substr($column, $dot + 1))
            ) {
                $expression = $this->adapter->ignoreCase($this->quoteColumn($column));
                $clauses[] = $expression . $direction;
                $extra[] = $expression;
            } else {
                $clauses[] = $this->quoteColumn($column) . $direction;
            }
        }

        return [$clauses, $extra];
    }

    /** @param list<string> $columns */
    private function from(array $columns, bool $hasJoins): string
    {
        $criteria = $this->criteria;
        $tables = [];
        $commonTables = $criteria->getCommonTables();
        foreach ($criteria->getSelectQueries() as $alias => $query) {
            $tables[$alias] = (isset($commonTables[$alias]) ? '' : '(' . $this->derivedTable($query) . ') AS ')
                . $this->names->alias((string) $alias);
        }
        $primary = $criteria->getPrimaryTableName();
        if ($tables === [] && $primary !== null) {
            $tables[$primary] = $this->source($primary);
            if (!$hasJoins && $columns === [] && self::conditionsAreOn($primary, $criteria)) {
                return $tables[$primary];
            }
        } elseif ($primary !== null && !isset($tables[$primary]) && $this->readsFrom($primary)) {
            $tables[$primary] = $this->source($primary);
        }
        $joined = [];
        foreach ($criteria->getJoins() as $join) {
            $joined[$join->getRightTableAliasOrName()] = true;
            $left = $join->getLeftTableAliasOrName();
            if ($left !== null && !isset($joined[$left]) && !isset($tables[$left])) {
                $tables[$left] = $this->source($left);
            }
        }
        foreach (self::namedTables($criteria, $columns) as $table) {
            $isOutside = $primary !== null && $this->isOutside($table);
            if (!isset($tables[$table]) && !isset($joined[$table]) && !$isOutside) {
                $tables[$table] = $this->source($table);
            }
        }
        foreach (array_keys($tables) as $table) {
            if (isset($joined[$table]) && count($tables) > 1 && $table !== $primary) {
                unset($tables[$table]);
            }
        }

        return implode($hasJoins ? ' CROSS JOIN ' : ', ', $tables);
    }

    /**
     * @param list<string> $columns
     * @return list<string>
     */
    private static function namedTables(Criteria $criteria, array $columns): array
    {
        $tables = [];
        $last = null;
        foreach ($columns as $column) {
            $dot = strrpos($column, '.');
            if ($dot !== false && !str_contains($column, '(')) {
                $table = substr($column, 0, $dot);
                if ($table !== $last) {
                    $tables[] = $last = $table;
                }
            }
        }
        foreach ($criteria->getMap() as $criterion) {
            array_push($tables, ...$criterion->getAllTables());
        }

        return $tables;
    }

    /** Returns whether a query on sub-queries also reads columns of its own table. */
    private function readsFrom(string $table): bool
    {
        $criteria = $this->criteria;
        if (!$criteria->hasSelectClause()) {
            return $criteria instanceof ModelCriteria;
        }
        foreach ($criteria->getAsColumns() as $clause) {
            if (preg_match('/(?<![\w.])["`[]?' . preg_quote($table, '/') . '["`\]]?\./', $clause)) {
                return true;
            }
        }
        foreach ($criteria->getMap() as $criterion) {
            foreach ($criterion->getAttachedCriterion() as $one) {
                if ($one instanceof AbstractModelCriterion && $one->namesTable($table, $this->resolver())) {
                    return true;
                }
            }
        }

        return false;
    }

    private static function conditionsAreOn(string $table, Criteria $criteria): bool
    {
        foreach ($criteria->getMap() as $criterion) {
            if ($criterion->getClauses() !== [] || $criterion->getTable() !== $table) {
                return false;
            }
        }

        return true;
    }

    private function source(string $nameOrAlias): string
    {
        $table = $this->criteria->getTableForAlias($nameOrAlias);

        return $table === null ? $this->quoteTable($nameOrAlias) : $this->quoteTable($table, $nameOrAlias);
    }

    /** Adds a value and returns its placeholder. */
    public function bind(?string $table, ?string $column, mixed $value, ?int $type = null): string
    {
        if ($table !== null) {
            $table = $this->realTable($table, (string) $column);
        }
        if ($table === null && $column !== null && $type === null) {
            $map = $this->columnOf($column);
            [$table, $column] = [$map?->getTable()->getName(), $map?->getName() ?? $column];
        }
        $this->params[] = $type === null
            ? ['table' => $table, 'column' => $column, 'value' => $value]
            : ['table' => $table, 'value' => $value, 'type' => $type];

        return ':p' . count($this->params);
    }

    /**
     * Returns the placeholder for text that is compared with an expression of a column, or is a pattern: beside a
     * column of numbers, it stays text.
     */
    public function bindText(?string $table, ?string $column, string $text): string
    {
        $map = $table === null ? null : $this->tableMap($table)?->findColumnByName((string) $column);

        return $map?->isNumeric()
            ? $this->bind(null, null, $text, PDO::PARAM_STR)
            : $this->bind($table, $column, $text);
    }

    /** Returns the column that a name without a table stands for; null for an expression. */
    private function columnOf(string $name): ?ColumnMap
    {
        $name = $this->criteria->getColumnForAs($name) ?? $name;

        return $this->resolver()->column($name)?->map ?? $this->findColumn($name);
    }

    /**
     * Returns the placeholder for a value that a column is compared with.
     *
     * @param bool $isEqual whether the condition matches only an equal value
     */
    public function bindCompared(?string $table, ?string $column, mixed $value, bool $isEqual): string
    {
        $map = $table !== null && is_scalar($value) && $this->adapter->infersParameterTypes()
            ? $this->tableMap($table)?->findColumnByName((string) $column)
            : null;
        $bits = $map === null ? null : ComparedNumber::bitsOf($map);
        if ($bits === null) {
            return $this->bind($table, $column, $value);
        }
        $kind = ComparedNumber::kind($value);
        if (ComparedNumber::isAnyNumber($kind)) {
            $this->whole()->dependsOnValues = true;
            $number = ComparedNumber::whole($value);
            if ($number === null) {
                return $isEqual ? 'NULL' : 'CAST(' . $this->bind(null, null, $value, PDO::PARAM_STR) . ' AS NUMERIC)';
            }
            $value = $number;
            $kind = ComparedNumber::kind($number);
        }
        $placeholder = $this->bind($table, $column, $value);
        $isLong = $kind === 'l' || $kind === 'd';

        return match ($bits) {
            16 => "CAST($placeholder AS " . ($isLong ? 'BIGINT' : 'INTEGER') . ')',
            32 => $isLong ? "CAST($placeholder AS BIGINT)" : $placeholder,
            default => $placeholder,
        };
    }

    /**
     * Returns the table whose column determines how a value is bound; null if the name is a sub-query's alias for an
     * expression.
     */
    private function realTable(string $name, string $column): ?string
    {
        $table = $this->criteria->getTableForAlias($name);
        $subQuery = $table === null ? $this->criteria->getSelectQuery($name) : null;
        if ($subQuery === null) {
            return $table ?? $this->outer?->realTable($name, $column) ?? $name;
        }
        $tableMap = $subQuery instanceof ModelCriteria ? $subQuery->getTableMap() : null;

        return $tableMap?->hasColumn($column) ? $tableMap->getName() : null;
    }

    public function column(?string $table, string $column): string
    {
        return $this->quoteColumn($table === null ? $column : $table . '.' . $column);
    }

    /** Writes a column or a query's alias for the SQL. Numbers and expressions are returned unchanged. */
    public function quoteColumn(string $name): string
    {
        if (isset($this->names->columns[$name])) {
            return $this->names->columns[$name];
        }
        if ($this->criteria->getColumnForAs($name) !== null) {
            return $this->names->label($name);
        }
        $isWords = preg_match('/^[a-z_\x80-\xff][\w$\x80-\xff]*(\.[a-z_\x80-\xff][\w$\x80-\xff]*)*$/iD', $name, $words);
        if ($isWords && isset($words[1])) {
            return $this->namesOf(substr($name, 0, (int) strrpos($name, '.'))) === $this->names
                ? $this->names->plainColumn($name) ?? $this->writtenColumn($name)
                : $this->writtenColumn($name);
        }
        if ($isWords && $this->names->quotesAll || $this->findColumn($name) !== null) {
            return str_contains($name, '.') ? $this->writtenColumn($name) : $this->names->identifier($name);
        }

        return $name;
    }

    /** Writes a resolved name for the SQL. */
    public function named(NamedColumn $column): string
    {
        return match (true) {
            $column->table === null => $this->names->label($column->column),
            $column->isSelected => $this->quoteSource($column->table) . '.'
                . $this->adapter->quoteIdentifier($column->column),
            default => $this->quoteColumn($column->name()),
        };
    }

    /** Writes an expression of the select list, replacing the column names in it. */
    public function expression(string $text): string
    {
        // A real column may have the same name as another column's phpName.
        $isReal = $this->findColumn($text) !== null;
        $column = str_contains($text, '.') && !$isReal ? $this->resolver()->column($text) : null;
        if ($column !== null) {
            return $this->named($column);
        }
        $written = $this->quoteColumn($text);
        if ($written !== $text || !str_contains($text, '.')) {
            return $written;
        }

        return ClauseText::of($text, $this->adapter)->replaceNames(function (string $name): string {
            $column = $this->resolver()->column($name);

            return $column === null ? $name : $this->named($column);
        });
    }

    /** Returns the resolver for names in this statement. */
    public function resolver(): Resolver
    {
        return $this->resolver ??= new Resolver($this->criteria, $this->outer?->resolver());
    }

    /** Writes a table by its real name, optionally with its alias. */
    public function quoteTable(string $name, ?string $alias = null): string
    {
        $names = $this->namesOf($alias ?? $name);

        return $names->table($name) . ($alias === null ? '' : ' ' . $names->alias($alias));
    }

    /** Returns a null expression with the type of a column. The table is given by its real name. */
    public function typedNull(string $table, string $column): string
    {
        return '(SELECT ' . $this->namesOf($table)->identifier($column) . ' FROM ' . $this->quoteTable($table)
            . ' WHERE 1<>1)';
    }

    /** Writes a table by its name or alias in the query. */
    public function quoteSource(string $tableOrAlias): string
    {
        $names = $this->namesOf($tableOrAlias);

        return $this->isAlias($tableOrAlias) ? $names->alias($tableOrAlias) : $names->table($tableOrAlias);
    }

    /** @param string $name `table.column`, with the table's name in the query */
    private function writtenColumn(string $name): string
    {
        $dot = (int) strrpos($name, '.');
        $table = substr($name, 0, $dot);
        $column = substr($name, $dot + 1);
        // An alias defined by a sub-query is its column's only name.
        $isLabel = $this->derivedFrom($table)?->getColumnForAs($column) !== null;

        return $this->quoteSource($table) . '.'
            . ($isLabel ? $this->names->label($column) : $this->namesOf($table)->identifier($column));
    }

    /** Returns the names object for a table, as a table may require quotes in a query without them. */
    public function namesOf(string $tableOrAlias): Names
    {
        if (
            $this->names->quotesAll || QueryAccess::call($this->criteria, 'ownQuoting') === false
            || $this->derivedFrom($tableOrAlias) !== null
        ) {
            return $this->names;
        }

        return $this->tableMap($tableOrAlias)?->isIdentifierQuotingEnabled()
            ? $this->adapter->names(true)
            : $this->names;
    }

    /** Returns the map of a table in the query; null if the name does not belong to a mapped table. */
    private function tableMap(string $tableOrAlias): ?TableMap
    {
        try {
            return QueryAccess::call($this->criteria, 'findTableMap', $this->realTableName($tableOrAlias));
        } catch (OrmException) {
            // No tables are registered.
            return null;
        }
    }

    private function isAlias(string $name): bool
    {
        if ($this->criteria->getTableForAlias($name) !== null || $this->criteria->getSelectQuery($name) !== null) {
            return true;
        }
        foreach ($this->criteria->getJoins() as $join) {
            if ($join->getRightTableAlias() === $name && $join->getRightTableName() !== $name) {
                return true;
            }
        }

        return $this->outer?->isAlias($name) ?? false;
    }

    private function derivedFrom(string $alias): ?Criteria
    {
        return $this->criteria->getSelectQuery($alias) ?? $this->outer?->derivedFrom($alias);
    }

    /**
     * Returns the column for a name that is not a single word, such as `order item.price (net)`, or for a column of the
     * query's own table.
     */
    private function findColumn(string $name): ?ColumnMap
    {
        $dot = strrpos($name, '.');
        $table = $dot === false ? $this->criteria->getPrimaryTableName() : substr($name, 0, $dot);
        $tableMap = $table === null ? null : $this->tableMap($table);
        $column = $dot === false ? $name : substr($name, $dot + 1);
        $found = $tableMap?->getColumns()[ColumnMap::normalizeName($column)] ?? null;

        return $found?->getName() === $column ? $found : null;
    }

    private function realTableName(string $name): string
    {
        $table = $this->criteria->getTableForAlias($name);
        if ($table !== null) {
            return $table;
        }
        foreach ($this->criteria->getJoins() as $join) {
            if ($join->getRightTableAlias() === $name) {
                return (string) $join->getRightTableName();
            }
        }

        return $this->outer?->realTableName($name) ?? $name;
    }

    /** Generates a query inside a condition, which may refer to the outer tables. */
    public function subquery(Criteria $query): string
    {
        if (
            $query instanceof ModelCriteria && $query->getModelAlias() !== null && !$query->isUsingAliasInSQL()
            && $this->hasTable((string) $query->getTableNameInQuery())
        ) {
            // Both queries have the same table, so only the alias distinguishes them.
            $query = (clone $query)->setModelAlias($query->getModelAlias(), true);
        }

        return $this->render($query, $this);
    }

    /** Generates a query in FROM. */
    public function derivedTable(Criteria $query): string
    {
        return $this->render($query, null);
    }

    /** Returns the context of the whole statement, where facts for its plan are recorded. */
    public function whole(): self
    {
        return $this->outer?->whole() ?? $this;
    }

    /** Returns whether an outer statement has a table. */
    public function isOutside(string $table): bool
    {
        return $this->outer?->hasTable($table) ?? false;
    }

    /** Returns whether this statement or an outer one has a table with this name. */
    private function hasTable(string $table): bool
    {
        foreach ($this->criteria->getJoins() as $join) {
            if ($join->getRightTableAliasOrName() === $table) {
                return true;
            }
        }

        return $this->criteria->getPrimaryTableName() === $table || $this->isOutside($table);
    }

    private function render(Criteria $query, ?self $outer): string
    {
        $before = [self::$current, self::$bindInnerPages];
        [self::$current, self::$bindInnerPages] = [$outer, $this->bindsPages];
        try {
            return ($query instanceof ModelCriteria ? QueryAccess::call($query, 'asPart') : $query)
                ->completeSelectSql($this->params);
        } finally {
            [self::$current, self::$bindInnerPages] = $before;
        }
    }

    public function isText(?string $table, string $column): bool
    {
        return $table !== null && ($this->tableMap($table)?->findColumnByName($column)?->isText() ?? false);
    }
}
