<?php

declare(strict_types=1);

namespace App\Form;

use App\Model\Book;
use Symfony\Component\Form\AbstractType;
use Symfony\Component\Form\FormBuilderInterface;
use Symfony\Component\OptionsResolver\OptionsResolver;

/** The fields follow from schema.xml: text with its length, a date, a choice of the enum, a choice of authors. */
final class BookType extends AbstractType
{
    public function buildForm(FormBuilderInterface $builder, array $options): void
    {
        foreach (['title', 'isbn', 'kind', 'publishedOn', 'author'] as $field) {
            $builder->add($field);
        }
    }

    public function configureOptions(OptionsResolver $resolver): void
    {
        $resolver->setDefaults(['data_class' => Book::class]);
    }
}
