<?php

declare(strict_types=1);

// Sends as many requests as the argument says to one application in one process, and prints what it keeps of them.

use App\Orm\Book;
use App\Orm\BookQuery;
use App\Orm\Map\BookTableMap;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Http\Request;
use Illuminate\Routing\Middleware\SubstituteBindings;
use Illuminate\Support\Facades\Route;
use Orm\Laravel\Pagination\Pages;
use Orm\Runtime\Orm;

require __DIR__ . '/vendor/autoload.php';
// In tests, Laravel collects the exceptions that were logged.
putenv('APP_ENV=production');
$app = require __DIR__ . '/bootstrap/app.php';
$kernel = $app->make(Kernel::class);
$kernel->bootstrap();

Route::middleware(SubstituteBindings::class)->group(static function (): void {
    Route::get('/list', static fn () => Pages::of(BookQuery::create()->orderByTitle(), 5));
    Route::get('/behind', static fn () => Pages::after(BookQuery::create()->orderByTitle(), 5));
    Route::post('/add', static function (): string {
        request()->validate(['title' => 'required|unique:App\Orm\Book,title']);
        (new Book())->setTitle(request('title'))->save();
        BookQuery::create()->filterByTitle(request('title'))->delete();

        return 'added';
    });
    Route::get('/leave/{book}', static function (Book $book): string {
        Orm::getConnection('default')->beginTransaction();
        $book->setTitle(str_repeat('x', 200))->save();
        $GLOBALS['held'] = BookQuery::create()->find();

        return 'left open';
    });
    Route::get('/alias/{alias}', static fn (string $alias)
        => BookQuery::create("a$alias")->filterByTitle($alias)->count());
    Route::get('/titles/{book}', static fn (Book $book): string => (string) $book->getTitle());
    Route::get('/fail', static fn () => Orm::getConnection('default')->query('SELECT nonsense FROM nowhere'));
});

foreach (range(1, 20) as $number) {
    (new Book())->setTitle("Book $number")->save();
}
$id = BookQuery::create()->findOne()->getId();
Orm::reset();
$titles = BookQuery::create()->orderById()->select('Title')->find()->getData();
Orm::reset();

$requests = (int) $argv[1];
$problems = [];
$memory = 0;
for ($i = 0; $i < $requests; $i++) {
    [$method, $path, $status] = match ($i % 9) {
        0 => ['GET', '/list?page=' . $i % 5, 200],
        1 => ['GET', '/behind', 200],
        2 => ['POST', "/add?title=new$i", 200],
        3 => ['POST', '/add?title=Book+7', 302],
        4 => ['GET', "/leave/$id", 200],
        5 => ['GET', "/alias/$i", 200],
        6 => ['GET', '/fail', 500],
        7 => ['GET', "/titles/$id", 200],
        8 => ['GET', "/titles/{$i}0404", 404],
    };
    $request = Request::create($path, $method);
    $response = $kernel->handle($request);
    $kernel->terminate($request, $response);
    $left = match (true) {
        $response->getStatusCode() !== $status => "status {$response->getStatusCode()}",
        $path === "/titles/$id" && $response->getContent() !== 'Book 1' => 'the title of another request',
        Orm::getConnection('default')->inTransaction() => 'an open transaction',
        BookTableMap::$instances !== [] => 'pooled objects',
        default => null,
    };
    if ($left !== null) {
        $problems["$method $path: $left"] = true;
    }
    if ($i === intdiv($requests, 4)) {
        unset($held, $GLOBALS['held']);
        gc_collect_cycles();
        $memory = memory_get_usage();
    }
}
unset($GLOBALS['held']);
gc_collect_cycles();
$growth = memory_get_usage() - $memory;
$same = $titles === BookQuery::create()->orderById()->select('Title')->find()->getData();
echo json_encode([
    'problems' => array_slice(array_keys($problems), 0, 5),
    'growth' => $growth,
    'rowsAreTheSame' => $same,
]);
