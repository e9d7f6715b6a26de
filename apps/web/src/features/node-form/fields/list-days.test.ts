import { expect, test } from 'vitest'
import { listMonthDays, listWeekDays, readDays } from './list-days.ts'

test('weeks begin on Monday, and Sunday is the day 0 of cron', () => {
  expect(listWeekDays('en').map(({ value, label }) => `${value} ${label}`)).toEqual([
    '1 Monday',
    '2 Tuesday',
    '3 Wednesday',
    '4 Thursday',
    '5 Friday',
    '6 Saturday',
    '0 Sunday',
  ])
  expect(listWeekDays('de')[6]).toEqual({ value: '0', label: 'Sonntag' })
})

test('months have 31 days and a last one', () => {
  const days = listMonthDays('Last day')
  expect(days).toHaveLength(32)
  expect(days.at(-1)).toEqual({ value: 'L', label: 'Last day' })
})

test.each([
  ['', []],
  ['1,3,5', ['1', '3', '5']],
  [' 1, 3 ,3,', ['1', '3']],
  ['["1","L"]', ['1', 'L']],
  ['[1,2]', ['1', '2']],
])('%j holds %j', (text, days) => {
  expect(readDays(text)).toEqual(days)
})
