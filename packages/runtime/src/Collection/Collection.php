<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use ArrayAccess;
use Closure;
use Countable;
use IteratorAggregate;
use JsonSerializable;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\Exception\ModelNotFoundException;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\UnexpectedValueException;
use Orm\Runtime\Formatter\AbstractFormatter;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Parser\AbstractParser;
use Orm\Runtime\Pluralizer\PluralizerInterface;
use Orm\Runtime\Pluralizer\StandardPluralizer;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ObjectValue;
use Orm\Runtime\Util\Suggestion;
use Traversable;

/**
 * The rows of a result.
 *
 * @template TKey of int|string
 * @template T
 * @implements ArrayAccess<TKey, T>
 * @implements IteratorAggregate<TKey, T>
 */
class Collection implements ArrayAccess, IteratorAggregate, Countable, JsonSerializable
{
    /** @var array<TKey, T> */
    protected array $data = [];
    protected ?string $model = null;

    /**
     * The formatter that created the collection, or a function that returns it. Closure comes first in the type,
     * because PHP would otherwise look for a class that is not loaded each time.
     *
     * @var AbstractFormatter|Closure(): AbstractFormatter|null
     */
    protected Closure|AbstractFormatter|null $formatter = null;
    private ?PluralizerInterface $pluralizer = null;

    /**
     * @param array<TKey, T> $data
     * @param string|null $model a class name without leading backslash
     * @param AbstractFormatter|Closure(): AbstractFormatter|null $formatter
     */
    public function __construct(
        array $data = [],
        ?string $model = null,
        Closure|AbstractFormatter|null $formatter = null,
    ) {
        $this->data = $data;
        $this->model = $model ?? $this->model;
        $this->formatter = $formatter;
    }

    /** @return array<TKey, T> */
    public function getData(): array
    {
        return $this->data;
    }

    /** @param array<TKey, T> $data */
    public function setData(array $data): void
    {
        $this->data = $data;
    }

    /** @return array<TKey, T> */
    public function getArrayCopy(): array
    {
        return $this->data;
    }

    /** @param array<TKey, T> $input */
    public function exchangeArray(array $input): void
    {
        $this->setData($input);
    }

    /** @return T|null */
    public function getFirst()
    {
        return $this->data === [] ? null : $this->data[array_key_first($this->data)];
    }

    /** @return T|null */
    public function getLast()
    {
        return $this->data === [] ? null : $this->data[array_key_last($this->data)];
    }

    public function isEmpty(): bool
    {
        return $this->data === [];
    }

    public function count(): int
    {
        return count($this->data);
    }

    /** @return T */
    public function get(int|string $key)
    {
        if (!array_key_exists($key, $this->data)) {
            throw new UnexpectedValueException(sprintf('The collection has no key "%s"', $key));
        }

        return $this->data[$key];
    }

    /**
     * @param TKey|null $key null: append the value
     * @param T $value
     */
    public function set(int|string|null $key, mixed $value): void
    {
        $this->offsetSet($key, $value);
    }

    public function remove(int|string $key): void
    {
        if (!array_key_exists($key, $this->data)) {
            throw new UnexpectedValueException(sprintf('The collection has no key "%s"', $key));
        }
        $this->offsetUnset($key);
    }

    /** @param T $value */
    public function append(mixed $value): void
    {
        $this->offsetSet(null, $value);
    }

    /** @param T $value */
    public function push(mixed $value): void
    {
        $this->append($value);
    }

    /** @param T $value */
    public function prepend(mixed $value): int
    {
        array_unshift($this->data, $value);

        return count($this->data);
    }

    /** @return T|null */
    public function pop()
    {
        return array_pop($this->data);
    }

    /** @return T|null */
    public function shift()
    {
        return array_shift($this->data);
    }

    public function clear(): void
    {
        $this->data = [];
    }

    /** @param T $element */
    public function contains(mixed $element): bool
    {
        return $this->search($element) !== false;
    }

    /**
     * @param T $element
     * @return TKey|false
     */
    public function search(mixed $element)
    {
        return array_search($element, $this->data, true);
    }

    /**
     * @param Collection<TKey, T> $collection
     * @return static the elements that are not in the other collection
     */
    public function diff(Collection $collection): self
    {
        $diff = clone $this;
        $diff->clear();
        foreach ($this->data as $element) {
            if (!$collection->contains($element)) {
                $diff->append($element);
            }
        }

        return $diff;
    }

