<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use RuntimeException;

/**
 * A process between a client and a server that breaks one exchange on demand. An exchange is what the client sends
 * until the server answers, and the answer.
 */
final class FaultProxy
{
    /** The server executes the request; its reply never arrives. */
    public const REPLY_LOST = 'reply-lost';

    /** The server executes the request; the client gets half of the reply. */
    public const HALF_REPLY = 'half-reply';

    /** The server never sees the request, and nothing comes back until the line is cut. */
    public const BLACK_HOLE = 'black-hole';

    /** The server executes the request; the client's connection is reset. */
    public const RESET = 'reset';

    /** The server executes nothing; the connection is closed before the request is sent, as by an idle timeout. */
    public const CLOSED_BEFORE = 'closed-before';

    /** The server, MySQL, executes the request; its reply arrives with another number, and the line stays open. */
    public const OUT_OF_STEP = 'out-of-step';

    public const FAULTS = [self::REPLY_LOST, self::HALF_REPLY, self::BLACK_HOLE, self::RESET];

    public const SILENCE = 0.03;

    public readonly int $port;

    /** @var resource */
    private mixed $process;

    /** @var array<int, resource> */
    private array $pipes = [];

    public function __construct(string $host, int $port)
    {
        $script = sprintf(
            'require %s; require %s; (new %s(%s))->run();',
            var_export(__FILE__, true),
            var_export(__DIR__ . '/FaultProxyServer.php', true),
            FaultProxyServer::class,
            var_export("$host:$port", true),
        );
        $process = proc_open([PHP_BINARY, '-r', $script], [['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
        if (!is_resource($process)) {
            throw new RuntimeException('The proxy does not start');
        }
        $this->process = $process;
        $this->port = (int) fgets($this->pipes[1]);
    }

    /** Breaks the exchange with this number, counted from now on; 0: none. */
    public function arm(string $fault, int $exchange): void
    {
        $this->ask("$fault $exchange");
    }

    /** Closes all connections, as a server does with those that are idle. */
    public function closeConnections(): void
    {
        $this->ask(self::CLOSED_BEFORE . ' 0');
    }

    /** @return int the number of exchanges since arm() */
    public function exchanges(): int
    {
        return $this->ask('count');
    }

    public function stop(): void
    {
        fclose($this->pipes[0]);
        proc_close($this->process);
    }

    private function ask(string $command): int
    {
        fwrite($this->pipes[0], $command . "\n");

        return (int) fgets($this->pipes[1]);
    }
}
