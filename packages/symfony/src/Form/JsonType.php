<?php

declare(strict_types=1);

namespace Orm\Symfony\Form;

use JsonException;
use Symfony\Component\Form\AbstractType;
use Symfony\Component\Form\CallbackTransformer;
use Symfony\Component\Form\Exception\TransformationFailedException;
use Symfony\Component\Form\Extension\Core\Type\TextareaType;
use Symfony\Component\Form\FormBuilderInterface;

/** A field for a JSON column, edited as a string. */
final class JsonType extends AbstractType
{
    private const FLAGS = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;

    public function buildForm(FormBuilderInterface $builder, array $options): void
    {
        $builder->addModelTransformer(new CallbackTransformer(
            static fn (mixed $value): ?string => $value === null
                ? null
                : json_encode($value, self::FLAGS | JSON_THROW_ON_ERROR),
            static function (?string $text): ?string {
                if ($text === null || $text === '') {
                    return null;
                }
                try {
                    json_decode($text, flags: JSON_THROW_ON_ERROR);
                } catch (JsonException $failure) {
                    throw new TransformationFailedException($failure->getMessage(), previous: $failure);
                }

                // Setters of JSON columns parse strings as JSON.
                return $text;
            },
        ));
    }

    public function getParent(): string
    {
        return TextareaType::class;
    }
}
