import { PROBLEM_CODES } from '@runnel/contract'
import { CONNECTION_TEXTS, PROBLEM_TEXTS } from '@runnel/graph'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import germanCanvas from './de/canvas.json'
import german from './de/problems.json'
import englishCanvas from './en/canvas.json'
import english from './en/problems.json'

beforeAll(() =>
  i18next.init({
    lng: 'de',
    ns: ['problems'],
    resources: { de: { problems: german }, en: { problems: english } },
    interpolation: { escapeValue: false },
  }),
)

test('every problem has a text in each language, and no other has one', () => {
  expect(Object.keys(english).sort()).toEqual([...PROBLEM_CODES].sort())
  expect(Object.keys(german).sort()).toEqual([...PROBLEM_CODES].sort())
})

test('the English texts are those of the server, word for word', () => {
  expect(english).toEqual(PROBLEM_TEXTS)
  expect(englishCanvas.refused).toEqual(CONNECTION_TEXTS)
})

test('no German text is the English one', () => {
  expect(PROBLEM_CODES.filter((code) => german[code] === english[code])).toEqual([])
  expect(Object.keys(germanCanvas.refused)).toEqual(Object.keys(CONNECTION_TEXTS))
  expect(Object.values(germanCanvas.refused)).not.toContain(CONNECTION_TEXTS.self)
})

test('details of a file are shown as they are, whatever they look like', () => {
  const type = '{{code}} $t(flow_empty) <b>'
  expect(i18next.t('node_unknown_type', { ns: 'problems', type })).toContain(`„${type}“`)
})
