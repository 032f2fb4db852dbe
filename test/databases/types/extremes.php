<?php

/**
 * Each row has one value, which SQL has written. A model reads it, and writes it again in every way that there is; the
 * server compares what it has then. Prints what is different.
 */

use Ends\Map\SampleTableMap;
use Ends\Sample;
use Ends\SampleQuery;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;
use Orm\Runtime\Type\Range;

// A time that a clock shows twice: the text of the later one is less.
new Range('2020-10-25 02:30:00+02', '2020-10-25 02:10:00+01');
$connection = Orm::getConnection('ends');
$failures = [];
$rows = 0;
foreach (SampleQuery::create()->orderById()->select('Id')->find() as $id) {
    $rows++;
    SampleTableMap::clearInstancePool();
    $row = SampleQuery::create()->findPk($id);
    foreach (SampleTableMap::getTableMap()->getColumns() as $map) {
        $name = $map->getPhpName();
        $array = $row->toArray();
        if (in_array($name, ['Id', 'Tag'], true) || $array[$name] === null) {
            continue;
        }
        $column = $map->getName();
        $sql = $connection->query("SELECT $column FROM sample WHERE id = $id")->fetchColumn();
        $what = $map->getType() . ' ' . (is_string($sql) ? $sql : var_export($sql, true));
        try {
            $json = $row->toJSON();
            json_encode($row, JSON_THROW_ON_ERROR);
            $value = $row->{'get' . $name}();
            if ($row->getTag() === 'read') {
                $row->setTag('seen')->save();
                continue;
            }
            $row->{'set' . $name}($value);
            // NAN is not equal to itself.
            if ($row->isModified() && $value === $value) {
                $failures[] = "$what is modified by what its getter gives";
            }
            $ways = [];
            $ways['copy()'] = $row->copy();
            $ways['fromArray()'] = (new Sample())->fromArray(array_diff_key($array, ['Id' => 1]));
            $ways['JSON'] = (new Sample())->fromArray(array_diff_key(json_decode($json, true), ['Id' => 1]));
            foreach ($ways as $one) {
                $one->save();
            }
            $list = new ObjectCollection([$row->copy(), $row->copy()]);
            $list->setModel(Sample::class);
            $list->save();
            $ways['a collection'] = $list[1];
            $ways['update()'] = new Sample();
            $ways['update()']->save();
            SampleQuery::create()->filterById($ways['update()']->getId())->update([$name => $value]);
            foreach ($ways as $way => $one) {
                $same = "SELECT COUNT(*) FROM sample a JOIN sample b ON a.$column = b.$column WHERE a.id = $id AND b.id = ";
                if ((int) $connection->query($same . $one->getId())->fetchColumn() !== 1) {
                    $other = $connection->query("SELECT $column FROM sample WHERE id = " . $one->getId())->fetchColumn();
                    $failures[] = "$what is " . var_export($other, true) . " by $way";
                }
            }
            $given = $map->getElementType() === null ? $value : [$value];
            if (SampleQuery::create()->filterById($id)->{'filterBy' . $name}($given)->count() !== 1) {
                $failures[] = "$what is not found";
            }
        } catch (ExceptionInterface $failure) {
            $failures[] = "$what: " . $failure->getMessage() . ' ' . $failure->getFile() . ':' . $failure->getLine();
        }
    }
}
echo $failures === [] ? "$rows rows" : implode("\n", $failures);
