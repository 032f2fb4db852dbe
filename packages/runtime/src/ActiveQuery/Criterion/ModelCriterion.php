<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\ClauseReader;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidValueException;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\NamedColumn;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\NativeSet;
use Orm\Runtime\Util\SetColumnConverter;
use Orm\Runtime\Util\Suggestion;
use PDO;
use Traversable;

/** A clause of where(), with column names as written by the caller and question marks as placeholders. */
class ModelCriterion extends AbstractModelCriterion
{
    /** A column or a function call at the end of a clause whose quoted names are hidden. */
    private const LAST_OPERAND = '/[\w.\x1A\x80-\xff]++(?:\([^()]*+\))?\s*$/';

    /**
     * A column, an operator and placeholders. The database then compares with the column's type, however the values are
     * bound.
     */
    private const PLAIN = '/^\s*[\w.\\\\\x1A\x80-\xff]++(?:\s*(?:=|<>|!=|[<>]=?)\s*\?|\s+(?:NOT\s+)?(?:LIKE\s+\?'
        . '|IN\s*(?:\?|\(\s*\?\s*\))|BETWEEN\s+\?\s+AND\s+\?))\s*$/i';

    /** The text before a question mark that is compared with a column: an operand of AND or OR, not of `+`. */
    private const AFTER_COLUMN = '/(?:^|[(,]|\b(?:AND|OR|XOR|NOT|WHEN|WHERE|HAVING|ON)\b|&&)'
        . '\s*([\w.\\\\\x1A\x80-\xff]++)'
        . '(?:\s*(?:<=>|<>|!=|[<>]=?|=)|\s+(?:NOT\s+)?(?:IN\s*\(?(?:\s*\?\s*,)*|BETWEEN\s(?:\s*\?\s+AND\s)?))\s*$/i';

    /** The text after a question mark that ends its comparison. */
    private const BEHIND = '/^\s*(?:$|[\w),])/';

    /** The text after a question mark that is the left operand of a comparison with a column. */
    private const BEFORE_COLUMN = '/^\s*(?:<=>|<>|!=|[<>]=?|=|(?:NOT\s+)?(?:IN\s*\(|BETWEEN\s))'
        . '\s*([\w.\\\\\x1A\x80-\xff]++)\s*(?:$|[),]|(?:AND|X?OR)\b)/i';

    /** Classes whose SQL depends only on the clause and the values, and whether the value may be a list. */
    private const OWN_CLASSES = [
        BasicModelCriterion::class => false, InModelCriterion::class => true, LikeModelCriterion::class => false,
        SeveralModelCriterion::class => true, BinaryModelCriterion::class => false,
    ];

    /** A comparison of a column with one value or one list. Only these clauses can ignore case. */
    private const COMPARISON
        = '/^\s*([\w.\x1A\x80-\xff]++)\s*(=|<>|!=|[<>]=?|(?:NOT\s+)?(?:LIKE|IN))\s*(\?|\(\s*\?\s*\))\s*$/i';

    /** The text before a question mark that is the left operand of a comparison. */
    private const BEGINS_WITH_MARK = '/(?:^|\b(?:AND|OR|NOT)|(?<!\bIN|\bIN\s)\()\s*$/i';

    /** Returns whether the clause only compares a column with a value by `=`. */
    public function isEquality(): bool
    {
        return $this->clauses === [] && preg_match('/^\s*[^\s?=<>!()]+\s*=\s*\?\s*$/', $this->clause) === 1;
    }

    public function plainShape(array &$values): ?string
    {
        $value = $this->value;
        $isList = is_array($value);
        if (
            !isset(self::OWN_CLASSES[$this::class]) || $value instanceof Traversable
            || ($isList && (!self::OWN_CLASSES[$this::class] || count($value) > InCriterion::LONGEST_IN_SHAPE))
        ) {
            return null;
        }
        $shape = "|$this->name: $this->clause " . ($isList ? 'list ' : '');
        foreach ($isList ? $value : ($value === null ? [] : [$value]) as $one) {
            if (is_array($one)) {
                return null;
            }
            $values[] = $one;
            // In expressions, numbers may need another placeholder, and text another type.
            $shape .= (is_numeric($one) ? '.' : '') . self::shapeOfValue($one);
        }
        foreach ($this->fixed as $column) {
            $shape .= ' ' . $column->name();
        }

        return $this->withAttachedShapes($shape, $values);
    }

