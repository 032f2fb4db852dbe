<?php

declare(strict_types=1);

namespace League;

use League\Base\CategoryQuery as BaseCategoryQuery;

class CategoryQuery extends BaseCategoryQuery
{
}
