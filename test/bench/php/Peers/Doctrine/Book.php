<?php

declare(strict_types=1);

namespace Orm\Bench\Peers\Doctrine;

use Doctrine\ORM\Mapping\Column;
use Doctrine\ORM\Mapping\Entity;
use Doctrine\ORM\Mapping\GeneratedValue;
use Doctrine\ORM\Mapping\Id;
use Doctrine\ORM\Mapping\JoinColumn;
use Doctrine\ORM\Mapping\ManyToOne;
use Doctrine\ORM\Mapping\Table;

#[Entity, Table('book')]
class Book
{
    #[Id, GeneratedValue, Column]
    public ?int $id = null;

    #[Column]
    public string $title = '';

    #[Column]
    public ?string $isbn = null;

    #[Column]
    public ?int $pages = 0;

    #[ManyToOne, JoinColumn('author_id')]
    public ?Author $author = null;
}