    protected function condition(SqlContext $context): string
    {
        $named = [];
        $clause = $this->clauseIn($context, $named);
        if (preg_match(self::PLAIN, $this->clause) !== 1) {
            $context->whole()->hasExpressions = true;
        }
        if ($clause->countMarks() === 0 && $this->value !== null) {
            throw new InvalidClauseException(sprintf('The clause "%s" has no place for a value', $this->clause));
        }
        $text = $clause->countMarks() === 0
            ? $clause->text
            : $this->withValues($context, $clause->text, $this->columnsOfMarks($context, $clause, $named));

        return $clause->reveal(self::inParentheses($text));
    }

    /**
     * Returns the column that each value is compared with: the last one before its question mark, or the first one
     * after it if the question mark is the left operand. A name that the query does not know, as in a sub-query that
     * is part of the clause, has no column.
     *
     * @param ClauseText $clause with names as used in the statement
     * @param array<int, list<NamedColumn>> $named the columns by the number of preceding question marks
     * @return non-empty-list<NamedColumn>
     */
    private function columnsOfMarks(SqlContext $context, ClauseText $clause, array $named): array
    {
        $first = $named === [] ? $this->givenColumn() : reset($named)[0];
        if ($first === null) {
            throw $this->unknownColumn($context);
        }
        $columns = [];
        foreach (array_slice(explode('?', $clause->text), 0, -1) as $i => $part) {
            $before = $named[$i] ?? [];
            $behind = $named[$i + 1][0] ?? null;
            $column = match (true) {
                $before === [] => $columns === [] ? $behind ?? $first : $columns[$i - 1],
                preg_match(self::BEGINS_WITH_MARK, $part) === 1 => $behind ?? $before[count($before) - 1],
                default => $before[count($before) - 1],
            };
            $operand = $named === [] ? null : self::comparedName($clause->text, $i);
            $columns[] = $operand === null || $clause->reveal($operand) === $context->named($column)
                ? $column
                : new NamedColumn(null, $operand);
        }

        return $columns;
    }

    private function unknownColumn(SqlContext $context): OrmException
    {
        $query = $context->criteria;
        $reason = '';
        if (preg_match(ClauseText::NAME, $this->clause, $name) === 1) {
            $reason = ': ' . $context->resolver()->unknown($name[0])->getMessage();
        } elseif ($query instanceof ModelCriteria && preg_match('/(?<!\w)[a-z_]\w*/i', $this->clause, $word) === 1) {
            $column = $query->getTableMap()->findColumnByName($word[0]);
            $reason = $column === null
                ? Suggestion::text($word[0], $query->getTableMap()::getFieldNames(TableMap::TYPE_PHPNAME))
                : sprintf(' (write "%s.%s")', $query->getModelShortName(), $column->getPhpName());
        }

        return new OrmException(sprintf(
            'The clause "%s" does not name a known column%s; for a clause without one, give the type of its value',
            $this->clause,
            $reason,
        ));
    }

    /**
     * @param string $clause without literals, quoted names and comments
     * @param non-empty-list<NamedColumn> $columns the columns of the question marks
     */
    private function withValues(SqlContext $context, string $clause, array $columns): string
    {
        $value = $this->value instanceof Traversable ? iterator_to_array($this->value, false) : $this->value;
        if ($value !== null && $this->ignoresCase($context)) {
            $clause = $this->withoutCase($context, $clause, $columns[0]);
        }
        if (count($columns) > 1) {
            return $this->severalValues($context, $clause, $columns, $value);
        }
        if (preg_match('/\b(NOT\s+)?IN\s*\(?\s*\?\s*\)?\s*$/i', $clause, $match, PREG_OFFSET_CAPTURE)) {
            return $this->inList($context, $clause, $value, $columns[0], $match);
        }
        $value = self::stored($value, $columns[0]);
        if ($value === null) {
            return $this->comparedWithNull($clause);
        }
        if (is_array($value)) {
            throw new InvalidValueException(sprintf('The clause "%s" takes one value, not a list', $this->clause));
        }

        return str_replace('?', $this->bindIn($clause, 0, $context, $columns[0], $value), $clause);
    }

    /**
     * Returns the placeholder for a value in a clause.
     *
     * @param int $at the number of question marks before that of the value
     */
    private function bindIn(string $clause, int $at, SqlContext $context, NamedColumn $column, mixed $value): string
    {
        if (self::comparedName($clause, $at) === null) {
            return $this->bindInExpression($context, $column, $value);
        }
        if ($column->table === null && $context->criteria->getColumnForAs($column->column) === null) {
            return $this->bindBesideUnknown($context, $value);
        }
        $isEqual = preg_match(self::PLAIN, $clause) === 1
            && preg_match('/(?:[^<>!]=|(?<!NOT)\s+IN)\s*\(?\s*\?/i', $clause) === 1;
        $name = $column->map?->getName() ?? $column->column;
        $placeholder = $context->bindCompared($column->table, $name, $value, $isEqual);
        if (ClauseReader::converts($column->map)) {
            $context->whole()->converted[count($context->params) - 1] = [$column->map, null];
        }

        return $placeholder;
    }

