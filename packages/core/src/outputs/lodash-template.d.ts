/** What we use of lodash.template, which has no types of its own. */
declare module 'lodash.template' {
  function template(text: string, options: { readonly interpolate: RegExp }): { readonly source: string }
  export default template
}
