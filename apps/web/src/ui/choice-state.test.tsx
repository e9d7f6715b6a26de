import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import ui from '../i18n/en/ui.json'
import { ChoiceState, type Choices } from './choice-state.tsx'

beforeAll(() =>
  i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { ui } }, ns: ['ui'], defaultNS: 'ui' }),
)

/** What is told to readers and what as a fault. */
function toldOf(choices: Choices & { text?: string; labels?: string[] }) {
  const { text = '', labels = [], ...rest } = choices
  const drawn = renderToStaticMarkup(
    <MantineProvider>
      <ChoiceState {...rest} text={text} labels={labels} />
    </MantineProvider>,
  )
  const textOf = (role: string) =>
    new RegExp(`role="${role}"[^>]*>(.*?)</p>`).exec(drawn)?.[1]?.replaceAll(/<[^>]+>/g, '')
  return [textOf('status'), textOf('alert')]
}

const { loading, empty, noMatch } = ui.choices

test('what may be chosen is told by its list alone', () => {
  expect(toldOf({ labels: ['Tea house'] })).toEqual(['', undefined])
  expect(toldOf({ labels: ['Tea house'], text: ' TEA ' })).toEqual(['', undefined])
})

test('a list without options says whether they come, whether there are any and whether one fits', () => {
  expect(toldOf({ isLoading: true })).toEqual([loading, undefined])
  expect(toldOf({ isLoading: true, labels: ['Tea'], text: 'coffee' })).toEqual([loading, undefined])
  expect(toldOf({})).toEqual([empty, undefined])
  expect(toldOf({ labels: ['Tea'], text: 'coffee' })).toEqual([noMatch, undefined])
  expect(toldOf({ empty: 'No key yet', noMatch: 'No such key' })).toEqual(['No key yet', undefined])
  expect(toldOf({ text: 'x', empty: 'No key yet', noMatch: 'No such key' })).toEqual([
    'No such key',
    undefined,
  ])
})

test('what did not come says why, once, and is tried again', () => {
  const error = new Error('The disk is full')
  const [status, alert] = toldOf({ error, onRetry: () => undefined })
  expect(status).toBe('')
  expect(alert).toContain('The disk is full')
  expect(alert).toContain(ui.retry)
})