    /** Returns the name of the column that a question mark is compared with; null if it is an expression. */
    private static function comparedName(string $clause, int $at): ?string
    {
        $parts = explode('?', $clause);
        $before = implode('?', array_slice($parts, 0, $at + 1));
        $after = implode('?', array_slice($parts, $at + 1));
        $isCompared = preg_match(self::AFTER_COLUMN, $before, $match) === 1
            ? preg_match(self::BEHIND, $after) === 1
            : preg_match(self::BEGINS_WITH_MARK, $before) === 1
                && preg_match(self::BEFORE_COLUMN, $after, $match) === 1;

        return $isCompared ? $match[1] : null;
    }

    /**
     * Returns the placeholder for a value beside a column of unknown type. It is bound as text, because MySQL compares
     * text with a number as numbers; for SQLite, a number is cast.
     */
    private function bindBesideUnknown(SqlContext $context, mixed $value): string
    {
        if (is_bool($value)) {
            $context->whole()->dependsOnValues = true;
            $value = (int) $value;
        }
        if (!is_scalar($value)) {
            return $context->bind(null, null, $value);
        }
        $placeholder = $context->bind(null, null, $value, PDO::PARAM_STR);

        return is_string($value) ? $placeholder : $context->adapter->placeholderInExpression($placeholder, $value);
    }

    private function bindTo(SqlContext $context, NamedColumn $column, mixed $value): string
    {
        return $context->bind($column->table, $column->map?->getName() ?? $column->column, $value);
    }

    /**
     * Returns the placeholder for a value that is compared with an expression, where it keeps its own type:
     * `LENGTH(title) > 3`, `CONCAT(id, 'x') = '5x'`. Beside a column of text, a number is bound as text, as a database
     * converts it if the expression is a number; SQLite has a cast instead.
     */
    private function bindInExpression(SqlContext $context, NamedColumn $column, mixed $value): string
    {
        if (ClauseReader::converts($column->map)) {
            $context->whole()->dependsOnValues = true;
        }
        if (is_int($value) && ($column->map?->isTemporal() || $column->map?->getType() === ColumnTypes::JSON)) {
            return $context->bind(null, null, $value, PDO::PARAM_INT);
        }
        $name = $column->map?->getName() ?? $column->column;
        $placeholder = is_string($value) && !is_numeric($value)
            ? $context->bindText($column->table, $name, $value)
            : $this->bindTo($context, $column, $value);
        $isText = in_array($column->map?->getType(), [...ColumnMap::TEXT_TYPES, 'CLOB', 'CLOB_EMU'], true);

        return ($isText ? is_string($value) : is_int($value))
            ? $placeholder
            : $context->adapter->placeholderInExpression($placeholder, $value);
    }

    /** Converts a value to what the column stores: an ENUM position, a SET mask, the string of a list. */
    private static function stored(mixed $value, NamedColumn $column): mixed
    {
        return $column->map === null ? $value : ClauseReader::converted($value, $column->map);
    }

    /** @param array<int, array{string, int}> $match */
    private function inList(
        SqlContext $context,
        string $clause,
        mixed $value,
        NamedColumn $column,
        array $match,
    ): string {
        $not = ($match[1][0] ?? '') !== '';
        $before = substr($clause, 0, $match[0][1]);
        $isSet = $column->map?->isSetType() === true;
        // Such columns store a list as one value, not as a list of stored values.
        $isOneValue = ClauseReader::converts($column->map) && !ClauseReader::convertsEach($column->map);
        $isConverted = in_array($column->map?->getType(), [ColumnTypes::SET, ColumnTypes::PHP_ARRAY], true);
        if ($isOneValue && !$isConverted) {
            $context->whole()->dependsOnValues = true;
        }
        // A SET is tested for elements: it contains at least one of the list, or none of them.
        $isEmpty = $isSet && ($value === null || $value === []);
        $values = $isEmpty ? [] : InCriterion::values(self::stored($value, $column));
        if ($isSet && $values !== []) {
            $condition = $this->elementsCondition($context, $column, $values[0], $not);
            $this->noteList($context, $column, $value, $isConverted);

            return rtrim($before) . $condition;
        }
        if ($values === []) {
            $constant = $not ? '1=1' : '1<>1';

            // Next to other conditions, only the operand of IN is replaced by the constant.
            return preg_match('/\b(?:AND|X?OR)\b/i', $before)
                ? (string) preg_replace(self::LAST_OPERAND, $constant, $before)
                : $constant;
        }
        $ignoresCase = $this->ignoresCase($context) && str_ends_with(rtrim($before), ')');
        $placeholders = [];
        foreach ($values as $one) {
            $placeholder = $this->bindIn($clause, 0, $context, $column, $one);
            $this->noteList($context, $column, $value, $isConverted);
            $placeholders[] = $ignoresCase ? $context->adapter->ignoreCase($placeholder) : $placeholder;
        }

        return $before . ($not ? 'NOT IN (' : 'IN (') . implode(',', $placeholders) . ')';
    }

