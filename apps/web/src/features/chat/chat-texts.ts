import type texts from '../../i18n/en/chat.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    chat: typeof texts
  }
}
