<?php

namespace App;

class CommentQuery extends Base\CommentQuery
{
    public function approved($approved = true)
    {
        return $this->filterByApproved($approved);
    }

    public function preDelete($con)
    {
        $GLOBALS['log'][] = 'comments go';
    }

    public function postDelete($affectedRows, $con)
    {
        $GLOBALS['log'][] = "$affectedRows gone";
    }
}
