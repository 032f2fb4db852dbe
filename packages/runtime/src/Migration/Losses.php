<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

use PDOException;

/** Finds tables whose rows would be lost because statements drop or change them. */
final class Losses
{
    private const NAME = '((?:(?:"(?:[^"]|"")+"|\[[^\]]+\]|`(?:[^`]|``)+`|[^\s;.,()"`\[]+)(?:\s*\.\s*)?)+)';

    /** Statements that do not lose rows. */
    private const KEEPS = '/^(?:CREATE|INSERT|SELECT|SET|PRAGMA|COMMENT|GRANT|REVOKE|ANALYZE|REINDEX|WITH\s'
        . '|DROP\s+(?:INDEX|VIEW|TRIGGER|SEQUENCE|FUNCTION|PROCEDURE|TYPE)|ALTER\s+(?:INDEX|SEQUENCE|VIEW))\b/i';

    /** Actions of ALTER TABLE that do not lose rows. */
    private const KEEPING_ACTION = '/^(?:ADD\b|DROP\s+(?:CONSTRAINT|FOREIGN\s+KEY|INDEX|KEY|PRIMARY\s+KEY|CHECK)\b'
        . '|ALTER\s+(?:COLUMN\s+)?\S+\s+(?:SET|DROP)\s+(?:DEFAULT|NOT\s+NULL)\b|VALIDATE\b)/i';

    public function __construct(private readonly Database $database)
    {
    }

    /**
     * Returns one sentence for each table with rows that is dropped or changed.
     *
     * @param list<Statement> $statements
     * @return list<string>
     */
    public function of(array $statements): array
    {
        $fates = [];
        foreach ($statements as $statement) {
            foreach ($this->fates($statement->text) as $table => $fate) {
                if (($fates[$table] ?? null) !== 'would be dropped') {
                    $fates[$table] = $fate;
                }
            }
        }
        $losses = [];
        foreach ($fates as $table => $fate) {
            $rows = $this->countRows((string) $table);
            if ($rows !== 0) {
                $count = $rows === null ? 'rows that cannot be counted' : "$rows row" . ($rows === 1 ? '' : 's');
                $losses[] = "table $table on connection \"{$this->database->name}\" with $count $fate";
            }
        }

        return $losses;
    }

    /** @return array<string, string> what happens to a table, by its name as written in the statement */
    private function fates(string $statement): array
    {
        $sql = implode(' ', Token::significant($statement, $this->database->rules->lexicon));
        $name = self::NAME;
        if (preg_match("/^(?:DROP\\s+TABLE|TRUNCATE(?:\\s+TABLE)?)\\s+(?:IF\\s+EXISTS\\s+)?$name/i", $sql, $found)) {
            $table = self::joined($found[1]);

            // Rows of the library's internal table are not user data.
            return trim($table, '`') === 'orm_list_lock' ? [] : [$table => 'would be dropped'];
        }
        if (preg_match("/^ALTER\\s+TABLE\\s+(?:IF\\s+EXISTS\\s+)?(?:ONLY\\s+)?$name(.*)$/is", $sql, $found)) {
            $isKept = preg_match(self::KEEPING_ACTION, trim($found[2])) === 1 && !str_contains($found[2], ',');

            return $isKept ? [] : [self::joined($found[1]) => 'would be changed'];
        }
        if (preg_match("/^(?:DELETE\\s+FROM|UPDATE)\\s+(?:ONLY\\s+)?$name/i", $sql, $found)) {
            return [self::joined($found[1]) => 'would be changed'];
        }
        if (preg_match(self::KEEPS, $sql) === 1) {
            return [];
        }

        return ["of \"$statement\"" => 'may be changed by an unknown statement'];
    }

    /** Joins the tokens of a qualified name. */
    private static function joined(string $name): string
    {
        return str_replace(' . ', '.', trim($name));
    }

    /** Returns the number of rows, or null if they cannot be counted. */
    private function countRows(string $table): ?int
    {
        try {
            return (int) current($this->database->rows("SELECT COUNT(*) FROM $table")[0]);
        } catch (PDOException $failure) {
            return $this->database->rules->isMissing(Problem::of($failure)) ? 0 : null;
        }
    }
}
