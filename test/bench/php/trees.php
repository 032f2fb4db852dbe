<?php

declare(strict_types=1);

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Orm;

// Adds nodes at random places of a tree; the first writer makes its root.

[, $name, $count, $writer] = $argv;
$model = 'Trees\\' . $name;
$query = $model . 'Query';
mt_srand((int) $writer);
$con = Orm::getConnection('trees');
$isNested = method_exists($model, 'insertAsLastChildOf');
if ($writer === '0') {
    $root = new $model();
    $root->makeRoot()->save();
    $con->beginTransaction();
}
$ids = $query::create()->select(['Id'])->find()->getData();
for ($i = 0; $i < (int) $count; ++$i) {
    $parent = $query::create()->findPk($ids[mt_rand(0, count($ids) - 1)]);
    $node = (new $model())->setTitle("w$writer n$i");
    ($isNested ? $node->insertAsLastChildOf($parent) : $node->insertAsChildOf($parent))->save();
    $ids[] = $node->getId();
    InstancePools::clear();
}
if ($writer === '0') {
    $con->commit();
}
