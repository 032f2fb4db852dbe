<?php

declare(strict_types=1);

namespace Bookstore;

use Bookstore\Base\Book as BaseBook;
use Orm\Symfony\Validator\UniqueModel;
use Symfony\Component\Validator\Constraints\NotBlank;

#[UniqueModel]
class Book extends BaseBook
{
    #[NotBlank]
    public function getTitle(): ?string
    {
        return parent::getTitle();
    }
}
