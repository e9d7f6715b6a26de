import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { readChoicePrompt } from './prompt.ts'

test.each([
  [
    'Be {kind}.',
    [
      { role: 'system', content: 'Be {kind}.' },
      { role: 'user', content: 'Why {input}?' },
    ],
  ],
  ['Answer {input} well.', [{ role: 'user', content: 'Answer Why {input}? well.' }]],
  ['', [{ role: 'user', content: 'Why {input}?' }]],
])('the system message %j goes before the question, or around it', async (systemMessage, messages) => {
  const component = createTestComponent('promptRetriever', { values: { systemMessage } })
  const prompt = await readChoicePrompt(component, createTestCallContext().call)
  expect(prompt.variables).toEqual(['input'])
  expect(prompt.format({ input: 'Why {input}?' })).toEqual(messages)
})
