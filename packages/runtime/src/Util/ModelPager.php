<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Countable;
use IteratorAggregate;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Connection\ConnectionInterface;
use Traversable;

/**
 * One page of a query's result.
 *
 * @template T
 * @implements IteratorAggregate<int, T>
 */
class ModelPager implements IteratorAggregate, Countable
{
    private int $page = 1;
    private int $maxPerPage;
    private int $lastPage = 1;
    private int $nbResults = 0;
    private int $maxRecordLimit = 0;
    private int $currentMaxLink = 1;
    private ?ConnectionInterface $con = null;

    /** @var Collection<int, T>|null */
    private ?Collection $results = null;

    public function __construct(private ModelCriteria $query, int $maxPerPage = 10)
    {
        $this->setMaxPerPage($maxPerPage);
    }

    public function setQuery(ModelCriteria $query): void
    {
        $this->query = $query;
        $this->results = null;
    }

    public function getQuery(): ModelCriteria
    {
        return $this->query;
    }

    /** Counts the results and sets the query's limit and offset to the page. */
    public function init(?ConnectionInterface $con = null): void
    {
        $this->con = $con;
        $this->results = null;
        $counting = clone $this->query;
        $counting->setLimit(-1)->setOffset(0);
        $count = $counting->count($con);
        $this->setNbResults($this->maxRecordLimit > 0 ? min($count, $this->maxRecordLimit) : $count);
        $this->query->setOffset(0)->setLimit(-1);
        if ($this->maxPerPage === 0) {
            $this->page = 1;
            $this->setLastPage(1);
            if ($this->maxRecordLimit > 0) {
                $this->query->setLimit($this->maxRecordLimit);
            }

            return;
        }
        $this->setLastPage(max(1, (int) ceil($this->nbResults / $this->maxPerPage)));
        $offset = ($this->page - 1) * $this->maxPerPage;
        $this->query->setOffset($offset)->setLimit(
            $this->maxRecordLimit > 0
                ? max(0, min($this->maxPerPage, $this->maxRecordLimit - $offset))
                : $this->maxPerPage,
        );
    }

    /** @return Collection<int, T> */
    public function getResults(): Collection
    {
        return $this->results ??= $this->queryOfPage()->find($this->con);
    }

    /** Returns the query, with a separate cache key for this page if it has a key (query_cache behavior). */
    private function queryOfPage(): ModelCriteria
    {
        $key = method_exists($this->query, 'getQueryKey') ? $this->query->getQueryKey() : null;
        if ($key === null) {
            return $this->query;
        }
        $page = sprintf('%s offset %d limit %d', $key, $this->query->getOffset(), $this->query->getLimit());

        return (clone $this->query)->setQueryKey($page);
    }

    protected function setNbResults(int $nb): void
    {
        $this->nbResults = $nb;
    }

    public function getNbResults(): int
    {
        return $this->nbResults;
    }

    public function getPage(): int
    {
        return $this->page;
    }

    public function setPage(int $page): void
    {
        $this->page = max(1, $page);
        $this->results = null;
    }

    public function getMaxPerPage(): int
    {
        return $this->maxPerPage;
    }

    /** @param int $max 0: all results on one page */
    public function setMaxPerPage(int $max): void
    {
        $this->maxPerPage = $max < 0 ? 1 : $max;
    }

    public function getMaxRecordLimit(): int
    {
        return $this->maxRecordLimit;
    }

    /** @param int $limit 0: no limit */
    public function setMaxRecordLimit(int $limit): void
    {
        $this->maxRecordLimit = max(0, $limit);
    }

    public function getFirstPage(): int
    {
        return $this->nbResults === 0 ? 0 : 1;
    }

    protected function setLastPage(int $page): void
    {
        $this->lastPage = $page;
        $this->page = min($this->page, max(1, $page));
    }

    public function getLastPage(): int
    {
        return $this->lastPage;
    }

    public function getNextPage(): int
    {
        return min($this->page + 1, $this->lastPage);
    }

    public function getPreviousPage(): int
    {
        return max($this->page - 1, $this->getFirstPage());
    }

    public function isFirstPage(): bool
    {
        return $this->page === 1;
    }

    public function isLastPage(): bool
    {
        return $this->page === $this->lastPage;
    }

    public function haveToPaginate(): bool
    {
        return $this->maxPerPage > 0 && $this->nbResults > $this->maxPerPage;
    }

    /** Returns the position of the page's first result, counted from 1; 0 if there are no results. */
    public function getFirstIndex(): int
    {
        return $this->nbResults === 0 ? 0 : ($this->page - 1) * $this->maxPerPage + 1;
    }

    public function getLastIndex(): int
    {
        return $this->maxPerPage === 0
            ? $this->nbResults
            : min($this->page * $this->maxPerPage, $this->nbResults);
    }

    /** @return list<int> page numbers around the current one */
    public function getLinks(int $nbLinks = 5): array
    {
        if ($nbLinks < 1) {
            return [];
        }
        $first = max(1, min($this->page - intdiv($nbLinks, 2), $this->lastPage - $nbLinks + 1));
        $links = range($first, min($first + $nbLinks - 1, $this->lastPage));
        $this->currentMaxLink = $links[count($links) - 1];

        return $links;
    }

    /** Returns the last page number returned by getLinks(). */
    public function getCurrentMaxLink(): int
    {
        return $this->currentMaxLink;
    }

    public function isEmpty(): bool
    {
        return count($this) === 0;
    }

    public function count(): int
    {
        return count($this->getResults());
    }

    /** @return Traversable<int, T> */
    public function getIterator(): Traversable
    {
        return $this->getResults()->getIterator();
    }

    /**
     * @param list<mixed> $params
     * @return mixed
     */
    public function __call(string $name, array $params)
    {
        return $this->getResults()->$name(...$params);
    }
}
