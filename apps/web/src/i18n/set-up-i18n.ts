import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import './catalogue-types.ts'
import shell from './en/shell.json'
import ui from './en/ui.json'
import { findLanguage } from './languages.ts'

const catalogues = import.meta.glob<ResourceKey>(['./*/*.json', '!./en/shell.json', '!./en/ui.json'], {
  import: 'default',
})

/** Loads a catalogue (`de`, `canvas` → `de/canvas.json`) when a page first asks for it. */
const lazyCatalogues: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, callback) => {
    const load = catalogues[`./${language}/${namespace}.json`]
    if (load === undefined)
      return callback(new Error(`There is no catalogue ${language}/${namespace}.`), false)
    load().then(
      (texts) => callback(null, texts),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), false),
    )
  },
}

/**
 * Prepares the texts. English texts of the shell come with the first script; all other catalogues are loaded by the
 * pages that use them (`useTranslation('canvas')`), inside their suspense boundary.
 */
export async function setUpI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
    // The server says in English why it refused something.
    if (language !== 'en') void loadTexts(['refusals', 'error-codes']).catch(() => undefined)
  })
  await i18next
    .use(lazyCatalogues)
    .use(initReactI18next)
    .init({
      lng: findLanguage(localStorage, navigator.languages),
      fallbackLng: 'en',
      ns: ['ui', 'shell'],
      defaultNS: 'ui',
      resources: { en: { ui, shell } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      returnNull: false,
    })
}

/**
 * Loads catalogues before anything asks for them. Each stands for itself: i18next's own `loadNamespaces` would keep
 * every component that waits for some catalogue waiting for these as well.
 */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  await Promise.all(
    i18next.languages.flatMap((language) =>
      namespaces.map(async (namespace) => {
        const load = catalogues[`./${language}/${namespace}.json`]
        if (load === undefined || i18next.hasResourceBundle(language, namespace)) return
        i18next.addResourceBundle(language, namespace, await load())
      }),
    ),
  )
}
