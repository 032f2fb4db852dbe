<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

/**
 * The four formats by name. Arguments are those of exportTo() behind the format; no method declares them, so that a
 * stub that has a method of such a name, with whatever it takes, can stay as it is.
 */
trait ToFormatsTrait
{
    /**
     * As exportTo('XML', …).
     *
     * @return string
     */
    public function toXML()
    {
        return $this->exportedAs('XML', func_get_args());
    }

    /**
     * As exportTo('YAML', …).
     *
     * @return string
     */
    public function toYAML()
    {
        return $this->exportedAs('YAML', func_get_args());
    }

    /**
     * As exportTo('JSON', …).
     *
     * @return string
     */
    public function toJSON()
    {
        return $this->exportedAs('JSON', func_get_args());
    }

    /**
     * As exportTo('CSV', …).
     *
     * @return string
     */
    public function toCSV()
    {
        return $this->exportedAs('CSV', func_get_args());
    }

    /** @param list<mixed> $arguments of exportTo(), behind the format */
    abstract protected function exportedAs(string $format, array $arguments): string;
}
