<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use League\Player;
use League\Team;

/** A schema with every column type and every shape of relation. */
abstract class LeagueTestCase extends ModelTestCase
{
    protected const GOLDEN = 'every-shape';
    protected const DATABASE = 'league';

    protected function createTables(): void
    {
        $this->con->exec('DROP VIEW IF EXISTS team_summary');
        parent::createTables();
        // An expression: SQLite has no type for such a column.
        $this->con->exec(
            'CREATE VIEW team_summary AS SELECT team.id + 0 AS team_id, COUNT(player.id) AS players '
            . 'FROM team LEFT JOIN player ON player.team_id = team.id GROUP BY team.id',
        );
    }

    protected function tables(): array
    {
        $this->con->exec('UPDATE team SET captain_id = NULL');

        return [
            'goal', 'game_part', 'game', 'player_card', 'remark', 'player_skill', 'skill', 'team_sponsor', 'sponsor',
            'friendship', 'lineup', 'position', 'log_line', 'prize', 'stadium', 'country', 'category', 'player',
            'team', 'kit',
        ];
    }

    protected function team(string $name = 'Reds'): Team
    {
        $team = (new Team())->setName($name);
        $team->save();

        return $team;
    }

    protected function player(string $name = 'Ann', ?Team $team = null): Player
    {
        $player = (new Player())->setName($name)->setTeam($team);
        $player->save();

        return $player;
    }
}
