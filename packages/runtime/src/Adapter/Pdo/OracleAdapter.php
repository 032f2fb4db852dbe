<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Adapter\JsonSql;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Util\JsonPath;

/** Oracle Database. */
class OracleAdapter extends PdoAdapter
{
    protected const SELECT_MODIFIERS = ['ALL', 'DISTINCT', 'UNIQUE'];

    protected const CHARSET_PARAMETERS = ['oci' => 'charset'];

    protected const UTF8 = 'AL32UTF8';

    protected const VALUE_BINDING = OracleValueBinding::class;

    public function initConnection(ConnectionInterface $connection, array $settings): void
    {
        $connection->exec("ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD'");
        $connection->exec("ALTER SESSION SET NLS_TIMESTAMP_FORMAT='YYYY-MM-DD HH24:MI:SS'");
        $connection->exec("ALTER SESSION SET NLS_TIMESTAMP_TZ_FORMAT='YYYY-MM-DD HH24:MI:SS.FF6 TZH:TZM'");
        parent::initConnection($connection, $settings);
    }

    public function setCharset(ConnectionInterface $connection, string $charset): void
    {
        // The character set is part of the DSN.
    }

    /** Returns false, because tables are created with unquoted names. */
    public function needsQuotes(string $identifier): bool
    {
        return false;
    }

    public function concatString(string $left, string $right): string
    {
        return 'CONCAT(' . $left . ', ' . $right . ')';
    }

    public function subString(string $expression, int $position, int $length): string
    {
        return sprintf('SUBSTR(%s, %d, %d)', $expression, $position, $length);
    }

    public function strLength(string $expression): string
    {
        return 'LENGTH(' . $expression . ')';
    }

    public function compareRegex(string $left, string $right): string
    {
        return 'REGEXP_LIKE(' . $left . ', ' . $right . ')';
    }

    public function random(?string $seed = null): string
    {
        return 'dbms_random.value';
    }

    protected function getIdMethod(): int
    {
        return self::ID_METHOD_SEQUENCE;
    }

    public function getId(ConnectionInterface $connection, ?string $sequence = null): int|string
    {
        return $connection->query('SELECT ' . $sequence . '.nextval FROM dual')->fetchColumn();
    }

    /**
     * Returns the sequence name as in the schema's SQL, where names of more than 30 bytes are shortened and contain a
     * part of their hash.
     */
    public function getDefaultSequence(string $table, string $column): string
    {
        return strlen($table . '_SEQ') <= 30
            ? $table . '_SEQ'
            : self::clipped($table, 21) . '_' . substr(md5($table), 0, 4) . '_SEQ';
    }

    /** @link https://docs.oracle.com/en/database/oracle/oracle-database/19/sqlrf/MERGE.html */
    public function getUpsert(
        string $table,
        array $columns,
        array $placeholders,
        array $keys,
        array $updates,
    ): string {
        $given = array_map(
            static fn (string $placeholder, string $column): string => $placeholder . ' AS ' . $column,
            $placeholders,
            $columns,
        );
        $on = array_map(static fn (string $key): string => 'target.' . $key . '=given.' . $key, $keys);
        $set = array_map(static fn (string $column): string => 'target.' . $column . '=given.' . $column, $updates);
        $values = array_map(static fn (string $column): string => 'given.' . $column, $columns);

        return 'MERGE INTO ' . $table . ' target USING (SELECT ' . implode(', ', $given) . ' FROM dual) given ON ('
            . implode(' AND ', $on) . ')'
            . ($set === [] ? '' : ' WHEN MATCHED THEN UPDATE SET ' . implode(', ', $set))
            . ' WHEN NOT MATCHED THEN INSERT (' . implode(', ', $columns)
            . ') VALUES (' . implode(', ', $values) . ')';
    }

    /** Returns false, because the driver binds only by name. */
    public function bindsPlainly(string $type): bool
    {
        return false;
    }

