<?php

/*
 * The methods of Symfony 7 that the bundle implements, as that version declares them: more of them have types than in
 * 5.4, with which the other tests run. PHP refuses a class whose methods do not fit.
 */

declare(strict_types=1);

namespace Symfony\Component\HttpKernel\Controller {
    use Symfony\Component\HttpFoundation\Request;
    use Symfony\Component\HttpKernel\ControllerMetadata\ArgumentMetadata;

    interface ValueResolverInterface
    {
        public function resolve(Request $request, ArgumentMetadata $argument): iterable;
    }
}

namespace Symfony\Component\HttpKernel\Bundle {
    use Symfony\Component\DependencyInjection\ContainerBuilder;
    use Symfony\Component\DependencyInjection\Extension\ExtensionInterface;

    abstract class Bundle
    {
        public function boot(): void
        {
        }

        public function build(ContainerBuilder $container): void
        {
        }

        public function getContainerExtension(): ?ExtensionInterface
        {
            return null;
        }

        public function getPath(): string
        {
            return '';
        }
    }
}

namespace Symfony\Component\HttpKernel\CacheWarmer {
    interface WarmableInterface
    {
        public function warmUp(string $cacheDir, ?string $buildDir = null): array;
    }

    interface CacheWarmerInterface extends WarmableInterface
    {
        public function isOptional(): bool;
    }
}

namespace Symfony\Component\HttpKernel\DataCollector {
    use Symfony\Component\HttpFoundation\Request;
    use Symfony\Component\HttpFoundation\Response;

    abstract class DataCollector
    {
        protected array $data = [];

        abstract public function collect(Request $request, Response $response, ?\Throwable $exception = null): void;

        abstract public function getName(): string;

        public function reset(): void
        {
        }
    }

    interface LateDataCollectorInterface
    {
        public function lateCollect(): void;
    }
}

namespace Symfony\Component\DependencyInjection\Extension {
    use Symfony\Component\DependencyInjection\ContainerBuilder;

    interface ExtensionInterface
    {
        public function load(array $configs, ContainerBuilder $container): void;
    }

    abstract class Extension implements ExtensionInterface
    {
    }
}

namespace Symfony\Component\DependencyInjection\Compiler {
    use Symfony\Component\DependencyInjection\ContainerBuilder;

    interface CompilerPassInterface
    {
        public function process(ContainerBuilder $container): void;
    }
}

namespace Symfony\Component\Config\Definition {
    use Symfony\Component\Config\Definition\Builder\TreeBuilder;

    interface ConfigurationInterface
    {
        public function getConfigTreeBuilder(): TreeBuilder;
    }
}

namespace Symfony\Component\EventDispatcher {
    interface EventSubscriberInterface
    {
        public static function getSubscribedEvents(): array;
    }
}

namespace Symfony\Component\Console\Command {
    use Symfony\Component\Console\Input\InputInterface;
    use Symfony\Component\Console\Output\OutputInterface;

    class Command
    {
        protected function configure(): void
        {
        }

        protected function execute(InputInterface $input, OutputInterface $output): int
        {
            return 0;
        }
    }
}

namespace Symfony\Component\Form {
    use Symfony\Component\Form\Guess\TypeGuess;
    use Symfony\Component\Form\Guess\ValueGuess;
    use Symfony\Component\OptionsResolver\OptionsResolver;

    abstract class AbstractType
    {
        public function buildForm(FormBuilderInterface $builder, array $options): void
        {
        }

        public function configureOptions(OptionsResolver $resolver): void
        {
        }

        public function getParent(): ?string
        {
            return null;
        }

        public function getBlockPrefix(): string
        {
            return '';
        }
    }

    interface FormTypeGuesserInterface
    {
        public function guessType(string $class, string $property): ?TypeGuess;

        public function guessRequired(string $class, string $property): ?ValueGuess;

        public function guessMaxLength(string $class, string $property): ?ValueGuess;

        public function guessPattern(string $class, string $property): ?ValueGuess;
    }

    interface DataTransformerInterface
    {
        public function transform(mixed $value): mixed;

        public function reverseTransform(mixed $value): mixed;
    }
}

namespace Symfony\Component\Validator {
    abstract class Constraint
    {
        public const CLASS_CONSTRAINT = 'class';
        protected const ERROR_NAMES = [];

        public function __construct(mixed $options = null, ?array $groups = null, mixed $payload = null)
        {
        }

        public function getTargets(): string|array
        {
            return '';
        }
    }

    abstract class ConstraintValidator
    {
        abstract public function validate(mixed $value, Constraint $constraint): void;
    }
}

namespace Symfony\Component\Security\Core\User {
    interface UserInterface
    {
    }

    interface PasswordAuthenticatedUserInterface
    {
    }

    interface UserProviderInterface
    {
        public function refreshUser(UserInterface $user): UserInterface;

        public function supportsClass(string $class): bool;

        public function loadUserByIdentifier(string $identifier): UserInterface;
    }

    interface PasswordUpgraderInterface
    {
        public function upgradePassword(
            PasswordAuthenticatedUserInterface $user,
            #[\SensitiveParameter] string $newHashedPassword,
        ): void;
    }
}

namespace Symfony\Bundle\SecurityBundle\DependencyInjection\Security\UserProvider {
    use Symfony\Component\Config\Definition\Builder\NodeDefinition;
    use Symfony\Component\DependencyInjection\ContainerBuilder;

    interface UserProviderFactoryInterface
    {
        public function create(ContainerBuilder $container, string $id, array $config): void;

        public function getKey(): string;

        public function addConfiguration(NodeDefinition $builder): void;
    }
}

namespace Symfony\Component\Messenger\Middleware {
    use Symfony\Component\Messenger\Envelope;

    interface MiddlewareInterface
    {
        public function handle(Envelope $envelope, StackInterface $stack): Envelope;
    }
}

namespace {
    require dirname(__DIR__, 3) . '/packages/runtime/autoload.php';
    require dirname(__DIR__, 3) . '/packages/symfony/autoload.php';
    $source = dirname(__DIR__, 3) . '/packages/symfony/src/';
    $loaded = 0;
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($source)) as $file) {
        if ($file->getExtension() === 'php' && $file->getBasename() !== 'Compatibility.php') {
            $name = strtr(substr($file->getPathname(), strlen($source), -4), '/', '\\');
            $loaded += (int) (class_exists("Orm\\Symfony\\$name") || trait_exists("Orm\\Symfony\\$name"));
        }
    }
    // A resolver that implements the removed interface would be none.
    $resolver = is_subclass_of(
        Orm\Symfony\Controller\ModelValueResolver::class,
        Symfony\Component\HttpKernel\Controller\ValueResolverInterface::class,
    );
    echo json_encode([$loaded, $resolver]);
}
