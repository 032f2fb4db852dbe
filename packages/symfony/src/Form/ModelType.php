<?php

declare(strict_types=1);

namespace Orm\Symfony\Form;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\RowLookup;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Symfony\Component\Form\AbstractType;
use Symfony\Component\Form\ChoiceList\Loader\CallbackChoiceLoader;
use Symfony\Component\Form\Exception\InvalidConfigurationException;
use Symfony\Component\Form\Extension\Core\Type\ChoiceType;
use Symfony\Component\Form\FormBuilderInterface;
use Symfony\Component\OptionsResolver\Options;
use Symfony\Component\OptionsResolver\OptionsResolver;

/** A choice of the rows of a table. The values are primary keys; the labels are the primary strings of the schema. */
final class ModelType extends AbstractType
{
    public function buildForm(FormBuilderInterface $builder, array $options): void
    {
        if ($options['multiple']) {
            $builder->addViewTransformer(new CollectionTransformer($options['class']), true);
        }
    }

    public function configureOptions(OptionsResolver $resolver): void
    {
        $resolver->setRequired('class');
        $resolver->setDefaults([
            'query' => null,
            'choice_loader' => static fn (Options $options): ?CallbackChoiceLoader => $options['choices'] !== null
                ? null
                : new CallbackChoiceLoader(static fn (): array => self::rows($options['class'], $options['query'])),
            'choices' => null,
            'choice_label' => static fn (Options $options): ?string => self::labelOf($options['class']),
            'choice_value' => static fn (?ActiveRecordInterface $row): string => $row === null
                ? ''
                : RowLookup::keyOf($row),
            'choice_translation_domain' => false,
        ]);
        $resolver->setAllowedTypes('class', 'string');
        $resolver->setAllowedTypes('query', ['null', ModelCriteria::class]);
        $resolver->setInfo('query', 'The query that finds the rows; the default is all rows of the table.');
        $resolver->setNormalizer('class', static function (Options $options, string $class): string {
            if (is_subclass_of($class, ActiveRecordInterface::class)) {
                return $class;
            }
            throw new InvalidConfigurationException(
                sprintf('The option "class" of ModelType must be a model class, got "%s".', $class),
            );
        });
    }

    public function getParent(): string
    {
        return ChoiceType::class;
    }

    public function getBlockPrefix(): string
    {
        return 'model';
    }

    /** @return list<ActiveRecordInterface> */
    private static function rows(string $class, ?ModelCriteria $query): array
    {
        // The query may belong to a service that uses it again.
        return iterator_to_array($query === null ? OrmQuery::from($class)->find() : (clone $query)->find(), false);
    }

    private static function labelOf(string $class): ?string
    {
        $column = Record::tableMap($class)::getTableMap()->getPrimaryStringColumn();
        if ($column !== null) {
            return lcfirst($column->getPhpName());
        }

        // Symfony then calls __toString() of the row.
        return null;
    }
}
