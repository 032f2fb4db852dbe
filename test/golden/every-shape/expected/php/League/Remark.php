<?php

declare(strict_types=1);

namespace League;

use League\Base\Remark as BaseRemark;

class Remark extends BaseRemark
{
}
