<?php

namespace App;

class ReviewQuery extends Base\ReviewQuery
{
    public function average($con = null)
    {
        return (float) $this->withColumn('AVG(Review.Stars)', 'average')->select(['average'])->findOne($con);
    }

    public function paginate($page = 1, $maxPerPage = 2, $con = null)
    {
        return parent::paginate($page, $maxPerPage, $con);
    }
}
