<?php

declare(strict_types=1);

namespace App\Controller;

use Bookstore\Book;
use Symfony\Component\Form\Form;
use Symfony\Component\Form\FormError;
use Symfony\Component\Form\FormFactoryInterface;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Attribute\AsController;

#[AsController]
final class Forms
{
    private const FIELDS = [
        'title', 'summary', 'isbn', 'pages', 'price', 'publishedOn', 'lent', 'kind', 'author', 'tags',
    ];

    public function __construct(private readonly FormFactoryInterface $forms)
    {
    }

    /** The types and options that the table map suggests. */
    public function guess(): JsonResponse
    {
        $form = $this->form(new Book());
        $guessed = [];
        foreach ($form as $name => $field) {
            $config = $field->getConfig();
            $attributes = $config->getOption('attr');
            $type = strrchr($config->getType()->getInnerType()::class, '\\');
            $guessed[$name] = substr((string) $type, 1) . ($config->getRequired() ? ' required' : '')
                . (isset($attributes['maxlength']) ? " $attributes[maxlength]" : '');
        }
        foreach ($form->createView() as $name => $view) {
            foreach ($view->vars['choices'] ?? [] as $choice) {
                $guessed[$name] .= " $choice->value=$choice->label";
            }
        }

        return new JsonResponse($guessed);
    }

    public function save(Request $request, ?Book $book): JsonResponse
    {
        $book ??= new Book();
        $form = $this->form($book);
        $form->submit($request->request->all(), false);
        if (!$form->isValid()) {
            return new JsonResponse(array_map(
                static fn (FormError $error): string => $error->getOrigin()->getName() . ': ' . $error->getMessage(),
                iterator_to_array($form->getErrors(true), false),
            ));
        }
        $book->save();

        return new JsonResponse($book->toArray() + [
            'Author' => $book->getAuthor()?->getName(),
            'Tags' => $book->getTags()->getColumnValues('Word'),
        ]);
    }

    private function form(Book $book): Form
    {
        $builder = $this->forms->createBuilder(options: ['data_class' => Book::class], data: $book);
        foreach (self::FIELDS as $field) {
            $builder->add($field);
        }

        return $builder->getForm();
    }
}
