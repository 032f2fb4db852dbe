<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidValueException;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Traversable;

/** A clause of where(): real column names, question marks for the values. */
class ModelCriterion extends AbstractModelCriterion
{
    /** A column or a call at the end of a clause whose quoted names are hidden. */
    private const LAST_OPERAND = '/[\w.\x1A\x80-\xff]++(?:\([^()]*+\))?\s*$/';

    /** A column, an operator, a value: what a database compares as the column is, whatever the value is bound as. */
    protected const PLAIN = '/^\s*[\w.\x1A\x80-\xff]++\s*(?:=|<>|!=|[<>]=?)\s*\?\s*$/';

    /** @var list<string> the column that says how each of several values is bound, as `table.column` */
    #[PlanRule(PlanRule::NO_PART)]
    private array $columns = [];

    /**
     * Says which column each of several values is compared with.
     *
     * @internal
     * @param list<string> $columns
     * @return static
     */
    public function setColumnsOfValues(array $columns)
    {
        $this->columns = $columns;

        return $this;
    }

    /** Whether the clause says that the column has the value, and nothing else. */
    public function isEquality(): bool
    {
        return $this->clauses === [] && preg_match('/^\s*[^\s?=<>!()]+\s*=\s*\?\s*$/', $this->clause) === 1;
    }

    protected function condition(SqlContext $context): string
    {
        $clause = ClauseText::of($this->clause, $context->adapter);

        return $clause->reveal(self::asOne($this->withValues($context, $clause->text)));
    }

    /** @param string $clause without literals, quoted names and comments */
    private function withValues(SqlContext $context, string $clause): string
    {
        $marks = substr_count($clause, '?');
        if ($marks === 0) {
            return $clause;
        }
        $value = $this->value instanceof Traversable ? iterator_to_array($this->value, false) : $this->value;
        if (preg_match('/\b(NOT\s+)?IN\s*\(?\s*\?\s*\)?\s*$/i', $clause, $match, PREG_OFFSET_CAPTURE)) {
            return $this->inList($context, $clause, InCriterion::values($value), $match);
        }
        if ($this->ignoreCase && preg_match('/\bLIKE\b/i', $clause)) {
            return $this->withoutCase($context, $clause, $value);
        }
        if ($marks > 1) {
            return $this->severalValues($context, $clause, $marks, $value);
        }
        if ($value === null) {
            return $this->comparedWithNull($clause);
        }
        if (is_array($value)) {
            throw new InvalidValueException(sprintf('The clause "%s" takes one value, not a list', $this->clause));
        }

        $placeholder = preg_match(self::PLAIN, $clause) === 1
            ? $this->bind($context, $value)
            : $this->bindInExpression($context, $value, 0);

        return str_replace('?', $placeholder, $clause);
    }

    /** The placeholder of a value that may be compared with what no column says the type of. */
    private function bindInExpression(SqlContext $context, mixed $value, int $mark): string
    {
        $name = $this->columns[$mark] ?? null;
        $dot = $name === null ? false : strrpos($name, '.');
        $table = $dot === false ? $this->getTable() : substr((string) $name, 0, $dot);
        $column = $dot === false ? $this->getColumn() : substr((string) $name, $dot + 1);

        return $context->adapter->placeholderInExpression($context->bind($table, $column, $value), $value);
    }

    /**
     * @param array<mixed> $values
     * @param array<int, array{string, int}> $match
     */
    private function inList(SqlContext $context, string $clause, array $values, array $match): string
    {
        $not = ($match[1][0] ?? '') !== '';
        $before = substr($clause, 0, $match[0][1]);
        if ($values === []) {
            $constant = $not ? '1=1' : '1<>1';

            // Beside other conditions only what is compared with the list gives way.
            return preg_match('/\b(?:AND|X?OR)\b/i', $before)
                ? (string) preg_replace(self::LAST_OPERAND, $constant, $before)
                : $constant;
        }
        $placeholders = [];
        foreach ($values as $value) {
            $placeholders[] = $this->bindInExpression($context, $value, 0);
        }

        return $before . ($not ? 'NOT IN (' : 'IN (') . implode(',', $placeholders) . ')';
    }

    private function withoutCase(SqlContext $context, string $clause, mixed $value): string
    {
        if (!$context->adapter->supportsIlike()) {
            throw new InvalidClauseException(
                sprintf('LIKE cannot ignore case in the clause "%s" on this database', $this->clause),
            );
        }
        $clause = (string) preg_replace('/\bLIKE\b/i', 'ILIKE', $clause);

        return str_replace('?', $this->bind($context, $value), $clause);
    }

    private function severalValues(SqlContext $context, string $clause, int $marks, mixed $value): string
    {
        if (!is_array($value) || count($value) !== $marks) {
            throw new InvalidValueException(
                sprintf('The clause "%s" takes a list of %d values', $this->clause, $marks),
            );
        }
        $sql = '';
        $values = array_values($value);
        foreach (explode('?', $clause) as $i => $part) {
            $sql .= $part;
            if ($i < $marks) {
                if ($values[$i] === null) {
                    throw new InvalidValueException(sprintf('Null in the list of the clause "%s"', $this->clause));
                }
                $sql .= $this->bindInExpression($context, $values[$i], $i);
            }
        }

        return $sql;
    }

    private function comparedWithNull(string $clause): string
    {
        if (preg_match('/^(.*?)\s*(=|<>|!=)\s*\?\s*$/s', $clause, $match)) {
            return $match[1] . ($match[2] === '=' ? ' IS NULL' : ' IS NOT NULL');
        }
        throw new InvalidValueException(sprintf('The clause "%s" cannot take null', $this->clause));
    }
}
