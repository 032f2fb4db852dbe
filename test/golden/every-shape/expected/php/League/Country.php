<?php

declare(strict_types=1);

namespace League;

use League\Base\Country as BaseCountry;

class Country extends BaseCountry
{
}
