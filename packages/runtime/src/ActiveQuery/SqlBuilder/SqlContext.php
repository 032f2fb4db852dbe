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
 * A statement while it is written: what its parts share, which are the adapter and the values in placeholder order, and
 * the whole of a SELECT. A criteria is only read, never changed.
 */
final class SqlContext
{
    private const LONGEST_CHAIN = 200;

    /** @var list<array{table: string|null, column: string|null, value: mixed, type?: int}> */
    public array $params;

    public readonly Names $names;

    /** The statement that this one is a condition of. */
    private readonly ?self $outer;

    private ?Resolver $resolver = null;

    /** What is selected if nothing is named. */
    private string $emptyList = '*';

    /** @var array<int, array{ColumnMap, int|null}> what ClauseReader::stored() needs to know of values of clauses */
    public array $converted = [];

    /** Whether clauses are more than a column and its values: a value has the type that it is bound with, no other. */
    public bool $hasExpressions = false;

    /** Whether other values make other SQL, so that no plan can be kept. */
    public bool $dependsOnValues = false;

    /**
     * Whether the numbers of a limit are bound, as in every statement that is executed: all pages of a query are one
     * statement then. Text for people has the numbers in it.
     */
    private bool $bindsPages;

    /** What to take as the outer statement of those that are rendered now. */
    private static ?self $current = null;

    /** Whether those that are rendered now bind the numbers of limits. */
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
     * The context of a statement that is executed.
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
     * A SELECT that is executed.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param array<int|string, string>|string|null $columns select these instead of those of the criteria: a list,
     *     columns by their aliases, or, if they are all those of the tables of the query, the text of the list
     * @param int|null $limit this limit instead of the one of the criteria
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
     * The adapter of a criteria that is written but not executed. If its datasource has none, names and operators are
     * written as most databases understand them.
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
     * A column as the SQL of a query writes it.
     *
     * @param string $column `table.column`, with the name of the table in the query
     */
    public static function nameInQuery(Criteria $query, string $column): string
    {
        $params = [];

        return (new self($query, $query->getAdapter(), $params))->quoteColumn($column);
    }

    /** The SELECT as far as it is said: a list without columns is empty. */
    public function unfinishedSql(): string
    {
        $this->emptyList = '';

        return $this->selectSql();
    }

    /**
     * The SELECT of the criteria.
     *
     * @param array<int|string, string>|string|null $columns as for select()
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

    /** The tables to lock are tables of the query: a name that only looks like one would be sent. */
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

    /** @param int|null $given a limit that is the same each time, instead of that of the criteria */
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
     * Conditions joined by one word. To SQLite a chain is as deep as it is long, and may be 1,000 deep: a long one is
     * written in groups.
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

