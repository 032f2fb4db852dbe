<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->initDatabaseMapFromDumps([
    'league' => [
        'tablesByName' => [
            'category' => '\\League\\Map\\CategoryTableMap', // schema.xml
            'country' => '\\League\\Map\\CountryTableMap', // schema.xml
            'friendship' => '\\League\\Map\\FriendshipTableMap', // schema.xml
            'game' => '\\League\\Map\\GameTableMap', // schema.xml
            'game_part' => '\\League\\Map\\GamePartTableMap', // schema.xml
            'goal' => '\\League\\Map\\GoalTableMap', // schema.xml
            'kit' => '\\League\\Map\\KitTableMap', // schema.xml
            'lineup' => '\\League\\Map\\LineupTableMap', // schema.xml
            'log_line' => '\\League\\Map\\LogLineTableMap', // schema.xml
            'player' => '\\League\\Map\\PlayerTableMap', // schema.xml
            'player_card' => '\\League\\Map\\PlayerCardTableMap', // schema.xml
            'player_skill' => '\\League\\Map\\PlayerSkillTableMap', // schema.xml
            'position' => '\\League\\Map\\PositionTableMap', // schema.xml
            'prize' => '\\League\\Map\\PrizeTableMap', // schema.xml
            'remark' => '\\League\\Map\\RemarkTableMap', // schema.xml
            'skill' => '\\League\\Map\\SkillTableMap', // schema.xml
            'sponsor' => '\\League\\Map\\SponsorTableMap', // schema.xml
            'stadium' => '\\League\\Map\\StadiumTableMap', // schema.xml
            'team' => '\\League\\Map\\TeamTableMap', // schema.xml
            'team_sponsor' => '\\League\\Map\\TeamSponsorTableMap', // schema.xml
            'team_summary' => '\\League\\Map\\TeamSummaryTableMap', // schema.xml
        ],
        'tablesByPhpName' => [
            '\\League\\Category' => '\\League\\Map\\CategoryTableMap',
            '\\League\\Country' => '\\League\\Map\\CountryTableMap',
            '\\League\\Friendship' => '\\League\\Map\\FriendshipTableMap',
            '\\League\\Game' => '\\League\\Map\\GameTableMap',
            '\\League\\GamePart' => '\\League\\Map\\GamePartTableMap',
            '\\League\\Goal' => '\\League\\Map\\GoalTableMap',
            '\\League\\Kit' => '\\League\\Map\\KitTableMap',
            '\\League\\Lineup' => '\\League\\Map\\LineupTableMap',
            '\\League\\LogLine' => '\\League\\Map\\LogLineTableMap',
            '\\League\\Player' => '\\League\\Map\\PlayerTableMap',
            '\\League\\PlayerCard' => '\\League\\Map\\PlayerCardTableMap',
            '\\League\\PlayerSkill' => '\\League\\Map\\PlayerSkillTableMap',
            '\\League\\Position' => '\\League\\Map\\PositionTableMap',
            '\\League\\Prize' => '\\League\\Map\\PrizeTableMap',
            '\\League\\Remark' => '\\League\\Map\\RemarkTableMap',
            '\\League\\Skill' => '\\League\\Map\\SkillTableMap',
            '\\League\\Sponsor' => '\\League\\Map\\SponsorTableMap',
            '\\League\\Stadium' => '\\League\\Map\\StadiumTableMap',
            '\\League\\Team' => '\\League\\Map\\TeamTableMap',
            '\\League\\TeamSponsor' => '\\League\\Map\\TeamSponsorTableMap',
            '\\League\\TeamSummary' => '\\League\\Map\\TeamSummaryTableMap',
        ],
    ],
]);
