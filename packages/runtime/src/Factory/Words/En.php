<?php

declare(strict_types=1);

namespace Orm\Runtime\Factory\Words;

/** @internal */
final class En
{
    public const WORDS = [
        'firstNames' => [
            'Ada', 'Alice', 'Amelia', 'Anna', 'Arthur', 'Clara', 'Daniel', 'Edith', 'Edward', 'Emily', 'Florence',
            'George', 'Grace', 'Harriet', 'Henry', 'Isaac', 'Jack', 'James', 'Jane', 'John', 'Kate', 'Lucy', 'Mary',
            'Michael', 'Oliver', 'Rose', 'Samuel', 'Sarah', 'Thomas', 'William',
        ],
        'lastNames' => [
            'Adams', 'Baker', 'Bennett', 'Brooks', 'Carter', 'Clarke', 'Cooper', 'Dawson', 'Ellis', 'Fisher', 'Foster',
            'Gray', 'Harris', 'Hughes', 'Jackson', 'King', 'Lewis', 'Marshall', 'Mason', 'Morgan', 'Palmer', 'Parker',
            'Reed', 'Shaw', 'Taylor', 'Turner', 'Walker', 'Ward', 'White', 'Young',
        ],
        'cities' => [
            'Bath', 'Boston', 'Bristol', 'Chicago', 'Dublin', 'Durham', 'Exeter', 'Leeds', 'London', 'Oxford',
            'Portland', 'Salem', 'Toronto', 'Wells', 'York',
        ],
        'countries' => [
            'Australia', 'Brazil', 'Canada', 'France', 'Germany', 'India', 'Ireland', 'Japan', 'Kenya', 'Spain',
        ],
        'streets' => ['%d High Street', '%d Station Road', '%d Park Lane', '%d Mill Hill', '%d Church Street'],
        'companies' => ['Ltd', 'Inc', 'Press', 'and Sons', 'Group', 'Works'],
        'words' => [
            'apple', 'bridge', 'bright', 'cloud', 'corner', 'dream', 'early', 'field', 'forest', 'garden', 'gentle',
            'harbor', 'hidden', 'island', 'journey', 'lantern', 'letter', 'little', 'meadow', 'midnight', 'morning',
            'mountain', 'orchard', 'paper', 'quiet', 'river', 'shadow', 'silver', 'simple', 'stone', 'storm', 'summer',
            'thunder', 'valley', 'velvet', 'window', 'winter', 'wooden', 'yellow', 'young',
        ],
    ];
}
