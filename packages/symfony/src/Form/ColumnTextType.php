<?php

declare(strict_types=1);

namespace Orm\Symfony\Form;

use Closure;
use Orm\Runtime\Exception\InvalidArgumentException;
use Symfony\Component\Form\AbstractType;
use Symfony\Component\Form\CallbackTransformer;
use Symfony\Component\Form\Exception\TransformationFailedException;
use Symfony\Component\Form\Extension\Core\Type\TextType;
use Symfony\Component\Form\FormBuilderInterface;
use Symfony\Component\Form\FormInterface;
use Symfony\Component\Form\FormView;
use Symfony\Component\OptionsResolver\OptionsResolver;

/**
 * A field for values that must stay strings, such as a UUID or a number with all of its digits: NumberType and
 * IntegerType convert numbers to floats, which have about 15 digits.
 */
final class ColumnTextType extends AbstractType
{
    public function buildForm(FormBuilderInterface $builder, array $options): void
    {
        $builder->addViewTransformer(new CallbackTransformer(
            static fn (mixed $value): string => (string) $value,
            static function (?string $text) use ($options): ?string {
                try {
                    return $text === null || $text === '' ? null : $options['read']($text);
                } catch (InvalidArgumentException $failure) {
                    throw new TransformationFailedException($failure->getMessage(), previous: $failure);
                }
            },
        ));
    }

    public function buildView(FormView $view, FormInterface $form, array $options): void
    {
        if ($options['number']) {
            // Browsers display the number in the user's locale, and submit it with a decimal point.
            $view->vars['type'] = 'number';
            $view->vars['attr'] += ['step' => 'any'];
        }
    }

    public function configureOptions(OptionsResolver $resolver): void
    {
        $resolver->setRequired('read');
        $resolver->setDefaults(['number' => false]);
        $resolver->setAllowedTypes('read', Closure::class);
        $resolver->setAllowedTypes('number', 'bool');
    }

    public function getParent(): string
    {
        return TextType::class;
    }
}
