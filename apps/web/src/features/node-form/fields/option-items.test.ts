import { pinChoice } from '@runnel/contract'
import { expect, test } from 'vitest'
import { toChoices, toItems } from './option-items.ts'

const [now, before] = ['a', 'b'].map((digit) => digit.repeat(32))
const options = [
  { name: pinChoice('add', now ?? ''), label: 'add' },
  { name: 'plain', label: 'Plain' },
]

test('a choice that is not among the options stays visible, and says what became of it', () => {
  const chosen = [pinChoice('add', now ?? ''), pinChoice('add', before ?? ''), 'add', 'plain', 'brew', '']
  expect(toChoices(options, chosen, (lost, name) => `${name}: ${lost}`)).toEqual([
    { value: `add#${now}`, label: 'add' },
    { value: 'plain', label: 'Plain' },
    { value: `add#${before}`, label: 'add: changed' },
    { value: 'add', label: 'add: any' },
    { value: 'brew', label: 'brew: gone' },
  ])
})

test('a single choice that is gone is told by its name', () => {
  expect(toItems(options, 'brew')).toContainEqual({ value: 'brew', label: 'brew' })
})
