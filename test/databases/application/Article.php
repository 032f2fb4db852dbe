<?php

namespace App;

class Article extends Base\Article
{
    private $words = null;

    protected function createSlug()
    {
        return 'a-' . parent::createSlug();
    }

    protected function createRawSlug()
    {
        return parent::createRawSlug();
    }

    protected static function cleanupSlugPart($slug, $replacement = '-')
    {
        return parent::cleanupSlugPart(str_replace('&', 'and', $slug), $replacement);
    }

    protected function makeSlugUnique($slug, $separator = '-', $alreadyExists = false)
    {
        return parent::makeSlugUnique($slug, $separator, $alreadyExists);
    }

    public function setBody($v)
    {
        $this->words = null;

        return parent::setBody($v);
    }

    public function countWords()
    {
        return $this->words ?? ($this->words = str_word_count((string) $this->getBody()));
    }

    public function getComments($criteria = null, $con = null)
    {
        $criteria = $criteria ?: CommentQuery::create();

        return parent::getComments($criteria->orderById(), $con);
    }

    public function addComment($l)
    {
        $l->setApproved(false);

        return parent::addComment($l);
    }

    public function __toString()
    {
        return (string) $this->getTitle();
    }
}
