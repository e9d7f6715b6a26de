/** The languages of the app, each named in itself. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const KEY = 'language'

/** The chosen language, else the first of the browser's that we have, else English. */
export function findLanguage(storage: Pick<Storage, 'getItem'>, wanted: readonly string[]): Language {
  const chosen = storage.getItem(KEY)
  const candidates = chosen === null ? wanted : [chosen, ...wanted]
  return candidates.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en'
}

/** Keeps the choice of a language. */
export function storeLanguage(storage: Pick<Storage, 'setItem'>, language: Language): void {
  storage.setItem(KEY, language)
}

/** True for a language of the app. */
function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && Object.hasOwn(languages, tag)
}