    /** @param class-string $model */
    public function setModel(string $model): void
    {
        $this->model = ltrim($model, '\\');
    }

    /** Returns the model class without its namespace; empty if it is unknown. */
    public function getModel(): string
    {
        $class = $this->knownModel();

        return substr($class, (int) strrpos('\\' . $class, '\\'));
    }

    /** Returns the model class with a leading backslash; empty if it is unknown. */
    public function getFullyQualifiedModel(): string
    {
        $class = $this->knownModel();

        return $class === '' ? '' : '\\' . $class;
    }

    /**
     * Returns the model class: that of the query or setModel(), or else of the first object; empty if it is unknown.
     */
    protected function knownModel(): string
    {
        $first = $this->model === null ? $this->getFirst() : null;

        return $this->model ?? ($first instanceof ActiveRecordInterface ? $first::class : '');
    }

    /** @return class-string<TableMap> */
    public function getTableMapClass(): string
    {
        return $this->modelClass()::TABLE_MAP;
    }

    /** @return class-string<ActiveRecordInterface> */
    private function modelClass(): string
    {
        $class = $this->knownModel();
        if ($class === '') {
            throw new ModelNotFoundException('The collection has no model class; call setModel()');
        }

        return is_a($class, ActiveRecordInterface::class, true)
            ? $class
            : throw new ModelNotFoundException(sprintf('"%s" is not a valid class of a model', $class));
    }

    public function setFormatter(AbstractFormatter $formatter): void
    {
        $this->formatter = $formatter;
    }

    public function getFormatter(): ?AbstractFormatter
    {
        if ($this->formatter instanceof Closure) {
            $this->formatter = ($this->formatter)();
        }

        return $this->formatter;
    }

    public function getWriteConnection(): ConnectionInterface
    {
        return Orm::getServiceContainer()->getWriteConnection($this->getTableMapClass()::DATABASE_NAME);
    }

    public function getPluralModelName(): string
    {
        return $this->getPluralizer()->getPluralForm($this->getModel());
    }

    protected function getPluralizer(): PluralizerInterface
    {
        return $this->pluralizer ??= $this->createPluralizer();
    }

    protected function createPluralizer(): PluralizerInterface
    {
        return new StandardPluralizer();
    }

    /**
     * Appends rows from a string in a format such as XML, YAML, JSON or CSV.
     *
     * @return $this
     */
    public function importFrom(AbstractParser|string $parser, string $data)
    {
        $parser = AbstractParser::parser($parser);
        $this->fromArray($parser->listToArray($data, $this->getPluralModelName()));

        return $this;
    }

    public function exportTo(
        AbstractParser|string $parser,
        bool $usePrefix = true,
        bool $includeLazyLoadColumns = true,
        string $keyType = TableMap::TYPE_PHPNAME,
    ): string {
        $parser = AbstractParser::parser($parser);
        $rows = $this->toArray(null, $usePrefix, $keyType, $includeLazyLoadColumns);

        return $parser->listFromArray($rows, $this->getPluralModelName());
    }

    /**
     * Returns the value for `json_encode($collection)`: the rows.
     *
     * @return mixed
     */
    #[\ReturnTypeWillChange]
    public function jsonSerialize()
    {
        return iterator_to_array($this);
    }

    /**
     * Exports the collection as XML; see exportTo(). The further parameters are not declared, so that subclasses can
     * have a toXML() method with other parameters.
     *
     * @return string
     */
    public function toXML()
    {
        return $this->exportedAs('XML', func_get_args());
    }

    /**
     * Exports the collection as YAML; see toXML().
     *
     * @return string
     */
    public function toYAML()
    {
        return $this->exportedAs('YAML', func_get_args());
    }

    /**
     * Exports the collection as JSON; see toXML().
     *
     * @return string
     */
    public function toJSON()
    {
        return $this->exportedAs('JSON', func_get_args());
    }

    /**
     * Exports the collection as CSV; see toXML().
     *
     * @return string
     */
    public function toCSV()
    {
        return $this->exportedAs('CSV', func_get_args());
    }

