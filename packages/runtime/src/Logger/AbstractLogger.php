<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

/** The methods of a PSR-3 logger, without the interface, because psr/log is optional. */
abstract class AbstractLogger
{
    /**
     * @param string|\Stringable $message
     * @param array<string, mixed> $context
     */
    public function emergency($message, array $context = []): void
    {
        $this->log('emergency', $message, $context);
    }

    /**
     * @param string|\Stringable $message
     * @param array<string, mixed> $context
     */
    public function alert($message, array $context = []): void
    {
        $this->log('alert', $message, $context);
    }

    /**
     * @param string|\Stringable $message
     * @param array<string, mixed> $context
     */
    public function critical($message, array $context = []): void
    {
        $this->log('critical', $message, $context);
    }

    /**
     * @param string|\Stringable $message
     * @param array<string, mixed> $context
     */
    public function error($message, array $context = []): void
    {
        $this->log('error', $message, $context);
    }

    /**
     * @param string|\Stringable $message
     * @param array<string, mixed> $context
     */
    public function warning($message, array $context = []): void
    {
        $this->log('warning', $message, $context);
    }

    /**
     * @param string|\Stringable $message
     * @param array<string, mixed> $context
     */
    public function notice($message, array $context = []): void
    {
        $this->log('notice', $message, $context);
    }

    /**
     * @param string|\Stringable $message
     * @param array<string, mixed> $context
     */
    public function info($message, array $context = []): void
    {
        $this->log('info', $message, $context);
    }

    /**
     * @param string|\Stringable $message
     * @param array<string, mixed> $context
     */
    public function debug($message, array $context = []): void
    {
        $this->log('debug', $message, $context);
    }

    /**
     * @param mixed $level
     * @param string|\Stringable $message
     * @param array<string, mixed> $context
     */
    abstract public function log($level, $message, array $context = []): void;
}
