<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use Orm\Runtime\Util\BoundValue;

/**
 * The four formats by name. What importFrom() takes behind the text may be given too; it is not declared, so that a
 * stub that has a method of such a name can stay as it is.
 */
trait FromFormatsTrait
{
    /**
     * As importFrom('XML', …).
     *
     * @param string $data
     * @return static
     */
    public function fromXML($data)
    {
        return $this->importFrom('XML', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * As importFrom('YAML', …).
     *
     * @param string $data
     * @return static
     */
    public function fromYAML($data)
    {
        return $this->importFrom('YAML', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * As importFrom('JSON', …).
     *
     * @param string $data
     * @return static
     */
    public function fromJSON($data)
    {
        return $this->importFrom('JSON', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * As importFrom('CSV', …).
     *
     * @param string $data
     * @return static
     */
    public function fromCSV($data)
    {
        return $this->importFrom('CSV', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }
}