    /**
     * Appends rows from XML; see importFrom().
     *
     * @param string $data
     * @return static
     */
    public function fromXML($data)
    {
        return $this->importFrom('XML', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * Appends rows from YAML; see importFrom().
     *
     * @param string $data
     * @return static
     */
    public function fromYAML($data)
    {
        return $this->importFrom('YAML', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * Appends rows from JSON; see importFrom().
     *
     * @param string $data
     * @return static
     */
    public function fromJSON($data)
    {
        return $this->importFrom('JSON', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * Appends rows from CSV; see importFrom().
     *
     * @param string $data
     * @return static
     */
    public function fromCSV($data)
    {
        return $this->importFrom('CSV', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /** @param list<mixed> $arguments arguments of exportTo() after the format */
    private function exportedAs(string $format, array $arguments): string
    {
        return $this->exportTo($format, $arguments[0] ?? false, ...array_slice($arguments, 1));
    }

    /**
     * @param list<mixed> $params
     * @return mixed
     */
    public function __call(string $name, $params)
    {
        throw new BadMethodCallException(
            sprintf('%s has no method %s()%s', static::class, $name, Suggestion::method($this, $name)),
        );
    }

    public function __toString(): string
    {
        return $this->exportTo($this->getTableMapClass()::DEFAULT_STRING_FORMAT, false);
    }

    public function hashCode(): string
    {
        return spl_object_hash($this);
    }

    /** @return CollectionIterator<TKey, T> */
    public function getIterator(): Traversable
    {
        return new CollectionIterator($this);
    }

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->data[self::offset($offset)]);
    }

    /** @return T|null */
    #[\ReturnTypeWillChange]
    public function &offsetGet(mixed $offset)
    {
        $offset = self::offset($offset);
        if (isset($this->data[$offset])) {
            return $this->data[$offset];
        }
        $nothing = null;

        return $nothing;
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        if ($offset === null) {
            $this->data[] = $value;
        } else {
            $this->data[self::offset($offset)] = $value;
        }
    }

    public function offsetUnset(mixed $offset): void
    {
        unset($this->data[self::offset($offset)]);
    }

    /** Returns a value as an array key, or throws if it cannot be a key without loss. */
    protected static function offset(mixed $offset): int|string
    {
        // As a key, PHP makes an integer of a text such as '7'.
        $key = is_string($offset) ? array_key_first([$offset => true]) : $offset;

        return match (true) {
            // After the largest integer, nothing could be appended.
            is_int($key) && $key < PHP_INT_MAX, is_string($key) => $key,
            $key === null => '',
            is_bool($key) => (int) $key,
            default => throw new InvalidArgumentException(
                sprintf('A value of type %s is not a valid key of a collection', get_debug_type($offset)),
            ),
        };
    }

    /** @return array<string, mixed> */
    public function __serialize(): array
    {
        return ['data' => $this->data, 'model' => $this->model];
    }

    /** @param array<string, mixed> $state */
    public function __unserialize(array $state): void
    {
        $this->setData($state['data']);
        $this->model = $state['model'];
    }

    /** Returns the rows and the model as a string, which unserialize() of an empty collection reads. */
    public function serialize(): ?string
    {
        return serialize($this->__serialize());
    }

    /**
     * Restores the rows and the model. Creating an object runs code of its class, so only objects of the model and
     * values of its columns are created.
     *
     * @param string $data a string from serialize()
     */
    public function unserialize($data): void
    {
        $text = is_string($data) ? $data : '';
        // The first pass creates no objects and only reads the model.
        $state = @unserialize($text, ['allowed_classes' => false]);
        if (!is_array($state) || !is_array($state['data'] ?? null) || !array_key_exists('model', $state)) {
            throw new InvalidArgumentException('The text is not a serialized collection');
        }
        $model = $this->model ?? (is_string($state['model']) ? $state['model'] : null);
        $this->__unserialize(ObjectValue::unserialize(
            $text,
            static fn (string $class): bool => ObjectValue::isOfModel($class, $model),
        ));
        $this->model = $model;
    }

    public function __clone()
    {
        foreach ($this->data as $key => $element) {
            if (is_object($element)) {
                $this->data[$key] = clone $element;
            }
        }
    }

    /** @param array<int|string, mixed> $rows */
    public function fromArray(array $rows): void
    {
        $class = $this->modelClass();
        foreach ($rows as $row) {
            $object = new $class();
            $object->fromArray($row);
            $this->append($object);
        }
    }

    /** @return array<int|string, mixed> */
    public function toArray(?string $keyColumn = null, bool $usePrefix = false): array
    {
        return $this->data;
    }
}
