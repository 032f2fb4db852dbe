<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\ViewerQuery as BaseViewerQuery;

class ViewerQuery extends BaseViewerQuery
{
}
