import { authorHeaders, fakeItems } from '../fake-items.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** Reading in the tests of the family. */
export const requestsGetCase: ToolCase = {
  node: 'requestsGet',
  values: {
    requestsGetUrl: 'https://items.example/items/:id',
    requestsGetHeaders: authorHeaders,
    requestsGetQueryParamsSchema:
      '{"id": {"type": "number", "in": "path", "required": true}, "fields": {"type": "string", "in": "query"}}',
  },
  input: { queryParams: { id: 7, fields: 'name & place' } },
  says: '{"id":7,"fields":"name & place"}',
  wrong: [
    [{ queryParams: { fields: 'name' } }, '"id" is missing.'],
    [{ queryParams: { id: 'seven' } }, '"id" must be of type number.'],
    ['7', '"id" is missing.'],
  ],
  server: fakeItems,
}
