/** PHP code that declares what the Composer package psr/event-dispatcher does. */
export const psrEventDispatcher = `
  eval('namespace Psr\\EventDispatcher;
    interface EventDispatcherInterface { public function dispatch(object $event); }
    interface StoppableEventInterface { public function isPropagationStopped(): bool; }');
`
