/** The part of lodash.template used here. The package has no types. */
declare module 'lodash.template' {
  function template(text: string, options: { readonly interpolate: RegExp }): { readonly source: string }
  export default template
}
