<?php

declare(strict_types=1);

namespace League;

use League\Base\SponsorQuery as BaseSponsorQuery;

class SponsorQuery extends BaseSponsorQuery
{
}
