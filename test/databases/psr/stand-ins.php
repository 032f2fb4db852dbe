<?php

// Debian has no package of these interfaces; they are declared here as their packages do.

namespace Psr\Clock {
    interface ClockInterface
    {
        public function now(): \DateTimeImmutable;
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

        public function isEnabled(): bool;
    }

    interface TracerProviderInterface
    {
        public function getTracer(
            string $name,
            ?string $version = null,
            ?string $schemaUrl = null,
            iterable $attributes = [],
        ): TracerInterface;
    }
}

namespace OpenTelemetry\API {
    use OpenTelemetry\API\Trace\TracerProviderInterface;

    final class Globals
    {
        public static ?TracerProviderInterface $provider = null;

        public static function tracerProvider(): TracerProviderInterface
        {
            return self::$provider;
        }
    }
}

namespace {
    use OpenTelemetry\API\Trace\SpanBuilderInterface;
    use OpenTelemetry\API\Trace\SpanInterface;
    use OpenTelemetry\API\Trace\TracerInterface;
    use OpenTelemetry\API\Trace\TracerProviderInterface;

    final class Span implements SpanInterface, SpanBuilderInterface
    {
        /** @var array<string, mixed> */
        public array $is = [];

        public function setAttribute(string $key, mixed $value): static
        {
            $this->is[$key] = $value;

            return $this;
        }

        public function setStartTimestamp(int $timestampNanos): SpanBuilderInterface
        {
            return $this->setAttribute('start', $timestampNanos);
        }

        public function setSpanKind(int $spanKind): SpanBuilderInterface
        {
            return $this->setAttribute('kind', $spanKind);
        }

        public function startSpan(): SpanInterface
        {
            return $this;
        }

        public function setStatus(string $code, ?string $description = null): SpanInterface
        {
            return $this->setAttribute('status', $code);
        }

        public function end(?int $endEpochNanos = null): void
        {
            $this->is['end'] = $endEpochNanos;
        }
    }

    final class Spans implements TracerInterface, TracerProviderInterface
    {
        /** @var list<Span> */
        public array $made = [];

        public function getTracer(
            string $name,
            ?string $version = null,
            ?string $schemaUrl = null,
            iterable $attributes = [],
        ): TracerInterface {
            return $this;
        }

        public function spanBuilder(string $spanName): SpanBuilderInterface
        {
            return $this->made[] = (new Span())->setAttribute('name', $spanName);
        }

        public function isEnabled(): bool
        {
            return true;
        }
    }
}
