import type texts from '../../../i18n/en/canvas.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    canvas: typeof texts
  }
}
