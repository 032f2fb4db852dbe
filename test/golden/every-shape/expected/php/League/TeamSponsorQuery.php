<?php

declare(strict_types=1);

namespace League;

use League\Base\TeamSponsorQuery as BaseTeamSponsorQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `team_sponsor`, for methods of your own.
 *
 * Many-to-many with a payload.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseTeamSponsorQuery<ParentQuery>
 */
class TeamSponsorQuery extends BaseTeamSponsorQuery
{
}
