import { authorHeaders, fakeItems } from '../fake-items.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** Deleting in the tests of the family. */
export const requestsDeleteCase: ToolCase = {
  node: 'requestsDelete',
  values: {
    requestsDeleteUrl: 'https://items.example/items/:id',
    requestsDeleteHeaders: authorHeaders,
    requestsDeleteQueryParamsSchema: '{"id": {"type": "string", "in": "path"}}',
  },
  input: { queryParams: { id: '7' } },
  says: 'status 204',
  wrong: [
    [{}, '"id" is missing.'],
    [{ queryParams: { id: '..' } }, '"id" must not be empty, "." or "..".'],
  ],
  server: fakeItems,
}
