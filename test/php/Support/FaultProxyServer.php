<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

/** The process of a FaultProxy. */
final class FaultProxyServer
{
    private string $fault = '';

    /** The exchange to break, counted down. */
    private int $countdown = 0;
    private int $exchanges = 0;

    /** @var array<int, resource> */
    private array $clients = [];

    /** @var array<int, resource> servers by the numbers of their clients */
    private array $servers = [];

    /** @var array<int, bool> whether the client has sent something that is not answered, by client */
    private array $asking = [];

    /** @var array<int, string> the fault of the exchange that is being broken, by client */
    private array $broken = [];

    /** @var array<int, float> when to cut a silent line, by client */
    private array $cutAt = [];

    public function __construct(private readonly string $target)
    {
    }

    public function run(): never
    {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        echo substr(strrchr((string) stream_socket_get_name($listener, false), ':'), 1), "\n";
        while (true) {
            $readable = [$listener, STDIN, ...array_values($this->clients), ...array_values($this->servers)];
            $none = null;
            stream_select($readable, $none, $none, 0, $this->cutAt === [] ? 1_000_000 : 2_000);
            foreach ($this->cutAt as $id => $time) {
                if (microtime(true) >= $time) {
                    $this->cut($id);
                }
            }
            foreach ($readable as $socket) {
                match (true) {
                    $socket === STDIN => $this->obey(),
                    $socket === $listener => $this->accept($listener),
                    default => $this->pass($socket),
                };
            }
        }
    }

    private function obey(): void
    {
        $line = fgets(STDIN);
        if ($line === false) {
            exit;
        }
        if ($line !== "count\n") {
            [$this->fault, $number] = explode(' ', rtrim($line, "\n"));
            $this->countdown = (int) $number;
            $this->exchanges = 0;
            if ($this->fault === FaultProxy::CLOSED_BEFORE) {
                array_map($this->cut(...), array_keys($this->clients));
            }
        }
        echo $this->exchanges, "\n";
    }

    /** @param resource $listener */
    private function accept(mixed $listener): void
    {
        $client = stream_socket_accept($listener);
        $id = (int) $client;
        $this->clients[$id] = $client;
        $this->servers[$id] = stream_socket_client('tcp://' . $this->target);
        $this->asking[$id] = false;
    }

    /** @param resource $socket */
    private function pass(mixed $socket): void
    {
        $isClient = isset($this->clients[(int) $socket]);
        $id = $isClient ? (int) $socket : array_search($socket, $this->servers, true);
        if ($id === false || !isset($this->clients[$id])) {
            return;
        }
        $data = @fread($socket, 1_000_000);
        if ($data === '' || $data === false) {
            $this->cut($id);
        } elseif ($isClient) {
            $this->request($id, $data);
        } else {
            $this->reply($id, $data);
        }
    }

    private function request(int $id, string $data): void
    {
        if (!$this->asking[$id]) {
            $this->asking[$id] = true;
            $this->exchanges++;
            if ($this->countdown > 0 && --$this->countdown === 0) {
                $this->broken[$id] = $this->fault;
            }
        }
        if (($this->broken[$id] ?? null) === FaultProxy::BLACK_HOLE) {
            $this->cutAt[$id] ??= microtime(true) + FaultProxy::SILENCE;

            return;
        }
        @fwrite($this->servers[$id], $data);
    }

    private function reply(int $id, string $data): void
    {
        $this->asking[$id] = false;
        $fault = $this->broken[$id] ?? null;
        if ($fault === null) {
            @fwrite($this->clients[$id], $data);

            return;
        }
        if ($fault === FaultProxy::OUT_OF_STEP) {
            unset($this->broken[$id]);
            $number = 3;
            $data[$number] = chr((ord($data[$number]) + 7) % 256);
            @fwrite($this->clients[$id], $data);

            return;
        }
        if ($fault === FaultProxy::HALF_REPLY) {
            fwrite($this->clients[$id], substr($data, 0, intdiv(strlen($data), 2)));
        }
        if ($fault === FaultProxy::RESET) {
            $socket = socket_import_stream($this->clients[$id]);
            socket_set_option($socket, SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 0]);
        }
        $this->cut($id);
    }

    private function cut(int $id): void
    {
        fclose($this->clients[$id]);
        fclose($this->servers[$id]);
        unset($this->clients[$id], $this->servers[$id], $this->asking[$id], $this->broken[$id], $this->cutAt[$id]);
    }
}
