<?php

declare(strict_types=1);

namespace Orm\Laravel\Console;

final class BuildCommand extends NodeCommand
{
    protected const CALLED = 'build';

    protected $signature = 'orm:build {arguments?* : What "orm build" takes; options behind two dashes}';
    protected $description = 'Generate SQL, PHP classes and the configuration from the schema';
}
