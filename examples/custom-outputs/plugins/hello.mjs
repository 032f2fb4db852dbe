// A behavior: a greeting in every class that uses it.
import { defineBehavior, p, php } from 'orm-core/behavior'

export default defineBehavior({
  name: 'hello',
  parameters: { name: p.string({ default: 'world' }) },
  object: {
    methods: ({ cls, params }) => [
      cls.method({ name: 'hello', returns: 'string', body: php`return ${JSON.stringify(`Hello ${params.name}`)};` }),
    ],
  },
})
