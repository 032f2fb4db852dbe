<?php

/*
 * Declarations of the optional packages and extensions that the library works with, for editors and analysers that open
 * this directory without them. Nothing loads this file, and no package contains it.
 */

namespace {
    final class FFI
    {
        public static function cdef(string $code = '', ?string $lib = null): FFI
        {
        }

        public function __call(string $name, array $arguments): mixed
        {
        }
    }

    function apcu_enabled(): bool
    {
    }

    function apcu_exists(string $key): bool
    {
    }

    function apcu_fetch(string $key, ?bool &$success = null): mixed
    {
    }

    function apcu_store(string $key, mixed $var, int $ttl = 0): bool
    {
    }
}

namespace Psr\Log {
    interface LoggerInterface
    {
        public function emergency(string|\Stringable $message, array $context = []): void;

        public function alert(string|\Stringable $message, array $context = []): void;

        public function critical(string|\Stringable $message, array $context = []): void;

        public function error(string|\Stringable $message, array $context = []): void;

        public function warning(string|\Stringable $message, array $context = []): void;

        public function notice(string|\Stringable $message, array $context = []): void;

        public function info(string|\Stringable $message, array $context = []): void;

        public function debug(string|\Stringable $message, array $context = []): void;

        public function log(mixed $level, string|\Stringable $message, array $context = []): void;
    }

    class NullLogger implements LoggerInterface
    {
        public function __call(string $name, array $arguments): void
        {
        }
    }
}

namespace Psr\Clock {
    interface ClockInterface
    {
        public function now(): \DateTimeImmutable;
    }
}

namespace Psr\Container {
    interface ContainerInterface
    {
        public function get(string $id);

        public function has(string $id): bool;
    }

    interface ContainerExceptionInterface extends \Throwable
    {
    }

    interface NotFoundExceptionInterface extends ContainerExceptionInterface
    {
    }
}

namespace Psr\SimpleCache {
    interface CacheInterface
    {
        public function get(string $key, mixed $default = null): mixed;

        public function set(string $key, mixed $value, null|int|\DateInterval $ttl = null): bool;

        public function has(string $key): bool;
    }
}

namespace Psr\Cache {
    interface CacheItemInterface
    {
        public function get(): mixed;

        public function isHit(): bool;

        public function set(mixed $value): static;

        public function expiresAfter(int|\DateInterval|null $time): static;
    }

    interface CacheItemPoolInterface
    {
        public function getItem(string $key): CacheItemInterface;

        public function hasItem(string $key): bool;

        public function save(CacheItemInterface $item): bool;
    }
}

namespace Psr\Http\Message {
    interface ResponseInterface
    {
        public function getStatusCode(): int;
    }

    interface ServerRequestInterface
    {
        public function getMethod(): string;
    }
}

namespace Psr\Http\Server {
    use Psr\Http\Message\ResponseInterface;
    use Psr\Http\Message\ServerRequestInterface;

    interface RequestHandlerInterface
    {
        public function handle(ServerRequestInterface $request): ResponseInterface;
    }

    interface MiddlewareInterface
    {
        public function process(ServerRequestInterface $request, RequestHandlerInterface $handler): ResponseInterface;
    }
}

namespace OpenTelemetry\API\Trace {
    interface SpanKind
    {
        public const KIND_CLIENT = 3;
    }

    interface StatusCode
    {
        public const STATUS_ERROR = 'Error';
    }

    interface SpanInterface
    {
        public function setAttribute(string $key, bool|int|float|string|array|null $value): SpanInterface;

        public function setStatus(string $code, ?string $description = null): SpanInterface;

        public function end(?int $endEpochNanos = null): void;
    }

    interface SpanBuilderInterface
    {
        public function setAttribute(string $key, mixed $value): SpanBuilderInterface;

        public function setStartTimestamp(int $timestampNanos): SpanBuilderInterface;

        public function setSpanKind(int $spanKind): SpanBuilderInterface;

        public function startSpan(): SpanInterface;
    }

    interface TracerInterface
    {
        public function spanBuilder(string $spanName): SpanBuilderInterface;
    }

    interface TracerProviderInterface
    {
        public function getTracer(string $name, ?string $version = null): TracerInterface;
    }
}

namespace OpenTelemetry\API {
    use OpenTelemetry\API\Trace\TracerProviderInterface;

    final class Globals
    {
        public static function tracerProvider(): TracerProviderInterface
        {
        }
    }
}

