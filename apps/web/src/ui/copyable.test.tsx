import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import ui from '../i18n/en/ui.json'
import { Copyable } from './copyable.tsx'

const ADDRESS = 'https://runnel.example/signin'
const drawn = (more: { label?: string; isWide?: boolean } = {}) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Copyable text={ADDRESS} {...more} />
    </MantineProvider>,
  )

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { ui } }, defaultNS: 'ui', ns: ['ui'] })
})

test('the whole text is shown, beside a button of the keyboard that says what it copies', () => {
  expect(drawn()).toMatch(new RegExp(`<code>${ADDRESS}</code><button[^>]*aria-label="${ui.copy}"`))
  expect(drawn({ label: 'Copy the address' })).toContain('aria-label="Copy the address"')
})

test('what is shown this once has its button in words, with the focus', () => {
  expect(drawn({ isWide: true, label: 'Copy the link' })).toMatch(
    /<button[^>]*data-autofocus="true".*Copy the link/s,
  )
})

test('the place from which readers hear of the copy stands before it is made', () => {
  expect(drawn()).toContain('<span class="visually-hidden" aria-live="polite"></span>')
})
