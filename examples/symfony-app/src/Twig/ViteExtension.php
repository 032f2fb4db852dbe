<?php

declare(strict_types=1);

namespace App\Twig;

use BookstorePage\Vite;
use Twig\Extension\AbstractExtension;
use Twig\TwigFunction;

final class ViteExtension extends AbstractExtension
{
    public function __construct(private readonly string $publicDirectory)
    {
    }

    public function getFunctions(): array
    {
        $tags = fn (string $entry): string => Vite::tags($this->publicDirectory, $entry);

        return [new TwigFunction('vite_entry', $tags, ['is_safe' => ['html']])];
    }
}
