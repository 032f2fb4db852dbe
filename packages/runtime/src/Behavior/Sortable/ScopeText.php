<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\PdoConnection;
use PDO;

/**
 * A text column of a scope. Its collation decides which strings are the same list: case, accents and trailing spaces
 * may be ignored. Only the database can say, so it is asked once per string.
 *
 * @internal
 */
final class ScopeText
{
    private const MAX_KNOWN = 1000;

    private ?bool $ignoresCase = null;
    private bool $ignoresBlanks = false;

    /** @var array<string, string> */
    private array $known = [];

    /** @param string $column the quoted name of the column, like that of the table */
    public function __construct(
        private readonly RankedTable $table,
        private readonly string $column,
    ) {
    }

    /** Returns an identity that is the same for all strings that the column treats as equal. */
    public function identity(string $text): string
    {
        $con = $this->table->connection();
        // Like locking, this statement is not counted as one of the application's statements.
        $con = ConnectionWrapper::wrap($con)->getWrappedConnection();
        $driver = (string) $con->getAttribute(PDO::ATTR_DRIVER_NAME);
        if ($this->ignoresCase === null) {
            [$case, $blanks] = $this->ask($con, "c = 'A', c = 'a '", 'a');
            $this->ignoresCase = (bool) $case;
            $this->ignoresBlanks = (bool) $blanks;
        }
        $text = $this->ignoresBlanks ? rtrim($text, ' ') : $text;
        if ($driver === 'sqlite') {
            return $this->ignoresCase ? strtolower($text) : $text;
        }
        $known = $this->known[$text] ?? null;
        if ($known === null) {
            $known = match ($driver) {
                'mysql' => (string) $this->ask($con, 'HEX(WEIGHT_STRING(c))', $text)[0],
                'pgsql' => (string) $this->ask(
                    $con,
                    $this->ignoresCase ? 'hashtextextended(LOWER(c), 0)' : 'hashtextextended(c, 0)',
                    $text,
                )[0],
                default => $this->ignoresCase ? mb_strtolower($text) : $text,
            };
            $this->known = count($this->known) < self::MAX_KNOWN ? $this->known : [];
            $this->known[$text] = $known;
        }

        return $known;
    }

    /** @return list<mixed> the results of expressions on a string `c` with the collation of the column */
    private function ask(ConnectionInterface $con, string $expressions, string $text): array
    {
        $statement = $con->prepare(sprintf(
            'SELECT %s FROM (SELECT %s AS c FROM %s WHERE 1 = 0 UNION ALL SELECT ?) x',
            $expressions,
            $this->column,
            $this->table->name,
        ));
        $statement->execute([$text]) || throw PdoConnection::failureOf($statement, 'execute');
        $row = $statement->fetch(PDO::FETCH_NUM);
        $statement->closeCursor();

        return $row;
    }
}
