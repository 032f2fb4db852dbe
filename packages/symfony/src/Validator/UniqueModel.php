<?php

declare(strict_types=1);

namespace Orm\Symfony\Validator;

use Attribute;
use Symfony\Component\Validator\Constraint;

/**
 * Requires that no other row has the same values in the columns of a unique key. Without fields, all unique keys of the
 * schema are checked.
 */
#[Attribute(Attribute::TARGET_CLASS | Attribute::IS_REPEATABLE)]
final class UniqueModel extends Constraint
{
    public const NOT_UNIQUE_ERROR = '4a1d2b36-9d0f-4c0e-8a0b-6f0c6a2c53b7';

    /** @var array<string, string> */
    protected const ERROR_NAMES = [self::NOT_UNIQUE_ERROR => 'NOT_UNIQUE_ERROR'];

    /** @var list<string> */
    public array $fields;

    /**
     * @param list<string>|string $fields the columns; none: all unique keys of the schema
     * @param string|null $errorPath the property that gets the message; default: the first field that is not a
     *     foreign key
     * @param list<string>|null $groups
     */
    public function __construct(
        array|string $fields = [],
        public string $message = 'This value is already used.',
        public ?string $errorPath = null,
        ?array $groups = null,
        mixed $payload = null,
    ) {
        parent::__construct(null, $groups, $payload);
        $this->fields = array_values((array) $fields);
    }

    public function getTargets(): string
    {
        return self::CLASS_CONSTRAINT;
    }
}