        // Taking the marks out could make new ones of what stood around them. A zero byte ends the text of a statement.
        return $comment === null || $comment === ''
            ? ''
            : '/* ' . str_replace(['*/', '/*', "\0"], ['* /', '/ *', ' '], $comment) . ' */ ';
    }

    /**
     * A statement up to its list of columns.
     *
     * @param list<string> $tables gets the tables that the columns name, with their aliases
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
        foreach ($columns ?? $this->criteria->getSelectColumns() as $alias => $column) {
            $list[] = $this->quoteColumn($column)
                . (is_string($alias) ? ' AS ' . $this->names->label($alias) : '');
        }
        if ($columns === null || !str_starts_with($columns[0] ?? '', 'COUNT(') && ($columns[0] ?? '') !== '1') {
            foreach (array_keys($this->criteria->getAsColumns()) as $alias) {
                $list[] = $this->virtualColumn((string) $alias) . ' AS ' . $this->names->label((string) $alias);
            }
        }
        array_push($list, ...$extra);

        return $list === [] ? $this->emptyList : implode(', ', $list);
    }

    /** What the value of a virtual column is, without its name. */
    public function virtualColumn(string $alias): string
    {
        $query = $this->criteria->getQueryColumns()[$alias] ?? null;

        return $query === null
            ? $this->expression($this->criteria->getAsColumns()[$alias])
            : '(' . $this->subquery($query) . ')';
    }

    /** @return array{list<string>, list<string>} the clauses, and what they need in the select list */
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

    /** Whether a query that reads from sub-queries reads columns of its own table too. */
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

    /** Notes a value and gives its placeholder. */
    public function bind(?string $table, ?string $column, mixed $value, ?int $type = null): string
    {
        if ($table !== null) {
            $table = $this->realTable($table, (string) $column);
        }
        $this->params[] = $type === null
            ? ['table' => $table, 'column' => $column, 'value' => $value]
            : ['table' => $table, 'value' => $value, 'type' => $type];

        return ':p' . count($this->params);
    }

    /**
     * The placeholder of a value that a column is compared with.
     *
     * @param bool $isEqual whether only an equal value fulfils the condition
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

    /** The table whose column says how a value is bound; null if the name is one that a sub-query gave to an expression. */
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

    /** Columns and the names that the query gave to some, as they are written; numbers and expressions stay. */
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

    /** What a name stands for, as it is written. */
    public function named(NamedColumn $column): string
    {
        return match (true) {
            $column->table === null => $this->names->label($column->column),
            $column->isSelected => $this->quoteSource($column->table) . '.'
                . $this->adapter->quoteIdentifier($column->column),
            default => $this->quoteColumn($column->name()),
        };
    }

    /** An expression of the select list, in which names of columns may stand. */
    public function expression(string $text): string
    {
        // A real column may have the phpName of another one.
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

    /** What names mean here. */
    public function resolver(): Resolver
    {
        return $this->resolver ??= new Resolver($this->criteria, $this->outer?->resolver());
    }

    /** A table of the query, which may have another name there. */
    public function quoteTable(string $name, ?string $alias = null): string
    {
        $names = $this->namesOf($alias ?? $name);

        return $names->table($name) . ($alias === null ? '' : ' ' . $names->alias($alias));
    }

    /** A value that is null and has the type of a column of a table by its real name. */
    public function typedNull(string $table, string $column): string
    {
        return '(SELECT ' . $this->namesOf($table)->identifier($column) . ' FROM ' . $this->quoteTable($table)
            . ' WHERE 1<>1)';
    }

    /** A table of the query by its name there. */
    public function quoteSource(string $tableOrAlias): string
    {
        $names = $this->namesOf($tableOrAlias);

        return $this->isAlias($tableOrAlias) ? $names->alias($tableOrAlias) : $names->table($tableOrAlias);
    }

    /** @param string $name `table.column`, with the name of the table in the query */
    private function writtenColumn(string $name): string
    {
        $dot = (int) strrpos($name, '.');
        $table = substr($name, 0, $dot);
        $column = substr($name, $dot + 1);
        // What a sub-query gave a name to has no other.
        $isLabel = $this->derivedFrom($table)?->getColumnForAs($column) !== null;

        return $this->quoteSource($table) . '.'
            . ($isLabel ? $this->names->label($column) : $this->namesOf($table)->identifier($column));
    }

    /** How names of a table are written: tables may want quotes in a query that has none. */
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

    /** The map of a table of the query; null if what has the name is none of a table map. */
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

    /** The column of a name that is not a single word: `order item.price (net)`, or that of a table's own column. */
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

    /** A query in a condition, which can name the tables around it. */
    public function subquery(Criteria $query): string
    {
        if (
            $query instanceof ModelCriteria && $query->getModelAlias() !== null && !$query->isUsingAliasInSQL()
            && $this->hasTable((string) $query->getTableNameInQuery())
        ) {
            // Both have the same table: only its alias tells them apart.
            $query = (clone $query)->setModelAlias($query->getModelAlias(), true);
        }

        return $this->render($query, $this);
    }

    /** A query that is read from like a table. */
    public function derivedTable(Criteria $query): string
    {
        return $this->render($query, null);
    }

    /** The whole statement: what its plan needs to know is noted there. */
    public function whole(): self
    {
        return $this->outer?->whole() ?? $this;
    }

    /** Whether the statement around this one has a table. */
    public function isOutside(string $table): bool
    {
        return $this->outer?->hasTable($table) ?? false;
    }

    /** Whether this statement, or one around it, has a table of this name. */
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
