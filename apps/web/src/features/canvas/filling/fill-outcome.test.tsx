import { MantineProvider } from '@mantine/core'
import { emptyRunView } from '@runnel/client'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import canvas from '../../../i18n/en/canvas.json'
import { FillOutcome } from './fill-outcome.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { canvas } }, ns: ['canvas'] })
})

function drawn(numAdded: number, numSkipped: number): string {
  const result = { numAdded, numSkipped, numUpdated: 0, numDeleted: 0, totalKeys: numAdded + numSkipped }
  const view = { ...emptyRunView, result }
  const fill = { status: 'finished', view, isStopping: false } as const
  return renderToStaticMarkup(
    <MantineProvider>
      <FillOutcome name="Teas" fill={fill} onAgain={undefined} />
    </MantineProvider>,
  )
}

test('a filling that added nothing says whether all was there, or nothing was given', () => {
  expect(drawn(0, 4)).toContain('has all of these documents already')
  expect(drawn(0, 0)).toContain('Nothing was taken in')
  expect(drawn(0, 0)).not.toContain('already')
  expect(drawn(2, 0)).not.toMatch(/already|Nothing was taken in/)
})