namespace Psr\EventDispatcher {
    interface EventDispatcherInterface
    {
        public function dispatch(object $event): object;
    }

    interface StoppableEventInterface
    {
        public function isPropagationStopped(): bool;
    }
}

namespace Monolog\Handler {
    interface HandlerInterface
    {
    }

    class StreamHandler implements HandlerInterface
    {
        public function __construct(mixed $stream, mixed $level, bool $bubble = true)
        {
        }
    }

    class RotatingFileHandler implements HandlerInterface
    {
        public function __construct(string $filename, int $maxFiles, mixed $level, bool $bubble = true)
        {
        }
    }

    class SyslogHandler implements HandlerInterface
    {
        public function __construct(string $ident, mixed $facility, mixed $level, bool $bubble = true)
        {
        }
    }
}

namespace Monolog {
    use Monolog\Handler\HandlerInterface;

    class Logger extends \Psr\Log\NullLogger
    {
        /** @param list<HandlerInterface> $handlers */
        public function __construct(string $name, array $handlers = [])
        {
        }
    }
}

namespace PHPUnit\Framework\Attributes {
    #[\Attribute(\Attribute::TARGET_METHOD)]
    final class After
    {
    }

    #[\Attribute(\Attribute::TARGET_METHOD)]
    final class Before
    {
    }
}

namespace Psy {
    class Configuration
    {
        /** @param array<string, mixed> $config */
        public function __construct(array $config = [])
        {
        }

        /** @param bool $usePcntl */
        public function setUsePcntl($usePcntl): void
        {
        }
    }

    class Shell
    {
        public function __construct(?Configuration $config = null)
        {
        }

        public function run(): int
        {
        }
    }
}

namespace Symfony\Component\Validator {
    use Countable;
    use Symfony\Component\Validator\Validator\ValidatorBuilder;

    abstract class Constraint
    {
        public function __construct(mixed $options = null, ?array $groups = null, mixed $payload = null)
        {
        }
    }

    abstract class ConstraintValidator
    {
        protected Context\ExecutionContextInterface $context;

        public function validate(mixed $value, Constraint $constraint): void
        {
        }
    }

    /** @implements \IteratorAggregate<int, object> */
    class ConstraintViolationList implements \IteratorAggregate, Countable
    {
        public function addAll(self $otherList): void
        {
        }

        public function count(): int
        {
        }

        public function getIterator(): \ArrayIterator
        {
        }
    }

    class Validation
    {
        public static function createValidatorBuilder(): ValidatorBuilder
        {
        }
    }
}

namespace Symfony\Component\Validator\Context {
    interface ConstraintViolationBuilderInterface
    {
        public function addViolation(): void;
    }

    interface ExecutionContextInterface
    {
        public function getObject(): ?object;

        public function getPropertyName(): ?string;

        public function buildViolation(string $message, array $parameters = []): ConstraintViolationBuilderInterface;
    }
}

namespace Symfony\Component\Validator\Constraints {
    use Symfony\Component\Validator\Constraint;
    use Symfony\Component\Validator\ConstraintValidator;

    class Date extends Constraint
    {
    }

    class NotBlank extends Constraint
    {
    }

    class DateValidator extends ConstraintValidator
    {
    }
}

namespace Symfony\Component\Validator\Exception {
    class UnexpectedTypeException extends \RuntimeException
    {
        public function __construct(mixed $value, string $expectedType)
        {
        }
    }
}

namespace Symfony\Component\Validator\Mapping {
    use Symfony\Component\Validator\Constraint;

    class ClassMetadata
    {
        public function addGetterMethodConstraint(string $property, string $method, Constraint $constraint): static
        {
        }
    }
}

namespace Symfony\Component\Validator\Validator {
    use Symfony\Component\Validator\ConstraintViolationList;

    interface ValidatorInterface
    {
        public function validate(mixed $value, mixed $constraints = null, mixed $groups = null): ConstraintViolationList;
    }

    class ValidatorBuilder
    {
        public function addMethodMapping(string $methodName): static
        {
        }

        public function getValidator(): ValidatorInterface
        {
        }
    }
}

namespace Symfony\Component\Yaml {
    class Yaml
    {
        public static function parse(string $input, int $flags = 0): mixed
        {
        }
    }
}

namespace Symfony\Component\Yaml\Exception {
    class ParseException extends \RuntimeException
    {
    }
}
