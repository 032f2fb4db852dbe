<?php

declare(strict_types=1);

/** An object that a test holds, with what it must show. */
final class Held
{
    /** @var array{list<?int>, ?int} scope and rank as the object has last read or written them */
    public array $seen;

    /** @var array<int, ?int> scope columns that were set and not saved */
    public array $scope = [];

    /** @var array{string, ?int}|null what is to become of its place: 'at', 'bottom' or 'out', and the rank until then */
    public ?array $intent = null;

    /** @var array{?int}|null a rank that was set and not saved */
    public ?array $raw = null;

    /** @var list<array{?string, array<int, ?int>, array{string, ?int}|null, array{?int}|null}> states before saves */
    public array $saves = [];

    /** @param string|null $label null: its row is not there yet */
    public function __construct(public readonly object $object, public ?string $label, array $scope, ?int $rank)
    {
        $this->seen = [$scope, $rank];
    }

    /** @return list<?int> */
    public function scope(): array
    {
        return array_replace($this->seen[0], $this->scope);
    }

    public function rank(): ?int
    {
        return match (true) {
            $this->intent !== null => $this->intent[1],
            $this->raw !== null => $this->raw[0],
            default => $this->seen[1],
        };
    }

    /** Before it is saved: a rollback goes back to this. */
    public function remember(): void
    {
        $this->saves[] = [$this->label, $this->scope, $this->intent, $this->raw];
    }

    public function isClean(): bool
    {
        return $this->scope === [] && $this->intent === null && $this->raw === null;
    }

    public function saved(array $scope, ?int $rank): void
    {
        $this->seen = [$scope, $rank];
        $this->scope = [];
        $this->intent = $this->raw = null;
    }
}