    /** Records for the plan that the last placeholder stands for a list stored as one value. */
    private function noteList(SqlContext $context, NamedColumn $column, mixed $list, bool $isConverted): void
    {
        if ($isConverted) {
            $count = is_array($list) ? count($list) : null;
            $context->whole()->converted[count($context->params) - 1] = [$column->map, $count];
        }
    }

    /** Returns the SQL after a SET column that is tested for elements. The value is the stored form of the elements. */
    private function elementsCondition(SqlContext $context, NamedColumn $column, mixed $value, bool $not): string
    {
        $type = $column->map?->getType();
        if ($type === ColumnTypes::SET_ARRAY) {
            return ' && ' . $this->bindTo($context, $column, $value) . ($not ? ' = FALSE' : '');
        }
        if ($type === ColumnTypes::SET) {
            return ' & ' . $this->bindTo($context, $column, $value) . ($not ? ' = 0' : ' <> 0');
        }
        if ($type === ColumnTypes::SET_NATIVE) {
            $value = SetColumnConverter::convertToInt(NativeSet::fromList($value), $column->map->getValueSet());
        }

        return ' & ' . $this->bindInExpression($context, $column, $value) . ($not ? ' = 0' : ' <> 0');
    }

    /** Returns the clause with both operands of its comparison in the same case. */
    private function withoutCase(SqlContext $context, string $clause, NamedColumn $column): string
    {
        $isText = $column->map?->isText() ?? false;
        if ($isText && preg_match(self::COMPARISON, $clause, $match) === 1) {
            $operator = strtoupper($match[2]);
            $mark = str_ends_with($operator, 'IN') ? $match[3] : $context->adapter->ignoreCase('?');

            return $context->adapter->ignoreCase($match[1]) . " $operator " . $mark;
        }
        if (preg_match('/\bLIKE\b/i', $clause) !== 1) {
            return $clause;
        }
        if (!$context->adapter->supportsIlike()) {
            throw new InvalidClauseException(
                sprintf('LIKE cannot ignore case in the clause "%s" on this database', $this->clause),
            );
        }

        return (string) preg_replace('/\bLIKE\b/i', 'ILIKE', $clause);
    }

    /** @param non-empty-list<NamedColumn> $columns */
    private function severalValues(SqlContext $context, string $clause, array $columns, mixed $value): string
    {
        if (!is_array($value) || count($value) !== count($columns)) {
            throw new InvalidValueException(
                sprintf('The clause "%s" expects an array of %d values', $this->clause, count($columns)),
            );
        }
        $sql = '';
        $values = array_values($value);
        foreach (explode('?', $clause) as $i => $part) {
            $sql .= $part;
            if ($i < count($columns)) {
                $stored = self::stored($values[$i], $columns[$i]);
                $sql .= $this->oneOfSeveral($context, $clause, $i, $columns[$i], $stored);
            }
        }

        return $sql;
    }

    /** @param int $at the number of question marks before that of the value */
    private function oneOfSeveral(
        SqlContext $context,
        string $clause,
        int $at,
        NamedColumn $column,
        mixed $value,
    ): string {
        if ($value === null || $value === []) {
            throw new InvalidValueException(sprintf(
                'The value list for the clause "%s" contains %s',
                $this->clause,
                $value === null ? 'null' : 'an empty array',
            ));
        }
        if (!is_array($value)) {
            return $this->bindIn($clause, $at, $context, $column, $value);
        }
        if (preg_match('/\bIN\s*(\(?)\s*$/i', explode('?', $clause)[$at], $match) !== 1) {
            throw new InvalidValueException(
                sprintf('The value list for the clause "%s" contains an array', $this->clause),
            );
        }
        $placeholders = [];
        foreach ($value as $one) {
            $placeholders[] = $this->bindIn($clause, $at, $context, $column, $one);
        }
        $list = implode(',', $placeholders);

        return $match[1] === '' ? "($list)" : $list;
    }

    private function comparedWithNull(string $clause): string
    {
        if (preg_match('/^(.*?)\s*(=|<>|!=)\s*\?\s*$/s', $clause, $match)) {
            return $match[1] . ($match[2] === '=' ? ' IS NULL' : ' IS NOT NULL');
        }
        throw new InvalidValueException(sprintf('The clause "%s" does not accept null', $this->clause));
    }
}
