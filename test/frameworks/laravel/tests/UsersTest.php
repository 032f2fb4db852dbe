<?php

declare(strict_types=1);

namespace Tests;

use App\Orm\Author;
use App\Orm\Reader;
use App\Orm\ReaderQuery;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Hash;
use Illuminate\Support\Facades\Route;
use InvalidArgumentException;
use Orm\Laravel\Auth\ModelUserProvider;
use Orm\Laravel\Testing\RefreshDatabase;

final class UsersTest extends TestCase
{
    use RefreshDatabase;

    private Reader $reader;

    protected function setUp(): void
    {
        parent::setUp();
        $this->reader = (new Reader())->setEmail('emma@example.org')->setPassword(Hash::make('secret'));
        $this->reader->save();
        Route::middleware('web')->post('/login', static fn () => Auth::attempt(
            request()->only('email', 'password'),
            request()->boolean('remember'),
        ) ? 'welcome' : response('no', 422));
        Route::middleware('web')->get('/me', static fn () => Auth::user()?->getEmail() ?? 'nobody');
    }

    public function testAReaderLogsIn(): void
    {
        $this->get('/me')->assertSee('nobody');
        $this->post('/login', ['email' => 'emma@example.org', 'password' => 'wrong'])->assertStatus(422);
        $this->post('/login', ['email' => 'emma@example.org', 'password' => 'secret'])->assertSee('welcome');
        $this->assertSame($this->reader->getId(), Auth::id());
        $this->get('/me')->assertSee('emma@example.org');
        $this->assertAuthenticatedAs($this->reader);
    }

    /** @dataProvider hostileCredentials */
    public function testHostileCredentialsFindNobody(mixed $email, mixed $password): void
    {
        $this->post('/login', ['email' => $email, 'password' => $password])->assertStatus(422);
        $this->assertGuest();
        $this->assertSame(1, ReaderQuery::create()->count());
    }

    /** @return list<array{mixed, mixed}> */
    public static function hostileCredentials(): array
    {
        return [
            ["' OR 1=1 --", 'secret'], ["emma@example.org\0", 'secret'], ["\xff", 'secret'], [[['x']], 'secret'],
            [['min' => 'a'], 'secret'], ['%', 'secret'], ['emma@example.org', ['secret']], ['emma@example.org', null],
            [null, 'secret'], [[], 'secret'],
        ];
    }

    public function testATokenRemembersTheReader(): void
    {
        $response = $this->post('/login', [
            'email' => 'emma@example.org', 'password' => 'secret', 'remember' => '1',
        ])->assertOk();
        $this->reader->reload();
        $token = (string) $this->reader->getRememberToken();
        $this->assertSame(60, strlen($token));
        $provider = Auth::guard()->getProvider();
        $this->assertSame($this->reader, $provider->retrieveByToken($this->reader->getId(), $token));
        $this->assertNull($provider->retrieveByToken($this->reader->getId(), 'another'));
        $this->assertNull($provider->retrieveByToken($this->reader->getId(), ''));
        $this->assertNull($provider->retrieveByToken('abc', $token));
        $names = array_map(static fn ($cookie): string => $cookie->getName(), $response->headers->getCookies());
        $this->assertStringContainsString(' remember_web_', ' ' . implode(' ', $names));
    }

    public function testAProviderFindsReadersAndRefreshesHashes(): void
    {
        $provider = Auth::guard()->getProvider();
        $this->assertNull($provider->retrieveByCredentials([]));
        $this->assertNull($provider->retrieveByCredentials(['password' => 'secret']));
        $this->assertSame($this->reader, $provider->retrieveByCredentials(['email' => ['x', 'emma@example.org']]));
        $this->assertSame($this->reader, $provider->retrieveByCredentials([
            'email' => static fn (ReaderQuery $query) => $query->filterByEmail('emma%', ReaderQuery::LIKE),
        ]));
        $this->assertSame(['id', 'password'], [
            $this->reader->getAuthIdentifierName(), $this->reader->getAuthPasswordName(),
        ]);
        // Laravel 11 asks for this after a login.
        $hash = $this->reader->getPassword();
        $provider->rehashPasswordIfRequired($this->reader, ['password' => 'secret']);
        $this->assertSame($hash, $this->reader->getPassword());
        $this->reader->setPassword(password_hash('secret', PASSWORD_BCRYPT, ['cost' => 5]));
        $provider->rehashPasswordIfRequired($this->reader, ['password' => 'secret']);
        $this->assertTrue($provider->validateCredentials($this->reader, ['password' => 'secret']));
        $this->assertSame(4, password_get_info($this->reader->getPassword())['options']['cost']);
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('"App\Orm\Author" must be a model class of Orm that implements');
        new ModelUserProvider(Hash::driver(), Author::class);
    }
}
