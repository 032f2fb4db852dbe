<?php

declare(strict_types=1);

namespace League;

use League\Base\CountryQuery as BaseCountryQuery;

class CountryQuery extends BaseCountryQuery
{
}
