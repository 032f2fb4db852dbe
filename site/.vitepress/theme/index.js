import DefaultTheme from 'vitepress/theme'
import { onMounted } from 'vue'
import MermaidDiagram from './MermaidDiagram.vue'
import './style.css'

/** Loads the search box and its index while the page is idle, so that the first search has results immediately. */
function loadSearch() {
  import('vitepress/dist/client/theme-default/components/VPLocalSearchBox.vue')
  import('@localSearchIndex').then(({ default: indexes }) => indexes.root())
}

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('MermaidDiagram', MermaidDiagram)
  },
  setup() {
    onMounted(() => (window.requestIdleCallback ?? setTimeout)(loadSearch))
  },
}
