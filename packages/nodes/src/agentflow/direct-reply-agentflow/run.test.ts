import { createTestStepContext } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { runDirectReply } from './run.ts'

test('the reply is the answer, and is shown', async () => {
  const { context, shown } = createTestStepContext({ values: { directReplyMessage: 'Thank you, Ada.' } })
  expect(await runDirectReply(context)).toMatchObject({ output: { content: 'Thank you, Ada.' } })
  expect(shown).toEqual(['Thank you, Ada.'])
})
