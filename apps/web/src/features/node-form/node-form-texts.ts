import type texts from '../../i18n/en/node-form.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'node-form': typeof texts
  }
}
