import test from 'ava'
import { modelTraitMembers, takenByCriteria, traitMethods } from '#core/php/runtime-names.js'
import { booleanMethods, modelMethods, queryMethods } from '#core/schema/runtime-methods.js'
import { runPhp } from '../support/php.js'
import { root } from '../support/root.mjs'

/** Which methods of the runtime have a name that a column or a relation of some name would ask for. */
const script = `
require $argv[1] . '/packages/runtime/autoload.php';
$methods = static function (array $classes, string $pattern): array {
    $found = [];
    foreach ($classes as $class) {
        foreach ((new ReflectionClass($class))->getMethods() as $method) {
            $found[] = $method->name;
        }
    }
    return array_values(array_unique(preg_grep($pattern, $found)));
};
$traits = array_map(
    static fn (string $file): string => 'Orm\\\\Runtime\\\\ActiveRecord\\\\' . basename($file, '.php'),
    glob($argv[1] . '/packages/runtime/src/ActiveRecord/*{Trait,Interface}.php', GLOB_BRACE),
);
$shortcuts = '/^(?:(?:order|group)By|(?:left|right|inner)?[jJ]oin)(?:[A-Z]|$)/';
$ofTraits = [];
foreach (glob($argv[1] . '/packages/runtime/src/Behavior/*/*Trait.php') as $file) {
    $trait = basename($file, '.php');
    $found = $methods(['Orm\\\\Runtime\\\\Behavior\\\\' . basename(dirname($file)) . '\\\\' . $trait], $shortcuts);
    if ($found !== [] && !in_array($trait, ['NestedSetQueryTrait'], true)) {
        sort($found);
        $ofTraits[$trait] = $found;
    }
}
$ofModels = [];
$state = new ReflectionClass('Orm\\\\Runtime\\\\ActiveRecord\\\\RecordState');
foreach (glob($argv[1] . '/packages/runtime/src/Behavior/*/*Trait.php') as $file) {
    $trait = basename($file, '.php');
    // Others are for queries.
    if (str_contains($trait, 'Query')) {
        continue;
    }
    $class = 'Orm\\\\Runtime\\\\Behavior\\\\' . basename(dirname($file)) . '\\\\' . $trait;
    $properties = array_map(static fn ($property): string => '$' . $property->name, (new ReflectionClass($class))->getProperties());
    // What the traits of all models have is known of every model.
    $found = array_filter(
        [...$methods([$class], '/^(?:get|set|is|has|add|remove|count|init|clear|create)[A-Z]/'), ...$properties],
        static fn (string $name): bool => $name[0] === '$' ? !$state->hasProperty(substr($name, 1)) : !$state->hasMethod($name),
    );
    if ($found !== []) {
        sort($found);
        $ofModels[$trait] = $found;
    }
}
echo json_encode([
    'model' => $methods($traits, '/^(?:get|set|has|add|remove|load|init|clear|count|create|doAdd)[A-Z]/'),
    'boolean' => $methods($traits, '/^is[A-Z]/'),
    'traits' => $ofTraits,
    'criteria' => array_map('strtolower', $methods(['Orm\\\\Runtime\\\\ActiveQuery\\\\ModelCriteria'], $shortcuts)),
    'members' => $ofModels,
    'query' => $methods(['Orm\\\\Runtime\\\\ActiveQuery\\\\ModelCriteria'], '/^(?:filterBy|join)[A-Z]|^use.*Query$/'),
]);
`

type Found = Readonly<Record<'model' | 'boolean' | 'query' | 'criteria', string[]>> &
  Readonly<Record<'traits' | 'members', Readonly<Record<string, string[]>>>>

const foundMethods = async (): Promise<Found> => JSON.parse(await runPhp(script, { args: [root] }))

test('it is known which methods are called like orderByTitle() or leftJoinAuthor()', async (t) => {
  const { traits, criteria } = await foundMethods()
  t.deepEqual(traits, traitMethods)
  t.deepEqual([...criteria].sort(), [...takenByCriteria].sort())
})

test('it is known what a column or relation must not be called next to a behavior', async (t) => {
  const { members } = await foundMethods()
  const sorted = Object.entries(modelTraitMembers).map(([trait, names]) => [trait, [...names].sort()])
  t.deepEqual(members, Object.fromEntries(sorted))
})

test('no method of the runtime has a name that a schema may ask for, other than those that are known', async (t) => {
  const found = await foundMethods()
  // These may be overridden; the runtime does not call them.
  const overridable = ['setNew', 'setDeleted']
  const others = (names: readonly string[] = [], known: ReadonlySet<string>): string[] =>
    names.filter((name) => !known.has(name.toLowerCase()) && !overridable.includes(name))
  t.deepEqual(others(found.model, modelMethods), [])
  t.deepEqual(others(found.boolean, booleanMethods), [])
  t.deepEqual(others(found.query, queryMethods), [])
})
