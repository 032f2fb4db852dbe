<?php

declare(strict_types=1);

namespace Orm\Runtime\Factory\Words;

/** @internal */
final class De
{
    public const WORDS = [
        'firstNames' => [
            'Anna', 'Anton', 'Clara', 'Emil', 'Emma', 'Felix', 'Franz', 'Greta', 'Hanna', 'Ida', 'Jakob', 'Jonas',
            'Jürgen', 'Karl', 'Lena', 'Lukas', 'Maria', 'Mathilde', 'Max', 'Mia', 'Otto', 'Paul', 'Paula', 'Sophie',
        ],
        'lastNames' => [
            'Bauer', 'Becker', 'Fischer', 'Groß', 'Hoffmann', 'Huber', 'Kaiser', 'Keller', 'Koch', 'König', 'Lang',
            'Maier', 'Müller', 'Neumann', 'Richter', 'Schäfer', 'Schmidt', 'Schneider', 'Schulz', 'Vogel', 'Wagner',
            'Weber', 'Winkler', 'Wolf',
        ],
        'cities' => [
            'Aachen', 'Berlin', 'Bern', 'Bonn', 'Bremen', 'Dresden', 'Graz', 'Hamburg', 'Kiel', 'Köln', 'Leipzig',
            'München', 'Wien', 'Zürich',
        ],
        'countries' => [
            'Belgien', 'Dänemark', 'Deutschland', 'Frankreich', 'Italien', 'Norwegen', 'Österreich', 'Polen', 'Schweiz',
        ],
        'streets' => ['Hauptstraße %d', 'Bahnhofstraße %d', 'Gartenweg %d', 'Lindenallee %d', 'Am Markt %d'],
        'companies' => ['GmbH', 'AG', 'Verlag', 'und Söhne', 'Werke'],
        'words' => [
            'Abend', 'alt', 'Apfel', 'Berg', 'blau', 'Blatt', 'Brief', 'Brücke', 'bunt', 'Fenster', 'Fluss', 'früh',
            'Garten', 'Glas', 'golden', 'grün', 'Hafen', 'hell', 'Herbst', 'Himmel', 'Insel', 'jung', 'klein',
            'Laterne', 'leise', 'Licht', 'Morgen', 'Nacht', 'Papier', 'Regen', 'Schatten', 'Sommer', 'Stein', 'still',
            'Straße', 'Tür', 'Wald', 'weit', 'Wiese', 'Wolke',
        ],
    ];
}
