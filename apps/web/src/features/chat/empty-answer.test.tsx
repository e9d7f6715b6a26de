import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import chat from '../../i18n/en/chat.json'
import { EmptyAnswer } from './empty-answer.tsx'
import { type EmptyReason, EmptyReasonContext } from './empty-reason.ts'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { chat } }, ns: ['chat'] })
})

const drawn = (reason: EmptyReason | undefined) =>
  renderToStaticMarkup(
    <MantineProvider>
      <EmptyReasonContext value={reason}>
        <EmptyAnswer labelOf={(id) => `Step ${id}`} onShowNode={() => undefined} />
      </EmptyReasonContext>
    </MantineProvider>,
  )

test('where nobody can change the flow it is only said that nothing came', () => {
  expect(drawn(undefined)).toMatch(/>The flow gave no text\.<\/p>$/)
})

test('steps that are joined to nothing are named, a few of them, with a way to the first', () => {
  const one = drawn({ unconnected: ['a'], isStartLoose: true })
  expect(one).toContain('This step is connected to nothing, so it does not run: “Step a”.')
  expect(one).toMatch(/<button.*Open Step a/s)
  const many = drawn({ unconnected: ['a', 'b', 'c', 'd'], isStartLoose: false })
  expect(many).toContain(
    '4 steps are connected to nothing, so they do not run: “Step a”, “Step b”, “Step c”.',
  )
})

test('a start that nothing follows is told', () => {
  expect(drawn({ unconnected: [], isStartLoose: true })).toContain('Nothing follows its start')
  expect(drawn({ unconnected: [], isStartLoose: false })).not.toContain('start')
})
