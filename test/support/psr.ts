/** PHP code with the declarations of the Composer package psr/event-dispatcher. */
export const psrEventDispatcher = `
  eval('namespace Psr\\EventDispatcher;
    interface EventDispatcherInterface { public function dispatch(object $event); }
    interface StoppableEventInterface { public function isPropagationStopped(): bool; }');
`
