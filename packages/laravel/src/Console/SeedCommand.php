<?php

declare(strict_types=1);

namespace Orm\Laravel\Console;

use Orm\Laravel\Configuration;

final class SeedCommand extends NodeCommand
{
    protected const CALLED = 'seed';

    protected $signature = 'orm:seed {arguments?* : What "orm seed" takes; options behind two dashes}';
    protected $description = 'Write the rows of the files in seeds/ to the database';

    public function handle(): int
    {
        $replaced = Configuration::replaced();
        if ($replaced !== []) {
            $this->error(sprintf(
                'orm:seed writes to the connections of orm.yaml, but config/orm.php has another database for %s.'
                    . ' Name the same one in orm.yaml, for example by a variable of .env: dsn: "%%env.DATABASE_URL%%"',
                implode(', ', $replaced),
            ));

            return self::FAILURE;
        }

        return parent::handle();
    }
}
