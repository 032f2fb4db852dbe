<?php

declare(strict_types=1);

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Shop\Customer;
use Shop\CustomerQuery;
use Shop\Purchase;
use Shop\PurchaseQuery;

/** What a request throws on purpose. */
final class ExpectedFailure extends RuntimeException
{
}

/** Requests of tenants in turn, most of which leave something behind. */
final class Requests
{
    private const KINDS = [
        'read', 'write', 'abandon', 'fail', 'failInside', 'leaveIterator', 'beginByStatement', 'holdLocks', 'violate',
        'manyShapes', 'saveMany', 'switchInTransaction',
    ];

    /** How many customers of requests a tenant has at most. */
    private const CUSTOMERS = 30;

    /** @var array<string, array<string, true>> the names of customers whose save was reported, by tenant */
    public array $written = [];

    /** What a careless application still has of a request when the next one is served. */
    private mixed $left = null;

    public function __construct(private readonly Tenants $tenants)
    {
        mt_srand(1);
        foreach ($tenants->names() as $name) {
            $tenants->use($name);
            $this->save($name, "$name first");
        }
    }

    public function serve(int $number): void
    {
        $names = $this->tenants->names();
        $name = $names[$number % count($names)];
        $con = $this->tenants->use($name);
        $kind = self::KINDS[mt_rand(0, count(self::KINDS) - 1)];
        $this->$kind($name, $number, $con);
    }

    /** Nothing is left of the last request. */
    public function letGo(): void
    {
        $this->left = null;
    }

    private function read(string $tenant): void
    {
        $first = CustomerQuery::create()->orderById()->findOne();
        $this->mustBelong($tenant, [$first, CustomerQuery::create()->findPk($first->getId())]);
        $this->mustBelong($tenant, CustomerQuery::create()->find());
        $this->mustBelong($tenant, CustomerQuery::create()->leftJoinWithPurchase()->find());
        foreach (PurchaseQuery::create()->joinWithCustomer()->find() as $purchase) {
            $this->mustBelong($tenant, [$purchase->getCustomer()]);
        }
        assert(CustomerQuery::create()->count() === count($this->written[$tenant]));
    }

    private function write(string $tenant, int $number): void
    {
        $customer = $this->save($tenant, "$tenant $number");
        (new Purchase())->setTitle("$tenant $number")->setCustomer($customer)->save();
        $customer->setEmail("$number@example.org")->save();
        $this->deleteOldest($tenant);
    }

    private function abandon(string $tenant, int $number, ConnectionWrapper $con): void
    {
        $con->beginTransaction();
        (new Customer())->setName("$tenant lost $number")->save();
        CustomerQuery::create()->update(['Name' => 'lost']);
        $con->beginTransaction();
        $this->left = CustomerQuery::create()->find();
    }

    private function fail(string $tenant, int $number, ConnectionWrapper $con): void
    {
        $con->transaction(static function () use ($tenant, $number): never {
            (new Customer())->setName("$tenant lost $number")->save();
            throw new ExpectedFailure();
        });
    }

    private function failInside(string $tenant, int $number, ConnectionWrapper $con): void
    {
        $con->beginTransaction();
        $this->fail($tenant, $number, $con);
    }

    private function leaveIterator(string $tenant): void
    {
        $rows = CustomerQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find()->getIterator();
        $rows->rewind();
        $this->mustBelong($tenant, [$rows->current()]);
        // The next request, of another tenant, goes on with it.
        if ($this->left instanceof Iterator && $this->left->valid()) {
            $this->left->next();
        }
        $this->left = $rows;
        $this->read($tenant);
    }

    private function beginByStatement(string $tenant, int $number, ConnectionWrapper $con): void
    {
        $con->exec(Tenants::vendor() === 'mysql' ? 'START TRANSACTION' : 'BEGIN');
        (new Customer())->setName("$tenant lost $number")->save();
    }

    private function holdLocks(string $tenant, int $number, ConnectionWrapper $con): void
    {
        $con->beginTransaction();
        $customer = CustomerQuery::create()->orderById()->lockForUpdate()->findOne($con);
        foreach (['a', 'b'] as $title) {
            (new Purchase())->setTitle("$tenant lost $title")->setCustomer($customer)->insertAtTop()->save();
        }
        PurchaseQuery::create()->findOneByTitle("$tenant lost a")->moveToTop();
    }

    private function violate(string $tenant, int $number, ConnectionWrapper $con): void
    {
        $con->beginTransaction();
        try {
            foreach (['x', 'y'] as $name) {
                (new Customer())->setName("$tenant lost $name")->setEmail('same@example.org')->save();
            }
        } catch (UniqueViolation) {
            throw new ExpectedFailure();
        }
    }

    /** Statements that never come again. */
    private function manyShapes(string $tenant, int $number): void
    {
        $keys = range(1, mt_rand(1, 400));
        $this->mustBelong($tenant, CustomerQuery::create()->filterById($keys)->find());
        $this->mustBelong($tenant, CustomerQuery::create()->where("Customer.Id <> -$number")->find());
        $this->mustBelong($tenant, CustomerQuery::create()->withColumn("'$number'", "Extra$number")->find());
        CustomerQuery::create("c$number")->where("c$number.Name LIKE ?", "$number%")->find();
    }

    private function saveMany(string $tenant, int $number): void
    {
        $customers = new ObjectCollection();
        $customers->setModel(Customer::class);
        for ($i = mt_rand(1, 5); $i > 0; $i--) {
            $customers[] = (new Customer())->setName("$tenant $number $i");
        }
        $customers->save();
        foreach ($customers as $customer) {
            $this->written[$tenant][$customer->getName()] = true;
        }
        $this->deleteOldest($tenant);
    }

    /** The transaction of one tenant is left open while another one is served. */
    private function switchInTransaction(string $tenant, int $number, ConnectionWrapper $con): void
    {
        $con->beginTransaction();
        (new Customer())->setName("$tenant lost $number")->save();
        foreach ($this->tenants->names() as $other) {
            if ($other !== $tenant) {
                $this->tenants->use($other);
                $this->read($other);
                $this->write($other, $number);
            }
        }
    }

    private function save(string $tenant, string $name): Customer
    {
        $customer = (new Customer())->setName($name);
        $customer->save();
        $this->written[$tenant][$name] = true;

        return $customer;
    }

    private function deleteOldest(string $tenant): void
    {
        $surplus = count($this->written[$tenant]) - self::CUSTOMERS;
        if ($surplus > 0) {
            foreach (CustomerQuery::create()->orderById()->offset(1)->limit($surplus)->find() as $customer) {
                $customer->delete();
                unset($this->written[$tenant][$customer->getName()]);
            }
        }
    }

    /** @param iterable<Customer> $customers */
    private function mustBelong(string $tenant, iterable $customers): void
    {
        foreach ($customers as $customer) {
            assert(str_starts_with($customer->getName(), "$tenant "), "{$customer->getName()} is not of $tenant");
        }
    }
}
