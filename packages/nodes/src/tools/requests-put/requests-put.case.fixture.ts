import { authorHeaders, fakeItems, itemSchema } from '../fake-items.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** Changing in the tests of the family. */
export const requestsPutCase: ToolCase = {
  node: 'requestsPut',
  values: {
    requestsPutUrl: 'https://items.example/items/7',
    requestsPutHeaders: authorHeaders,
    requestsPutBodySchema: itemSchema,
  },
  input: { count: 4 },
  says: '{"id":7,"count":4}',
  wrong: [[{ body: { note: 'none' } }, '"count" is missing.']],
  server: fakeItems,
}
