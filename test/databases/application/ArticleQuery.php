<?php

namespace App;

class ArticleQuery extends Base\ArticleQuery
{
    public function findOneBySlug($slug, $con = null)
    {
        return $this->filterBySlug(strtolower($slug))->findOne($con);
    }

    public function popular($minimum = 1)
    {
        return $this->filterByNbComments(['min' => $minimum])->orderByNbComments('desc');
    }

    public function update($values, $con = null, $forceIndividualSaves = false)
    {
        unset($values['Slug']);

        return parent::update($values, $con, $forceIndividualSaves);
    }
}
