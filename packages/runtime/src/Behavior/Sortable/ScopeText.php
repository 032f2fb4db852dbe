<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use PDO;

/**
 * A text column of a scope. Its collation decides which texts are the same list: case, accents and blanks at the end
 * may mean nothing. Only the database knows, so it is asked, once for each text.
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

    /** @param string $column the column as SQL writes it; the table likewise */
    public function __construct(
        private readonly RankedTable $table,
        private readonly string $column,
    ) {
    }

    /** What all texts have in common that are the same to the column. */
    public function identity(string $text): string
    {
        $con = $this->table->connection();
        // Like locking, this statement is not counted as one of the application.
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

    /** @return list<mixed> what expressions say of a text `c` that has the collation of the column */
    private function ask(ConnectionInterface $con, string $expressions, string $text): array
    {
        $statement = $con->prepare(sprintf(
            'SELECT %s FROM (SELECT %s AS c FROM %s WHERE 1 = 0 UNION ALL SELECT ?) x',
            $expressions,
            $this->column,
            $this->table->name,
        ));
        $statement->execute([$text]);
        $row = $statement->fetch(PDO::FETCH_NUM);
        $statement->closeCursor();

        return $row;
    }
}
