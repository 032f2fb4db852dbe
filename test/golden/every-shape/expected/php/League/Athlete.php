<?php

declare(strict_types=1);

namespace League;

interface Athlete
{
}
