<?php

declare(strict_types=1);

namespace App\Model;

use App\Model\Base\Book as BaseBook;
use Orm\Symfony\Validator\UniqueModel;
use Symfony\Component\Validator\Constraints\Isbn;
use Symfony\Component\Validator\Constraints\NotBlank;

#[UniqueModel(message: 'Another book has this number.')]
class Book extends BaseBook
{
    #[NotBlank(message: 'A book has a title.')]
    public function getTitle(): ?string
    {
        return parent::getTitle();
    }

    #[NotBlank]
    #[Isbn]
    public function getIsbn(): ?string
    {
        return parent::getIsbn();
    }
}
