<?php

/**
 * One request of a web server: `?side=Orm&kinds=findByKey,count&n=7&project=/folder`. Prints JSON: milliseconds, the
 * peak of memory in bytes, and the number of files.
 */

declare(strict_types=1);

namespace Orm\Bench\Request;

$start = hrtime(true);
['side' => $side, 'kinds' => $kinds, 'n' => $n, 'project' => $project] = $_GET;
$work = (require __DIR__ . "/$side.php")($project, isset($_GET['persistent']));
foreach (explode(',', $kinds) as $kind) {
    $work->$kind((int) $n);
}
$milliseconds = (hrtime(true) - $start) / 1e6;
echo json_encode([
    'milliseconds' => $milliseconds,
    'bytes' => memory_get_peak_usage(),
    'files' => count(get_included_files()),
]), "\n";