    public function applyLimit(string &$sql, int $offset, int $limit, ?Criteria $criteria = null): void
    {
        $sql = 'SELECT B.* FROM (SELECT A.*, rownum AS ORM_ROWNUM FROM (' . self::withoutEqualNames($sql, $criteria)
            . ') A ) B WHERE ';
        $conditions = [];
        if ($offset > 0) {
            $conditions[] = ' B.ORM_ROWNUM > ' . $offset;
        }
        if ($limit >= 0) {
            $conditions[] = ($offset > 0 ? '' : ' ') . 'B.ORM_ROWNUM <= ' . ($offset + $limit);
        }
        $sql .= implode(' AND ', $conditions);
    }

    public function applyLock(string &$sql, Lock $lock): void
    {
        if ($lock->getType() === Lock::SHARED) {
            throw new LogicException('This database has no shared row locks');
        }
        $sql .= ' FOR UPDATE';
    }

    public function jsonAt(string $field, JsonPath $path): JsonSql
    {
        // The server accepts only a literal here.
        $literal = str_replace("'", "''", $path->text());
        $text = "JSON_VALUE($field, '$literal' RETURNING VARCHAR2(4000))";

        return new JsonSql(
            "JSON_VALUE($field, '$literal.type()')",
            [
                'string' => "'string'", 'number' => "'number'", 'boolean' => "'boolean'",
                'null' => "'null'", 'array' => "'array'",
            ],
            $text,
            "NLSSORT($text, 'NLS_SORT=BINARY')",
            "JSON_VALUE($field, '$literal' RETURNING NUMBER)",
            "$text = 'true'",
        );
    }

    public function jsonNumber(string $placeholder, bool $isInteger): string
    {
        return "TO_NUMBER($placeholder)";
    }

    /** @see https://docs.oracle.com/error-help/db/ */
    protected function kindOfError(string $sqlState, int $code, string $message): ?ErrorKind
    {
        return match ($code) {
            1 => ErrorKind::UniqueViolation,
            2291, 2292 => ErrorKind::ForeignKeyViolation,
            1400, 1407 => ErrorKind::NotNullViolation,
            2290 => ErrorKind::CheckViolation,
            60, 8177 => ErrorKind::Deadlock,
            54, 30006 => ErrorKind::LockTimeout,
            28, 1012, 3113, 3114, 3135, 12571 => ErrorKind::ConnectionLost,
            default => null,
        };
    }

    protected function namesInError(string $message): array
    {
        $constraint = preg_match('/constraint \((?:[^).]+\.)?([^)]+)\)/', $message, $match) ? $match[1] : null;
        if (preg_match('/\("[^"]+"\."([^"]+)"\."([^"]+)"\)/', $message, $match)) {
            return [$constraint, $match[1], [$match[2]]];
        }

        return [$constraint, null, []];
    }

    protected function prepareParams(#[\SensitiveParameter] array $configuration): array
    {
        if (isset($configuration['dsn'])) {
            $configuration['dsn'] = preg_replace('/^oracle:/', 'oci:', $configuration['dsn']);
        }

        return $configuration;
    }

    /** Adds aliases to duplicate column names, which a derived table cannot have. */
    private static function withoutEqualNames(string $sql, ?Criteria $criteria): string
    {
        if ($criteria === null || !preg_match('/^SELECT (.*?) FROM /s', $sql, $match)) {
            return $sql;
        }
        $seen = [];
        $columns = explode(', ', $match[1]);
        $duplicates = 0;
        foreach ($columns as $i => $column) {
            if (!preg_match('/^[\w".]+$/', $column)) {
                continue;
            }
            $name = substr($column, (int) strrpos('.' . $column, '.'));
            if (isset($seen[$name])) {
                $columns[$i] = $column . ' AS ORA_COL_ALIAS_' . $i;
                $duplicates++;
            }
            $seen[$name] = true;
        }

        return $duplicates === 0 ? $sql : 'SELECT ' . implode(', ', $columns) . substr($sql, strlen($match[1]) + 7);
    }

    public function sortsNullsHigh(): bool
    {
        return true;
    }

    public function padsChar(): bool
    {
        return true;
    }

    public function getExplainPlanQuery(string $query): string
    {
        throw new AdapterException('This database cannot return a query plan from one statement');
    }
}
