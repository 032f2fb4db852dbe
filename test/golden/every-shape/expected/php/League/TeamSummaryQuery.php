<?php

declare(strict_types=1);

namespace League;

use League\Base\TeamSummaryQuery as BaseTeamSummaryQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/**
 * A query on the table `team_summary`, for methods of your own.
 *
 * A view.
 *
 * @template ParentQuery of ModelCriteria|null = null
 * @extends BaseTeamSummaryQuery<ParentQuery>
 */
class TeamSummaryQuery extends BaseTeamSummaryQuery
{
}
