<?php

declare(strict_types=1);

// Makes the lists of a model empty.

('Lists\\' . $argv[1] . 'Query')::create()->deleteAll();
