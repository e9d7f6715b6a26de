import { expect, test } from 'vitest'
import { writePrompt } from './create-prompt-model.ts'

const text = (words: string) => [{ type: 'text' as const, text: words }]

test('a question alone stands as it is, behind what the author says', () => {
  expect(writePrompt([{ role: 'user', content: text('Tea?') }])).toBe('Tea?')
  expect(
    writePrompt([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: text('Tea?') },
    ]),
  ).toBe('Be brief.\n\nTea?')
})

test('a conversation names who speaks, and ends where the model goes on', () => {
  expect(
    writePrompt([
      { role: 'user', content: text('Tea?') },
      { role: 'assistant', content: text('Green.') },
      { role: 'user', content: text('Hot?') },
    ]),
  ).toBe('Human: Tea?\n\nAssistant: Green.\n\nHuman: Hot?\n\nAssistant:')
})
