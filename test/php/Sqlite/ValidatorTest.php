<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use DateTimeImmutable;
use Orm\Runtime\Validator\Constraints\Date;
use Orm\Runtime\Validator\Constraints\Unique;
use Orm\Tests\Common\DatabaseTestCase;
use Orm\Tests\Support\ValidatedAuthor;
use Symfony\Component\Validator\Validation;
use Symfony\Component\Validator\Validator\ValidatorInterface;

/** The constraints that the library adds to Symfony's. */
final class ValidatorTest extends DatabaseTestCase
{
    protected const VENDOR = 'sqlite';

    private ValidatorInterface $validator;

    public static function setUpBeforeClass(): void
    {
        require_once 'Symfony/Component/Validator/autoload.php';
    }

    protected function setUp(): void
    {
        parent::setUp();
        $this->validator = Validation::createValidatorBuilder()
            ->addMethodMapping('loadValidatorMetadata')
            ->getValidator();
    }

    public function testUniqueAsksForOtherRows(): void
    {
        $ann = (new ValidatedAuthor())->setName('Ann')->setEmail('ann@example.org');
        self::assertSame([], $this->messages($ann), 'new, and no such row');
        $ann->save();
        self::assertSame([], $this->messages($ann), 'its own row');

        $other = (new ValidatedAuthor())->setName('Ann')->setEmail('ann@example.org');
        self::assertSame([(new Unique())->message, 'taken'], $this->messages($other));
        $other->setName('Bob')->setEmail(null);
        self::assertSame([], $this->messages($other), 'null is nobody else\'s value');
        $other->save();
        $other->setEmail('ann@example.org');
        self::assertSame(['taken'], $this->messages($other), 'saved, and the row of another');
    }

    public function testDatesMayBeObjects(): void
    {
        self::assertCount(0, $this->validator->validate(new DateTimeImmutable(), new Date()));
        self::assertCount(0, $this->validator->validate('2024-02-29', new Date()));
        self::assertCount(1, $this->validator->validate('2023-02-29', new Date()));
    }

    /** @return list<string> */
    private function messages(ValidatedAuthor $author): array
    {
        $messages = [];
        foreach ($this->validator->validate($author) as $violation) {
            $messages[] = (string) $violation->getMessage();
        }

        return $messages;
    }
}
