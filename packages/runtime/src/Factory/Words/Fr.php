<?php

declare(strict_types=1);

namespace Orm\Runtime\Factory\Words;

/** @internal */
final class Fr
{
    public const WORDS = [
        'firstNames' => [
            'Adèle', 'Alice', 'Antoine', 'Camille', 'Chloé', 'Claire', 'Denis', 'Élise', 'Émile', 'François', 'Gaspard',
            'Hélène', 'Hugo', 'Jeanne', 'Jules', 'Juliette', 'Léa', 'Louis', 'Lucie', 'Manon', 'Marie', 'Paul', 'Rémi',
            'Théo',
        ],
        'lastNames' => [
            'Bernard', 'Blanc', 'Bonnet', 'Chevalier', 'Dubois', 'Dupont', 'Durand', 'Faure', 'Fontaine', 'Garnier',
            'Girard', 'Lambert', 'Laurent', 'Lefèvre', 'Leroy', 'Marchand', 'Martin', 'Mercier', 'Moreau', 'Morel',
            'Petit', 'Renard', 'Rousseau', 'Vidal',
        ],
        'cities' => [
            'Amiens', 'Bordeaux', 'Bruxelles', 'Dijon', 'Genève', 'Grenoble', 'Lille', 'Lyon', 'Montréal', 'Nantes',
            'Nice', 'Paris', 'Rennes', 'Rouen',
        ],
        'countries' => ['Allemagne', 'Belgique', 'Canada', 'Espagne', 'France', 'Italie', 'Maroc', 'Sénégal', 'Suisse'],
        'streets' => ['%d rue de la Gare', '%d avenue du Parc', '%d place du Marché', '%d rue des Lilas'],
        'companies' => ['SA', 'SARL', 'et fils', 'Éditions', 'Groupe'],
        'words' => [
            'ancien', 'arbre', 'automne', 'bleu', 'bois', 'brume', 'calme', 'chemin', 'ciel', 'clair', 'colline',
            'doux', 'eau', 'étoile', 'été', 'fenêtre', 'feuille', 'fleur', 'forêt', 'grand', 'hiver', 'jardin',
            'lanterne', 'léger', 'lettre', 'lumière', 'matin', 'montagne', 'nuage', 'nuit', 'ombre', 'papier', 'petit',
            'pierre', 'pluie', 'pont', 'port', 'rivière', 'soir', 'vert',
        ],
    ];
}
