<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\InvalidArgumentException;
use PDO;

final class SecurityTest extends \Orm\Tests\Common\SecurityTest
{
    protected const VENDOR = 'pgsql';

    /** The driver hands text on up to a NUL byte only: what follows it would not count. */
    public function testNulByteIsRefusedWhereverTextGoes(): void
    {
        $admin = (new Author())->setName('admin');
        $admin->save();
        $evil = "admin\0 x";
        $bound = function (string $how, array $parameters = []) use ($evil): array {
            $statement = $this->con->prepare('SELECT name FROM author WHERE name = ?');
            if ($how !== '') {
                $statement->$how(1, $evil);
            }
            $statement->execute($parameters ?: null);

            return $statement->fetchAll(PDO::FETCH_NUM);
        };
        $calls = [
            static fn () => AuthorQuery::create()->filterByName($evil)->find(),
            static fn () => AuthorQuery::create()->filterByName([$evil, 'b'])->find(),
            static fn () => AuthorQuery::create()->filterByName("adm%\0", 'LIKE')->find(),
            static fn () => AuthorQuery::create()->where('Author.Name = ?', $evil)->find(),
            static fn () => AuthorQuery::create()->filterByName($evil)->count(),
            static fn () => AuthorQuery::create()->filterByName($evil)->delete(),
            static fn () => AuthorQuery::create()->filterByName($evil)->update(['Name' => 'x']),
            static fn () => AuthorQuery::create()->filterByName('admin')->update(['Name' => $evil]),
            static fn () => AuthorQuery::create()->filterByName($evil)->findOneOrSave(),
            static fn () => (new Author())->setName($evil)->save(),
            static fn () => AuthorQuery::create()->findOne()->setName($evil)->save(),
            static function () use ($evil): void {
                $authors = new ObjectCollection([(new Author())->setName('b'), (new Author())->setName($evil)]);
                $authors->setModel(Author::class);
                $authors->save();
            },
            static fn () => $bound('bindValue'),
            static fn () => $bound('bindParam'),
            static fn () => $bound('', [$evil]),
            fn () => $this->con->quote($evil),
        ];
        foreach ($calls as $number => $call) {
            try {
                $call();
                self::fail("call $number took a NUL byte");
            } catch (InvalidArgumentException $refusal) {
                self::assertStringContainsString('NUL byte', $refusal->getMessage());
            }
        }
        $admin->reload();
        self::assertSame(['admin'], AuthorQuery::create()->select('Name')->find()->getData());
    }
}
