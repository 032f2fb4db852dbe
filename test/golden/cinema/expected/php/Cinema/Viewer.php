<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\Viewer as BaseViewer;

class Viewer extends BaseViewer
{
}
