<?php

declare(strict_types=1);

namespace Orm\Bench\Peers\Doctrine;

use Doctrine\ORM\Mapping\Column;
use Doctrine\ORM\Mapping\Entity;
use Doctrine\ORM\Mapping\GeneratedValue;
use Doctrine\ORM\Mapping\Id;
use Doctrine\ORM\Mapping\Table;

#[Entity, Table('author')]
class Author
{
    #[Id, GeneratedValue, Column]
    public ?int $id = null;

    #[Column]
    public string $name = '';

    #[Column]
    public ?string $email = null;
}
