import { authorHeaders, fakeItems, itemSchema } from '../fake-items.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** Creating in the tests of the family. */
export const requestsPostCase: ToolCase = {
  node: 'requestsPost',
  values: {
    requestsPostUrl: 'https://items.example/items',
    requestsPostHeaders: authorHeaders,
    requestPostBody: '{"owner": "the author"}',
    requestsPostBodySchema: itemSchema,
  },
  input: { body: { count: '3', note: 'three', owner: 'a model' } },
  says: '{"id":7,"count":3,"note":"three","owner":"the author"}',
  wrong: [
    [{ body: {} }, '"count" is missing.'],
    [{ body: { count: 'many' } }, '"count" must be of type number.'],
  ],
  server: fakeItems,
}
