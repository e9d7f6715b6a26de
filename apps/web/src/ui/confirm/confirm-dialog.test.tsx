import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import ui from '../../i18n/en/ui.json'
import { ConfirmButtons } from './confirm-dialog.tsx'
import type { ConfirmQuestion } from './confirm-store.ts'

beforeAll(async () => {
  const resources = { en: { ui } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, ns: ['ui'], defaultNS: 'ui' })
})

const namesOf = (names: Partial<ConfirmQuestion>) => {
  const question = { title: 'Delete?', description: 'It will be lost.', ...names }
  const drawn = renderToStaticMarkup(
    <MantineProvider>
      <ConfirmButtons question={question} onSettle={() => undefined} />
    </MantineProvider>,
  )
  return [...drawn.matchAll(/<button.*?<\/button>/gs)].map(([button]) => button.replaceAll(/<[^>]+>/g, ''))
}

test('a question without names is answered by OK and Cancel [S2-DLG-10]', () => {
  expect(namesOf({})).toEqual(['Cancel', 'OK'])
  expect(namesOf({ confirmButtonName: 'Delete', cancelButtonName: 'Keep' })).toEqual(['Keep', 'Delete'])
})
