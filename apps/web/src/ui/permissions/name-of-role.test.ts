import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import de from '../../i18n/de/ui.json'
import en from '../../i18n/en/ui.json'
import { nameOfRole } from './name-of-role.ts'

beforeAll(() =>
  i18next.init({ lng: 'de', resources: { de: { ui: de }, en: { ui: en } }, defaultNS: 'ui', ns: ['ui'] }),
)

test('a built-in role is called in the language of the page, any other as it was named', async () => {
  expect(['owner', 'viewer', 'Tea people', 'Owner of tea'].map(nameOfRole)).toEqual([
    'Eigentümer',
    'Betrachter',
    'Tea people',
    'Owner of tea',
  ])
  await i18next.changeLanguage('en')
  expect(['owner', 'viewer'].map(nameOfRole)).toEqual(['owner', 'viewer'])
})
