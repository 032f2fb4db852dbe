<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

use Monolog\Handler\HandlerInterface;
use Monolog\Handler\RotatingFileHandler;
use Monolog\Handler\StreamHandler;
use Monolog\Handler\SyslogHandler;
use Monolog\Logger;
use Orm\Runtime\Exception\ClassNotFoundException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\UnexpectedValueException;
use Orm\Runtime\Orm;
use Psr\Log\LoggerInterface;

/** Builds the loggers that the configuration describes. */
final class LoggerFactory
{
    /**
     * @param array<string, mixed> $configuration
     * @return LoggerInterface
     */
    public static function create(string $name, array $configuration): object
    {
        $type = $configuration['type'] ?? '';
        if (!in_array($type, ['stream', 'rotating_file', 'syslog'], true)) {
            throw new UnexpectedValueException(sprintf('Logger "%s" has the unknown type "%s"', $name, $type));
        }
        $needed = $type === 'syslog' ? 'ident' : 'path';
        if (!isset($configuration[$needed])) {
            throw new InvalidArgumentException(sprintf('Logger "%s" of type "%s" needs "%s"', $name, $type, $needed));
        }
        if (class_exists(Logger::class)) {
            return new Logger($name, [self::handler($type, $configuration)]);
        }
        if ($type !== 'stream') {
            throw new ClassNotFoundException(
                sprintf('Logger "%s": the type "%s" needs the package monolog/monolog', $name, $type),
            );
        }
        $class = interface_exists(LoggerInterface::class) ? PsrFileLogger::class : FileLogger::class;

        return new $class((string) $configuration['path'], self::level($configuration), $name);
    }

    /** @return LoggerInterface */
    public static function silent(): object
    {
        return class_exists(\Psr\Log\NullLogger::class) ? new \Psr\Log\NullLogger() : new NullLogger();
    }

    /** @param array<string, mixed> $configuration */
    private static function handler(string $type, array $configuration): HandlerInterface
    {
        $level = self::level($configuration);
        $bubble = (bool) ($configuration['bubble'] ?? true);

        return match ($type) {
            'stream' => new StreamHandler($configuration['path'], $level, $bubble),
            'rotating_file' => new RotatingFileHandler(
                $configuration['path'],
                (int) ($configuration['max_files'] ?? 0),
                $level,
                $bubble,
            ),
            'syslog' => new SyslogHandler(
                $configuration['ident'],
                $configuration['facility'] ?? LOG_USER,
                $level,
                $bubble,
            ),
        };
    }

    /** @param array<string, mixed> $configuration */
    private static function level(array $configuration): int
    {
        return (int) ($configuration['level'] ?? Orm::LOG_WARNING);
    }
}
