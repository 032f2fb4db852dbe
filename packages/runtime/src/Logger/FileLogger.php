<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

use Orm\Runtime\Exception\RuntimeException;
use Orm\Runtime\Orm;
use Stringable;

/** Appends messages of a minimum level to a file. */
class FileLogger extends AbstractLogger
{
    private const LEVELS = [
        'debug' => Orm::LOG_DEBUG,
        'info' => Orm::LOG_INFO,
        'notice' => Orm::LOG_NOTICE,
        'warning' => Orm::LOG_WARNING,
        'error' => Orm::LOG_ERR,
        'critical' => Orm::LOG_CRIT,
        'alert' => Orm::LOG_ALERT,
        'emergency' => Orm::LOG_EMERG,
    ];

    /** @param string $path a file, or a stream such as `php://stderr` */
    public function __construct(
        private readonly string $path,
        private readonly int $threshold = Orm::LOG_WARNING,
        private readonly string $name = 'orm',
    ) {
    }

    /**
     * @param mixed $level
     * @param string|\Stringable $message
     */
    public function log($level, $message, array $context = []): void
    {
        if ((self::LEVELS[strtolower((string) $level)] ?? Orm::LOG_EMERG) < $this->threshold) {
            return;
        }
        $text = str_replace(["\r", "\n"], ' ', self::interpolate((string) $message, $context));
        $line = sprintf("[%s] %s.%s: %s\n", date(DATE_ATOM), $this->name, strtoupper((string) $level), $text);
        $flags = str_contains($this->path, '://') ? FILE_APPEND : FILE_APPEND | LOCK_EX;
        if (file_put_contents($this->path, $line, $flags) === false) {
            throw new RuntimeException(sprintf('Cannot write to the log "%s"', $this->path));
        }
    }

    /** @param array<string, mixed> $context */
    private static function interpolate(string $message, array $context): string
    {
        $replacements = [];
        foreach ($context as $key => $value) {
            if (is_scalar($value) || $value instanceof Stringable || $value === null) {
                $replacements['{' . $key . '}'] = (string) $value;
            }
        }

        return strtr($message, $replacements);
    }
}
