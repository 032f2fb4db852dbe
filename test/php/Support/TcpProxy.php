<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use RuntimeException;

/** A process between a client and a server, which can die without any harm to the server. */
final class TcpProxy
{
    public readonly int $port;

    /** @var resource|null */
    private mixed $process;

    public function __construct(string $host, int $port)
    {
        $arguments = [var_export(__FILE__, true), self::class, var_export("$host:$port", true)];
        $script = vsprintf('require %s; %s::serve(%s);', $arguments);
        $process = proc_open([PHP_BINARY, '-r', $script], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        if (!is_resource($process)) {
            throw new RuntimeException('The proxy does not start');
        }
        $this->process = $process;
        $this->port = (int) fgets($pipes[1]);
    }

    /** Ends the process: its connections break, and nobody answers on its port any more. */
    public function kill(): void
    {
        if ($this->process !== null) {
            proc_terminate($this->process, 9);
            proc_close($this->process);
            $this->process = null;
        }
    }

    /** What the process does: it passes on what comes, in both directions, and prints its port first. */
    public static function serve(string $target): never
    {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        echo substr(strrchr((string) stream_socket_get_name($server, false), ':'), 1), "\n";
        $partners = [];
        $sockets = [$server, STDIN];
        while (true) {
            $readable = $sockets;
            $none = null;
            stream_select($readable, $none, $none, null);
            foreach ($readable as $socket) {
                if ($socket === $server) {
                    $pair = [stream_socket_accept($server), stream_socket_client('tcp://' . $target)];
                    array_push($sockets, ...$pair);
                    $partners[(int) $pair[0]] = $pair[1];
                    $partners[(int) $pair[1]] = $pair[0];
                    continue;
                }
                $data = fread($socket, 65536);
                if ($socket === STDIN || $data === '' || $data === false) {
                    // Whoever started us has gone, or one end has hung up.
                    exit;
                }
                fwrite($partners[(int) $socket], $data);
            }
        }
    }
}
